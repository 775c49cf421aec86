// Tests that need the stand-in for Electron. On request, it crashes, answers dialogs, and simulates battery power or a
// login. Each test covers a fault listed in docs/first-start.md.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { ClientTransport } from '../../src-core/contract.ts';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { Desktop, expect, standInProgram, test, type Program } from './desktop.ts';
import { electronFolder, packedLauncher } from './stand-in/distribution.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The application in its source folder, as `npm start` and `npm run dev` run it. */
const unpackedProgram: Program = { file: path.join(electronFolder, 'electron'), args: [root] };

test.use({ program: standInProgram });
test.skip(process.platform !== 'linux', 'the stand-in runs on Linux');

function puzzleFile(desktop: Desktop, file: string, name: string, seed: number): string {
  const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed });
  const whole = path.join(desktop.data, file);
  writeFileSync(whole, writePuzzle({ ...puzzle, name }, 'edgewise').text);
  return whole;
}

const close = (desktop: Desktop, clicks = 1): Promise<void> =>
  desktop.inStandIn(({ BrowserWindow }, times) => {
    for (let i = 0; i < times; i++) BrowserWindow.getAllWindows()[0]!.close();
  }, clicks);

const questions = (desktop: Desktop): Promise<string[]> =>
  desktop.inStandIn(({ standIn }) => standIn.questions.map(({ options }) => String(options['message'])));

const answer = (desktop: Desktop, response: number): Promise<void> =>
  desktop.inStandIn(
    ({ standIn }, button) => standIn.questions.at(-1)!.answer({ response: button }),
    response,
  );

test('closing: three clicks ask once; the answers keep the window, hide it, or save a checkpoint and quit', async ({
  desktop,
}) => {
  const runId = await desktop.longRun();
  await close(desktop, 3);
  await expect.poll(() => questions(desktop)).toEqual(['A run is under way.']);
  await answer(desktop, 2);
  expect(await desktop.isVisible()).toBe(true);

  await close(desktop);
  await expect.poll(() => questions(desktop)).toHaveLength(2);
  await answer(desktop, 0);
  await expect.poll(() => desktop.isVisible()).toBe(false);
  const trays = (): Promise<string[]> =>
    desktop.inStandIn(({ standIn }) => standIn.trays.map(({ toolTip }) => toolTip));
  await expect.poll(trays).toEqual(['Edgewise: 1 run active']);
  await desktop.inStandIn(({ standIn }) => standIn.trays[0]!.menu!.items[0]!.click());
  expect(await desktop.isVisible()).toBe(true);
  expect(await trays()).toEqual([]);

  await close(desktop);
  await expect.poll(() => questions(desktop)).toHaveLength(3);
  await answer(desktop, 1);
  expect(await desktop.ended()).toBe(0);
  await desktop.start();
  expect(await desktop.call('runs.get', { runId })).toMatchObject({ resumable: true });
});

test('experiments count as work: the computer stays awake, the battery pauses them, closing asks', async ({
  desktop,
}) => {
  const awake = (): Promise<number> => desktop.inStandIn(({ standIn }) => standIn.awake.size);
  expect(await awake()).toBe(0);
  const [preset] = await desktop.call('lab.presets', {});
  const { experimentId } = await desktop.call('lab.start', { name: 'Mine', plan: { preset: preset!.id } });
  const status = async (): Promise<string> =>
    (await desktop.call('lab.get', { experimentId })).experiment.status;
  await expect.poll(awake).toBe(1);
  await desktop.inStandIn(({ powerMonitor }) => void powerMonitor.emit('on-battery'));
  await expect.poll(status).toBe('paused');
  await expect.poll(awake).toBe(0);
  await desktop.inStandIn(({ powerMonitor }) => void powerMonitor.emit('on-ac'));
  await expect.poll(status).toBe('running');
  await close(desktop);
  await expect.poll(() => questions(desktop)).toEqual(['An experiment is under way.']);
});

