/**
 * Deliberate faults, one per safeguard. `npm run mutations` applies each to a copy of the sources and runs the
 * safeguard's tests, which must fail. To add a fault, give the text of the safeguard and its replacement.
 */
export interface Mutation {
  readonly name: string;
  readonly file: string;
  /** code that must occur exactly once in the file; layout, comments and the wording of messages are ignored */
  readonly find: string;
  readonly replace: string;
  readonly test: string;
}

const desktop = 'tests/unit/src-main/electron/electron-main.test.ts';
const preload = 'tests/unit/src-preload/preload.test.ts';
const strangers = 'tests/integration/strangers.test.ts';
const localHost = 'tests/integration/local-host.test.ts';
const files = 'tests/integration/hostile-files.test.ts';
const rescue = 'tests/unit/src-main/store/rescue.test.ts';
const builder = 'tests/unit/project/builder-config.test.ts';
const start = 'tests/integration/start.test.ts';
const rpc = 'tests/unit/src-core/rpc.test.ts';
const backups = 'tests/unit/src-main/services/bin.test.ts';
const added = 'tests/unit/src-main/external-engines/added-engines.test.ts';
const printed = 'tests/integration/printed-names.test.ts';

const crafted = 'tests/unit/src-main/store/crafted-backups.test.ts';
const backUps = 'tests/unit/src-main/store/backup.test.ts';
const restored = 'tests/unit/src-main/services/restore.test.ts';
const libraryTest = 'tests/unit/src-main/store/library-file.test.ts';
const databaseTest = 'tests/unit/src-main/store/database.test.ts';
const fullDisk = 'tests/integration/full-disk-start.test.ts';
const mergedRun = 'tests/unit/src-main/services/merged-run.test.ts';
const foreign = 'tests/unit/src-main/services/foreign-folder.test.ts';

const largeModels = 'tests/unit/src-core/formats/large-models.test.ts';
const lineGrowth = 'tests/unit/src-main/external-engines/line-growth.test.ts';
const externalEngines = 'tests/integration/external-engines.test.ts';
const saves = 'tests/unit/src-main/services/library-save.test.ts';
const everyEngine = 'tests/unit/src-core/edge-matching/every-engine.test.ts';
const oddNames = 'tests/unit/src-core/formats/names.test.ts';
const oddPictures = 'tests/unit/src-renderer/print/odd-names.test.ts';
const otherVersion = 'tests/integration/other-version.test.ts';
const signals = 'tests/integration/signals.test.ts';
const queueTest = 'tests/unit/src-main/services/run-queue.test.ts';
const activeRunTest = 'tests/unit/src-main/services/active-run.test.ts';
const runnerTest = 'tests/unit/src-main/solver-process/runner.test.ts';
const hunts = 'tests/unit/src-core/edge-matching/hunt/portfolio/engine.test.ts';

const entry = 'src-main/electron/electron.ts';
const consent = 'src-main/consent.ts';
const queue = 'src-main/services/run-queue.ts';
const activeRun = 'src-main/services/active-run.ts';
const write = 'src-core/formats/write.ts';
const libraryFile = 'src-main/store/library-file.ts';
const lockDown = 'src-main/electron/lock-down.ts';
const sender = 'src-main/electron/trusted-sender.ts';
const served = 'src-main/electron/serve-renderer.ts';
const headers = 'src-main/local-host/static-files.ts';
const server = 'src-main/local-host/local-server.ts';
const access = 'src-main/local-host/access.ts';
const socket = 'src-main/local-host/serve-socket.ts';
const database = 'src-main/store/database.ts';
const restore = 'src-main/store/backup.ts';
const longWork = 'src-main/store/long-work.ts';
const programs = 'src-main/external-engines/programs.ts';
const config = 'electron-builder.yml';
const watchdog = 'src-main/external-engines/watchdog.ts';
const orphans = 'tests/integration/orphans.test.ts';
const temporary = 'src-main/temporary-folder.ts';
const leftovers = 'tests/unit/src-main/temporary-folder.test.ts';

const without = (file: string, test: string, name: string, find: string, replace = ''): Mutation => ({
  name,
  file,
  find,
  replace,
  test,
});