test('a solver that runs out of memory or is killed leaves a run that can be resumed', async ({
  desktop,
}) => {
  const runId = await desktop.checkpointedRun();
  await test.step('a solver that runs out of memory fails its run with a message, and keeps its checkpoint', async () => {
    await desktop.inStandIn(({ standIn }) =>
      standIn.utilities.forEach((pid) => process.kill(pid, 'SIGUSR2')),
    );
    await expect.poll(() => desktop.statusOf(runId)).toBe('failed');
    expect(await desktop.inStandIn(({ standIn }) => standIn.fatal.join())).toMatch(/heap out of memory/);
    const { resumable, log } = await desktop.call('runs.get', { runId });
    expect(log.map(({ text }) => text).join('\n')).toContain('ran out of memory');
    expect(resumable).toBe(true);
    expect(await desktop.inStandIn(({ standIn }) => standIn.errors)).toEqual([]);
    await desktop.call('runs.resume', { runId });
    await expect.poll(() => desktop.statusOf(runId)).toBe('running');
  });

  await test.step('a solver that is killed is in the log, and its run can be resumed', async () => {
    await desktop.inStandIn(({ standIn }) =>
      standIn.utilities.forEach((pid) => process.kill(pid, 'SIGKILL')),
    );
    await expect.poll(() => desktop.statusOf(runId)).not.toBe('running');
    expect(await desktop.call('runs.get', { runId })).toMatchObject({ resumable: true });
    await expect.poll(() => desktop.log).toContain('Process Edgewise solver ended: crashed');
  });
});

test('a window that hangs may be waited for; a window that crashes is loaded again', async ({ desktop }) => {
  await test.step('a window that does not respond: the user may wait', async () => {
    await desktop.inStandIn(
      ({ BrowserWindow }) => void BrowserWindow.getAllWindows()[0]!.emit('unresponsive'),
    );
    await expect.poll(() => questions(desktop)).toEqual(['The window does not respond.']);
    await answer(desktop, 1);
    expect((await desktop.call('app.info', {})).host).toBe('electron');
  });

  await test.step('a window whose process crashes is loaded again; after another crash the user is asked', async () => {
    const runId = await desktop.longRun();
    const crash = (): Promise<void> =>
      desktop.inStandIn(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.webContents.forcefullyCrashRenderer(),
      );
    const inWindow = (expression: string): Promise<unknown> =>
      desktop.inStandIn(
        ({ BrowserWindow }, code) =>
          BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(code) as Promise<unknown>,
        expression,
      );
    const status = `hostBridge.request('runs.get', { runId: ${runId} }).then(({ value }) => value.status)`;
    await crash();
    await expect.poll(() => desktop.log).toContain("The window's process ended");
    await expect.poll(() => inWindow(status).catch(() => '')).toBe('running');
    expect(await questions(desktop)).toHaveLength(1);
    await crash();
    await expect
      .poll(() => questions(desktop))
      .toEqual(['The window does not respond.', 'The window crashed again.']);
    await answer(desktop, 0);
    await expect.poll(() => inWindow(status).catch(() => '')).toBe('running');
  });
});

test('files open at the start and by an event; permissions, bridge, clipboard and downloads work', async ({
  closed: desktop,
}) => {
  await test.step('files: several are opened at the start, with upper-case or lower-case extensions', async () => {
    await desktop.start([
      puzzleFile(desktop, 'a.edgewise', 'First file', 3),
      puzzleFile(desktop, 'b.EDGEWISE', 'Second file', 4),
    ]);
    await expect
      .poll(async () => (await desktop.call('library.list', {})).map(({ name }) => name))
      .toEqual(expect.arrayContaining(['First file', 'Second file']));
  });

  await test.step('macOS: a file is opened by an event, before the window or after', async () => {
    const file = puzzleFile(desktop, 'c.edgewise', 'Dropped on the Dock', 5);
    await desktop.inStandIn(
      ({ app }, name) => void app.emit('open-file', { preventDefault: () => undefined }, name),
      file,
    );
    await expect(desktop.page.getByText('Dropped on the Dock').first()).toBeVisible();
  });

  await test.step('permissions: full screen and the camera are granted, nothing else is', async () => {
    const { page } = desktop;
    await page.evaluate('document.documentElement.requestFullscreen()');
    expect(await page.evaluate('document.fullscreenElement !== null')).toBe(true);
    await page.evaluate('document.exitFullscreen()');
    const state = (name: string): Promise<unknown> =>
      page.evaluate(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`);
    expect(await state('camera')).toBe('granted');
    expect(await state('microphone')).toBe('denied');
    expect(await state('geolocation')).toBe('denied');
    expect(await state('notifications')).toBe('denied');
    expect(await state('clipboard-write')).toBe('granted');
  });

  await test.step('the bridge: values are cloned, boards keep their type, and nothing of ipcRenderer crosses it', async () => {
    const { page } = desktop;
    const { puzzle, solution } = generate({ family: 'framed', width: 3, height: 3, seed: 6 });
    const { id } = await desktop.call('library.import', { puzzle, once: true, boards: [], paths: [] });
    const board = await page.evaluate(
      async ([puzzleId, cells]) => {
        const { hostBridge } = globalThis as unknown as { hostBridge: ClientTransport };
        await hostBridge.request('boards.add', { puzzleId, board: Int32Array.from(cells) });
        const reply = await hostBridge.request('boards.list', { puzzleId, limit: 1 });
        const { items } = (reply as { value: { items: { board: object }[] } }).value;
        return { kind: items[0]!.board.constructor.name, cells: Object.values(items[0]!.board).length };
      },
      [id, [...solution]] as const,
    );
    expect(board).toEqual({ kind: 'Int32Array', cells: solution.length });
    expect(await page.evaluate('hostBridge.onEvent(() => undefined)()')).toBeUndefined();
    await expect(page.evaluate(`hostBridge.request('app.info', { f: () => 1 })`)).rejects.toThrow(
      /could not be cloned/,
    );
    const events = await page.evaluate(`new Promise((resolve) => {
    const stop = hostBridge.onEvent((event) => { stop(); resolve(event.type); });
    void hostBridge.request('settings.set', { theme: 'dark' });
  })`);
    expect(typeof events).toBe('string');
  });

  await test.step('Copy diagnostics: versions, folder and settings go to the clipboard', async () => {
    const { page } = desktop;
    await page.evaluate(`void (location.hash = '#/settings')`);
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(page.getByText(/Diagnostics copied|copied/i).first()).toBeVisible();
    // Pages can't read the clipboard, but pasting with the keyboard works.
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' }))`,
    );
    await page.locator('#paste').focus();
    await page.keyboard.press('Control+V');
    const text = await page.locator('#paste').inputValue();
    expect(text).toContain(`Data folder: ${desktop.data}`);
    expect(text).toMatch(/Electron \d+/);
  });

  await test.step('downloads: an exported file keeps its name and arrives', async () => {
    const done = desktop.inStandIn(
      ({ session }) =>
        new Promise<string>((resolve) => {
          session.defaultSession.once('will-download', (_event, item) => {
            item.once('done', (_done, state) => resolve(`${item.getFilename()}: ${state}`));
          });
        }),
    );
    await desktop.page.evaluate(`(() => {
    const href = URL.createObjectURL(new Blob(['x']));
    Object.assign(document.createElement('a'), { href, download: 'mine.edgewise' }).click();
  })()`);
    expect(await done).toBe('mine.edgewise: completed');
  });
});

test('another library opens in a second window; each has a profile, and databases are not deleted', async ({
  desktop,
  launchOptions,
}) => {
  expect(existsSync(path.join(desktop.data, 'chromium/Default'))).toBe(true);
  const other = new Desktop(standInProgram, launchOptions.executablePath ?? chromium.executablePath());
  mkdirSync(path.join(other.data, 'databases'));
  writeFileSync(path.join(other.data, 'databases/kept'), 'a pattern database');
  await other.start();
  expect((await other.call('app.info', {})).dataDir).toBe(other.data);
  expect((await desktop.call('app.info', {})).dataDir).toBe(desktop.data);
  expect(readFileSync(path.join(other.data, 'pattern-databases/kept'), 'utf8')).toBe('a pattern database');
  await other.remove();
});

test('login: the window stays closed; the run is resumed, and pauses on battery', async ({ closed }) => {
  await closed.start();
  await closed.call('settings.set', { startAtLogin: true });
  const autostart = readFileSync(path.join(closed.data, 'config/autostart/edgewise.desktop'), 'utf8');
  expect(autostart).toContain(`Exec="${closed.program.file}" --at-login`);
  const runId = await closed.checkpointedRun();
  await closed.inStandIn(({ app }) => app.quit());
  expect(await closed.ended()).toBe(0);

  await closed.start(['--at-login'], { battery: true });
  expect(await closed.isVisible()).toBe(false);
  await expect.poll(() => closed.statusOf(runId)).toBe('paused');
  await closed.inStandIn(({ powerMonitor }) => void powerMonitor.emit('on-ac'));
  await expect.poll(() => closed.statusOf(runId)).toBe('running');
});