export const mutations: readonly Mutation[] = [
  without(
    'src-main/external-engines/external-solver.ts',
    'tests/unit/src-main/external-engines/turns.test.ts',
    'the watchdog and the engine start in one turn',
    'setImmediate(() => begin(command))',
    'queueMicrotask(() => begin(command))',
  ),
  without(watchdog, orphans, 'engines survive a kill', 'for each in $watched; do end', 'for each in; do end'),
  without(watchdog, orphans, 'children that left the process group survive', 'kill -9 $pids', ':'),
  without(watchdog, orphans, 'temporary folders stay after a kill', 'rm -rf "$folders$host-"*'),
  without(temporary, leftovers, 'leftovers stay', '|| isAlive(pid)', '|| pid > 0'),
  without(temporary, leftovers, 'folders in use are deleted', ' || isAlive(pid)'),
  without(
    temporary,
    leftovers,
    'one folder in use keeps the others from being deleted',
    '      // The folder belongs to another user, or is in use. It does no harm if it stays.',
    '      return;',
  ),
  without(entry, desktop, 'lockDown() is never called', '  lockDown(devServerUrl);\n'),
  without(entry, desktop, 'no enableSandbox()', 'app.enableSandbox();\n'),
  without(entry, desktop, 'the window without its sandbox', 'sandbox: true', 'sandbox: false'),
  without(entry, desktop, 'no context isolation', 'contextIsolation: true', 'contextIsolation: false'),
  without(entry, desktop, 'Node in the page', 'nodeIntegration: false', 'nodeIntegration: true'),
  without(entry, desktop, 'webviews allowed', 'webviewTag: false', 'webviewTag: true'),
  without(
    entry,
    desktop,
    'a development server, also packaged',
    'app.isPackaged ? undefined : process',
    'process',
  ),
  without(
    entry,
    desktop,
    'any sender may call',
    '!isTrustedSender(event.senderFrame, devServerUrl)',
    'event.senderFrame === undefined',
  ),
  without(
    entry,
    desktop,
    'a second instance beside the first',
    'app.requestSingleInstanceLock()',
    'app.isReady !== undefined || true',
  ),
  without(sender, desktop, 'frames inside the page are trusted', ' || frame.parent !== null'),
  without(
    sender,
    desktop,
    'any host of our scheme, any scheme',
    "url.protocol === 'app:' && url.host === 'bundle'",
    "url.protocol !== 'never:'",
  ),
  without(
    lockDown,
    desktop,
    'permissions are granted when asked for',
    'callback(isGranted(permission, media, asking));',
    'callback(true);',
  ),
  without(
    lockDown,
    desktop,
    'permissions are granted when looked up',
    'isGranted(permission, asking.mediaType, asking),',
    'true,',
  ),
  without(
    lockDown,
    desktop,
    'devices are granted',
    'setDevicePermissionHandler(() => false)',
    'setDevicePermissionHandler(() => true)',
  ),
  without(
    lockDown,
    desktop,
    'camera and microphone are granted to any page',
    "if (permission === 'clipboard-sanitized-write') return true;",
    "if (permission === 'clipboard-sanitized-write' || permission === 'media') return true;",
  ),
  without(lockDown, desktop, 'the microphone is granted', " && media === 'video'"),
  without(lockDown, desktop, 'the screen is granted', "    permission === 'media' &&\n"),
  without(
    lockDown,
    desktop,
    'frames inside the page get the camera',
    'asking.isMainFrame ? null : asking',
    'null',
  ),
  without(lockDown, desktop, 'any page gets the camera', "asking.requestingUrl ?? ''", "'app://bundle/'"),
  without(lockDown, desktop, 'the page may navigate elsewhere', 'if (!isReload) event.preventDefault();'),
  without(
    lockDown,
    desktop,
    'the page may contain a webview',
    "contents.on('will-attach-webview', (event) => event.preventDefault());",
  ),
  without(lockDown, desktop, 'the page may open windows', "action: 'deny'", "action: 'allow'"),
  without(
    lockDown,
    desktop,
    'a link opens in the user’s browser',
    "contents.setWindowOpenHandler(() => ({ action: 'deny' }));",
    "contents.setWindowOpenHandler(({ url }) => { void import('electron').then(({ shell }) => shell.openExternal(url)); return { action: 'deny' }; });",
  ),
  without(
    'src-main/electron/releases.ts',
    desktop,
    'the page of releases opens without asking',
    'if (response === 0) await',
    'await',
  ),
  without(
    'src-main/electron/open-file.ts',
    desktop,
    'pipes and folders are opened',
    "    if (!found.isFile()) throw new Error('This is not a file.');",
  ),
  without(served, desktop, 'any host of our scheme is served', 'url.host === host && '),
  without(served, desktop, 'any method is served', " && request.method === 'GET'"),
  without(
    served,
    desktop,
    'our scheme bypasses the content security policy',
    'codeCache: true',
    'codeCache: true, bypassCSP: true',
  ),
  without(
    'src-preload/index.ts',
    preload,
    'the page gets ipcRenderer',
    'const bridge: ClientTransport = {',
    'const bridge: ClientTransport & object = {\n  ipcRenderer,',
  ),
  without(
    'src-preload/index.ts',
    preload,
    'the page gets the event, and through it the sender',
    'listener(payload)',
    'listener(_event)',
  ),
  without(
    'src-preload/index.ts',
    preload,
    'the page may call any channel',
    "(method, input) => ipcRenderer.invoke('rpc', method, input)",
    '(method, input) => ipcRenderer.invoke(method, input)',
  ),

  without(
    headers,
    desktop,
    'inline scripts',
    "script-src 'self' 'wasm-unsafe-eval'",
    "script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'",
  ),
  without(headers, desktop, 'inline styles', "style-src 'self'", "style-src 'self' 'unsafe-inline'"),
  without(headers, desktop, 'eval', "'wasm-unsafe-eval'", "'unsafe-eval'"),
  without(headers, desktop, 'no trusted types', `  "require-trusted-types-for 'script'",\n`),
  without(
    headers,
    desktop,
    'any trusted-types policy',
    "'trusted-types svelte-trusted-html edgewise-worker'",
    "'trusted-types *'",
  ),
  without(headers, desktop, 'connections to anywhere', `"connect-src 'self'"`, `"connect-src *"`),
  without(headers, desktop, 'framed by others', `  "frame-ancestors 'none'",\n`),
  without(headers, desktop, 'no referrer policy', "  'referrer-policy': 'no-referrer',\n"),
  without(headers, desktop, 'our page may ask for the microphone', 'microphone=()', 'microphone=(self)'),
  without(headers, desktop, 'no opener policy', "  'cross-origin-opener-policy': 'same-origin',\n"),
  without(headers, desktop, 'content types are guessed', "  'x-content-type-options': 'nosniff',\n"),

  without(server, strangers, 'bound to every address', "'127.0.0.1', resolve", "'0.0.0.0', resolve"),
  without(server, localHost, 'files for any Host', '  if (req.headers.host !== authority) return 421;\n'),
  without(
    server,
    localHost,
    'files for any method',
    "  if (req.method !== 'GET' && req.method !== 'HEAD') return 405;\n",
  ),
  without(server, localHost, 'files for other sites', 'isOwnRequest(req) ? null : 403', 'null'),
  without(server, strangers, 'the socket for any Host', '      req.headers.host === authority &&\n'),
  without(
    server,
    strangers,
    'the socket for any Origin',
    '      req.headers.origin === `http://${authority}` &&\n',
  ),
  without(
    server,
    strangers,
    'the socket without a token',
    " &&\n      access.admits(offered(req, 'token.'), offered(req, 'session.'))",
  ),
  without(
    access,
    strangers,
    'tokens are not compared in constant time',
    '!timingSafeEqual(sha256(secret), sha256(this.#secret))',
    'secret !== this.#secret',
  ),
  without(
    access,
    strangers,
    'sessions are not compared in constant time',
    'timingSafeEqual(each, digest)',
    'each.equals(digest)',
  ),
  without(access, strangers, 'the address works twice', 'this.#secret = newSecret();\n'),
  without(
    access,
    strangers,
    'sessions that can be guessed',
    'if (session.length >= MIN_SESSION_KEY_LENGTH) ',
  ),
  without(
    server,
    localHost,
    'the token is echoed',
    'protocols.has(own) ? own : ',
    '[...protocols].at(-1) ?? ',
  ),
  without(
    server,
    localHost,
    'the opening page keeps a used address',
    '() => options.onAddress?.(address())',
    '() => undefined',
  ),
  without(server, strangers, 'messages of any length', '    maxPayload: MAX_MESSAGE_BYTES,\n'),
  without(
    socket,
    strangers,
    'messages of any number of values',
    '  if (limitExceeded(text, MAX_MESSAGE_VALUES) !== null) return null;\n',
  ),
  without(
    socket,
    strangers,
    'answers of any length',
    'text.length <= MAX_REPLY_CHARACTERS',
    'text.length > 0',
  ),
  without(
    server,
    strangers,
    'no time-outs',
    'createServer(timesOf(options.requestMs ?? MAX_REQUEST_MS), (req',
    'createServer((req',
  ),
  without(server, strangers, 'any number of connections', '  server.maxConnections = MAX_CONNECTIONS;\n'),
  without(
    server,
    strangers,
    'refused sockets stay half open',
    "close\\r\\n\\r\\n', () => socket.destroy());",
    "close\\r\\n\\r\\n');",
  ),
  without(
    server,
    strangers,
    'quitting waits for strangers',
    '      for (const connection of connections) connection.destroy();\n',
  ),
  without(
    socket,
    strangers,
    'requests while closing',
    '    if (refused !== null) answer(',
    '    if (false) answer(',
  ),
  without(
    'src-main/local-host/serve.ts',
    localHost,
    'the network closes before the checkpoints',
    '          await services.close();\n',
    '          await server.close();\n          await services.close();\n',
  ),
  without(
    'src-main/local-host/opening-page.ts',
    start,
    'everybody can read the opening page',
    '{ mode: 0o600, ',
    '{ mode: 0o644, ',
  ),
  without(
    'scripts/start.ts',
    start,
    'the token is on a command line',
    "if (what === 'PAGE') {",
    "if (what === 'READY') {",
  ),
  without('src-main/data-dir.ts', desktop, 'everybody can read the data folder', '0o700', '0o755'),

  without(
    'src-main/read-text-file.ts',
    files,
    'files of any length',
    'throw tooManyBytes(size, limit)',
    'void tooManyBytes',
  ),
  without(
    'src-core/formats/json.ts',
    files,
    'JSON of any number of values',
    "if (exceeded === 'values') {",
    'if (false) {',
  ),
  without('src-core/rpc.ts', rpc, 'all errors of a request are collected', ', { abortEarly: true }'),
  without(
    'src-core/rpc.ts',
    rpc,
    'error messages as long as the request',
    'message.length > MAX_ERROR_LENGTH',
    'message.length < 0',
  ),

  without(
    database,
    rescue,
    'an empty file is reported as another program’s',
    '  if (version === 0 && tables.length === 0) throw new Error(empty);\n',
  ),
  without(
    database,
    rescue,
    'a newer library’s journal is written back',
    'expectSound(file, { readonly: true }',
    'expectSound(file, {}',
  ),
  without(database, rescue, 'no quick_check', "if (check !== 'ok')", "if (check === 'never')"),
  without(database, rescue, 'entries are not checked', 'if (rows > 0)', 'if (rows < 0)'),
  without(
    database,
    rescue,
    'a new library is written under its final name',
    'const unfinished = `${file}.new`;',
    'const unfinished = file;',
  ),

  without(
    database,
    rescue,
    'a library whose journal can’t be opened is called damaged',
    '  if (isOfDisk(fault.code)) throw fault;\n',
  ),
  without(
    database,
    databaseTest,
    'a folder with the name of a library’s file is not noticed',
    '    expectNoFolders(file);\n',
  ),
  without(
    'src-main/disk-problem.ts',
    fullDisk,
    'the system’s error behind SQLite’s is not looked for',
    "problems[writingFails(place.folder) ?? '']",
    'undefined',
  ),
  without(
    'src-main/services/merged-run.ts',
    mergedRun,
    'merging blocks the host',
    '    await setImmediate();\n',
  ),

  without(
    database,
    rescue,
    'a library with a rollback journal is called unreadable',
    '  if (existsSync(`${file}-journal`)) return examineCopy(file, newest);\n',
  ),
  without(
    database,
    rescue,
    'no copy of a library before a change is undone',
    '      keepInterrupted(file);\n',
  ),
  without(
    longWork,
    crafted,
    'a restored library keeps the size of the one before',
    "db.exec('VACUUM main')",
    'void 0',
  ),
  without(restore, backups, 'a backup is restored unchecked', '    await checked(copy, file);\n'),
  without(
    restore,
    backups,
    'a restore does not keep the previous library',
    'await backUpAsNew(db, dir, `before-restore-${backupStem(new Date())}`, BACKUP_EXTENSION)',
    "'nothing'",
  ),
  without(
    restore,
    backUps,
    'a library that is locked is backed up as an empty file',
    'if (totalPages === 0)',
    'if (totalPages < 0)',
  ),
  without(
    restore,
    backUps,
    'a backup begins again after each change',
    "'BEGIN; SELECT 1 FROM sqlite_schema'",
    "'BEGIN'",
  ),
  without(
    libraryFile,
    backUps,
    'a journal that is read is written at each change',
    'this.#journalBytes <= this.#unwritable + MAX_JOURNAL_BYTES',
    'this.#journalBytes <= MAX_JOURNAL_BYTES',
  ),
  without(
    libraryFile,
    crafted,
    'changes during a restore are lost',
    'if (this.#refusal !== null) throw new Error(this.#refusal);',
  ),
  without(
    longWork,
    crafted,
    'a restore changes another library',
    'expectUnchanged(file, print);\n        for',
    'for',
  ),
  without(longWork, crafted, 'a crafted backup is restored', 'expectOwnSchema(copy);'),
  without('src-main/new-file.ts', restored, 'a kept file is overwritten', "'wx'", "'w'"),
  without(
    libraryFile,
    libraryTest,
    'a replaced library is written to',
    'this.#print !== fingerprintOf(this.#file, this.#hasLog)',
    'false',
  ),
  without(
    'src-main/store/store.ts',
    libraryTest,
    'a link to a missing library is replaced',
    'withoutLink(databaseFile(dataDir))',
    'databaseFile(dataDir)',
  ),
  without(
    libraryFile,
    'tests/unit/src-main/full-disk.test.ts',
    'a full disk counts as a lost library',
    'this.#print = fingerprintOf(this.#file, this.#hasLog);\n    }\n    if (this.#unwritable > 0) return;',
    '}\n    if (this.#unwritable > 0) return;',
  ),
  without('src-main/store/store.ts', libraryTest, 'any journal is applied', 'expectOwnJournal(file);'),
  without(
    queue,
    foreign,
    'runs in a folder from elsewhere start automatically',
    'store.mayStartAutomatically ? runs.whyWaits(id) : WAITS_FOR_FIRST_START',
    'runs.whyWaits(id)',
  ),
  without(
    'src-main/solver-process/session.ts',
    otherVersion,
    'a search resumes from a checkpoint of any shape',
    'expectCheckpoint(engine, state)',
    'state as ReturnType<typeof expectCheckpoint>',
  ),
  without(queue, otherVersion, 'the queue starts a run of another version', 'notHere ??'),

  without(
    programs,
    foreign,
    'programs in a folder from elsewhere run',
    'if (!program || isAllowed(program)) return null;',
    'return null;',
  ),
  without(
    consent,
    foreign,
    'a permission is for any arguments',
    '[adapter, command, args, hash]',
    '[adapter, command, hash]',
  ),
  without(
    consent,
    foreign,
    'a permission is for any content of the program',
    '[adapter, command, args, hash]',
    '[adapter, command, args]',
  ),
  without(
    write,
    largeModels,
    'a model is written to learn whether it can be',
    'if (writer.cannotHold) return writer.cannotHold(puzzle);',
  ),
  without(
    write,
    largeModels,
    'a model is written in one part',
    'if (writer.parts) return { parts: writer.parts(puzzle, options), lost: [] };',
  ),
  without(
    'src-main/external-engines/lines-solver.ts',
    lineGrowth,
    'a quadratic pattern for the lines of an engine',
    `line
      .split(/\\s/)
      .find((word) => word.includes('board_edges=') || word.includes('board_pieces='))`,
    '/\\S*board_edges=\\S*|\\S*board_pieces=\\S*/.exec(line)?.[0]',
  ),
  without(
    programs,
    'tests/unit/src-main/external-engines/program-hash.test.ts',
    'programs are hashed at once',
    'if (knownHash(file, state) !== null) continue;',
    'continue;',
  ),
  without(
    'src-main/external-engines/conversation.ts',
    externalEngines,
    'any number of empty lines',
    'if (++this.#second.lines > timeouts.flood)',
    "if (text !== '' && ++this.#second.lines > timeouts.flood)",
  ),
  without(
    'src-main/services/backup.ts',
    restored,
    'two windows share a transfer',
    'const transfer = ++this.#transfers;',
    'const transfer = 1 + 0 * this.#transfers;',
  ),
  without(
    'src-main/services/library.ts',
    saves,
    'a later save replaces that of another window',
    '!copy && revision !== undefined && revision !== old.revision',
    'false',
  ),
  without(
    'src-core/puzzle/versions.ts',
    'tests/unit/src-core/puzzle/versions.test.ts',
    'overlapping versions are merged',
    'overlap(base, mine, theirs) ? null : mergedEdges',
    'mergedEdges',
  ),
  without(
    'src-core/edge-matching/classic/brute-force-search.ts',
    everyEngine,
    'a symmetric tile is counted once for each turn',
    'this.#own[code] ?? code',
    'code',
  ),
  without(
    'src-main/solver-process/run-checkpoint.ts',
    otherVersion,
    'checkpoints of any engine version',
    'engineVersion !== engine.version',
    'engineVersion === null',
  ),
  without(
    'src-core/text/clean.ts',
    oddNames,
    'names keep control characters',
    "oneLine(text) || '?'",
    'text',
  ),
  without(
    'src-renderer/board-view/svg.ts',
    oddPictures,
    'pictures contain characters that XML refuses',
    "text.replaceAll(NOT_XML, '\\uFFFD')",
    'text',
  ),
  without(
    longWork,
    crafted,
    'references in a backup are not checked',
    'if (orphan) throw',
    'if (false as boolean) throw',
  ),
  without(
    'src-main/solver-process/end-signals.ts',
    signals,
    'a signal to the group ends the solver',
    'if (signalled) signalled(); else early = true;',
    'process.exit(0);',
  ),
  without(queue, queueTest, 'a queued run overtakes an interrupted one', 'store.runs.putFirst(stopped);'),
  without(
    queue,
    queueTest,
    'a resumed run searches beside another',
    "other === undefined || status === 'queued' || isActive(status)",
    'other !== null',
  ),
  without(
    activeRun,
    activeRunTest,
    'the speed of a dead solver stays on the page',
    'if (this.#figures) this.#figures = { ...this.#figures, nodesPerSecond: averageSpeed(this.#figures) };',
  ),
  without(
    'src-main/solver-process/runner.ts',
    runnerTest,
    'running time goes back to that of the checkpoint',
    'Math.max(checkpoint?.elapsedMs ?? 0, options.elapsedMs ?? 0)',
    'checkpoint?.elapsedMs ?? 0',
  ),
  without(
    'src-main/solver-process/runner.ts',
    runnerTest,
    'a new hunt repeats its work in the workers',
    'if (engine.repeatsWork && job.threads > 1)',
    'if (job.threads > 1000)',
  ),
  without(
    'src-main/solver-process/report.ts',
    runnerTest,
    'nothing is said while work is repeated',
    'this.#tellRepeating(repeated);',
  ),
  without(
    'src-core/edge-matching/hunt/portfolio/member.ts',
    hunts,
    'a stop is not heard while work is repeated',
    'this.#repeat > 0 && repeatedNodes < nodeBudget',
    'this.#repeat > 0',
  ),
  without(
    programs,
    added,
    'saving the list of engines overwrites entries that could not be read',
    '  if (problem !== null) throw new Error(problem);\n',
  ),
  without(
    programs,
    added,
    'one bad entry in the list of engines hides the others',
    'programs: read.flatMap(',
    'programs: bad >= 0 ? [] : read.flatMap(',
  ),
  without(
    'src-main/cli/run.ts',
    printed,
    'a terminal interprets what is printed',
    '  if (process.stdout.isTTY) guardOutput(process.stdout);\n',
  ),

  ...(
    [
      ['runAsNode: false', 'true'],
      ['enableCookieEncryption: false', 'true'],
      ['enableNodeOptionsEnvironmentVariable: false', 'true'],
      ['enableNodeCliInspectArguments: false', 'true'],
      ['enableEmbeddedAsarIntegrityValidation: true', 'false'],
      ['onlyLoadAppFromAsar: true', 'false'],
      ['grantFileProtocolExtraPrivileges: false', 'true'],
    ] as const
  ).map(([fuse, other]) =>
    without(config, builder, `fuse ${fuse.split(':')[0]}`, fuse, fuse.replace(/(true|false)$/, other)),
  ),
  without('scripts/with-node.cjs', start, 'an older Node prints no error', '< oldest', '< 0'),
  without(
    'src-core/scan/picture-header.ts',
    'tests/unit/src-core/scan/scan-sorting.test.ts',
    'the first size in a HEIC instead of the largest',
    'if (!largest || width * height > largest.width * largest.height) largest',
    'largest ??',
  ),
];