test('logout: no question, no delay, and starting Edgewise while it quits is not an error', async ({
  desktop,
}) => {
  const runId = await desktop.checkpointedRun();
  await desktop.inStandIn(({ app, BrowserWindow, powerMonitor }) => {
    powerMonitor.emit('shutdown');
    BrowserWindow.getAllWindows()[0]!.destroy();
    app.emit('activate');
  });
  expect(await desktop.ended()).toBe(0);
  await desktop.start();
  expect(await desktop.call('runs.get', { runId })).toMatchObject({ resumable: true });
});

test('development: the page may only reload itself; a missing server is reported', async ({ closed }) => {
  Object.assign(closed, { program: unpackedProgram });
  let loads = 0;
  const server = createServer((_request, response) => {
    loads++;
    response.setHeader('content-type', 'text/html').end('<title>Development</title><p>Page</p>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  process.env['ELECTRON_RENDERER_URL'] = `http://127.0.0.1:${port}/`;
  try {
    await closed.start();
    const before = loads;
    await closed.page.evaluate('location.reload()');
    await expect.poll(() => loads).toBeGreaterThan(before);
    await closed.page.waitForFunction('typeof hostBridge === "object"');
    await closed.page.evaluate(`void (location.href = 'http://localhost:${port}/')`);
    await expect(closed.page).toHaveTitle('Development');
    expect(closed.page.url()).toContain('127.0.0.1');
    server.close();
    server.closeAllConnections();
    await closed.inStandIn(
      ({ BrowserWindow }, url) =>
        BrowserWindow.getAllWindows()[0]!
          .loadURL(url)
          .catch(() => undefined),
      process.env['ELECTRON_RENDERER_URL'],
    );
    await expect
      .poll(() => questions(closed))
      .toEqual(['The window could not be loaded: ERR_CONNECTION_REFUSED.']);
    await answer(closed, 1);
    expect(await closed.ended()).toBe(0);
  } finally {
    delete process.env['ELECTRON_RENDERER_URL'];
    server.close();
  }
});

test('Ctrl+C in npm start, under Wayland only: every process gets the signal, and the run saves a checkpoint', async ({
  closed,
}) => {
  const program = spawn(process.execPath, [path.join(root, 'scripts/start.ts'), '--data', closed.data], {
    cwd: root,
    // its own process group, like a command in a terminal
    detached: true,
    stdio: ['ignore', 'inherit', 'pipe'],
    env: {
      ...closed.env,
      DISPLAY: ':99',
      ELECTRON_OVERRIDE_DIST_PATH: electronFolder,
      STAND_IN_DEVTOOLS: '1',
    },
  });
  const address = await new Promise<string>((resolve, reject) => {
    let log = '';
    program.stderr.on('data', (text: Buffer) => {
      log += text.toString();
      const found = /^DevTools listening on (ws:\S+)$/m.exec(log)?.[1];
      if (found) resolve(found);
    });
    program.once('exit', () => reject(new Error(log)));
  });
  const browser = await chromium.connectOverCDP(address);
  Object.assign(closed, { page: browser.contexts()[0]!.pages()[0]! });
  await closed.page.waitForFunction('typeof hostBridge === "object"');
  await closed.call('settings.set', { lowPriority: false });
  const runId = await closed.checkpointedRun();
  const gone = new Promise((resolve) => program.once('exit', resolve));
  process.kill(-program.pid!, 'SIGINT');
  expect(await gone).toBe(0);
  await browser.close();
  await closed.start();
  const { resumable, log } = await closed.call('runs.get', { runId });
  expect(resumable).toBe(true);
  expect(log.map(({ text }) => text).join('\n')).toMatch(/checkpoint/i);
});

test('the command line of the installation: input, arguments and exit codes, without a display', ({
  closed,
}) => {
  const env = { ...closed.env, DISPLAY: '' };
  const run = (args: string[], input = ''): { status: number | null; stdout: string } =>
    spawnSync(packedLauncher, args, { env, input, encoding: 'utf8' });
  const puzzle = readFileSync(path.join(root, 'resources/samples/four-arrows.edgewise'), 'utf8');
  const solved = run(['solve', '-', '--all', '--json'], puzzle);
  expect(solved.status).toBe(0);
  expect(solved.stdout).toContain('"solutions":8');
  expect(run(['solve', 'word:none', '--all']).status).toBe(2);
});
