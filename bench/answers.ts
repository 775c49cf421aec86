/**
 * Measures how long the host takes to answer `app.info` while it is serving another request. The host runs in its own
 * process with a large library, and requests go over its socket. Measures in this order:
 *
 * - attempts to disrupt the host (tools/attempts.ts)
 * - every method of the contract, each with the heaviest request that the library allows
 * - requests that are too large or invalid
 *
 *     npm run build && node bench/answers.ts [WORD]    only attempts and methods whose names contain WORD
 *
 * Limits: 50 ms during the attempts. During other requests, a median of 50 ms and a maximum of 250 ms. Exits with code
 * 1 if a limit is exceeded. Prints wall time and, on Linux, the processor time of the host's own thread, which hardly
 * depends on other load.
 */
// Gives the benchmark its own settings folder, so that the user's list of allowed engines stays as it is.
import '../tests/config-dir.ts';
import { loadavg } from 'node:os';
import { methods, type Input, type MethodName } from '../src-core/contract.ts';
import { TRANSFER_PIECE_BYTES } from '../src-core/contract/backup.ts';
import { toCsv } from '../src-core/lab/csv.ts';
import { drive } from '../src-core/drive/drive.ts';
import { generate } from '../src-core/edge-matching/generate/generate.ts';
import { jobHere } from '../src-main/services/job.ts';
import type { EdgePuzzle } from '../src-core/puzzle/puzzle.ts';
import { addMisbehaving, attemptsOn } from './tools/attempts.ts';
import { BOARDS, framed, hard, settings, trials, unframed } from './tools/large-library.ts';
import { type Measured, printHeading, startHost } from './tools/measured-host.ts';

const word = process.argv[2] ?? '';
const load = loadavg().map((load) => load.toFixed(1));
console.log(`load ${load.join(' ')}, ${new Date().toISOString().slice(0, 10)}`);
printHeading();

const duringAttempts: Measured[] = [];
{
  const host = await startHost(duringAttempts, addMisbehaving);
  await host.measure('no other request', [() => new Promise((resolve) => setTimeout(resolve, 1000))]);
  for (const { what, request } of await attemptsOn(host))
    if (what.includes(word)) await host.measure(what, [request]);
  await host.close();
}

const duringRequests: Measured[] = [];
const host = await startHost(duringRequests);
const { ask, send, measure } = host;
const { puzzleId: manyId, runId: manyRun, hardId, unframedId, framedId, runs, labId } = host.ids;

const started = async (): Promise<{ runId: number }> => {
  const { runId } = await ask('runs.start', { ...settings(framedId), limits: { seconds: 60, nodes: null } });
  return { runId };
};
const stopped = async (): Promise<{ runId: number }> => {
  const run = await started();
  await ask('runs.stop', run);
  return run;
};
const MERGED = 20_000;
const mergeable = async (): Promise<{ files: { name: string; text: string }[] }> => {
  const { puzzle } = generate({ family: 'unframed', width: 4, height: 4, seed: 1, innerLabels: 4 });
  const { id } = await ask('library.add', { puzzle });
  const shared: { files: { text: string }[] } = await ask('runs.share', { settings: settings(id), parts: 2 });
  const { engine, job } = await jobHere(puzzle, {
    engine: 'exact',
    wanted: { solutions: MERGED, boards: true },
  });
  const boards: number[][] = [];
  for (const { slice } of drive(engine, job, { nodesASlice: 20_000 })) {
    for (const finding of slice.findings) if (finding.type === 'solution') boards.push([...finding.board]);
    if (boards.length >= MERGED) break;
  }
  const result = {
    edgewiseResult: 1,
    file: JSON.parse(shared.files[0]!.text) as object,
    engineVersion: engine.version,
    status: 'limit',
    nodes: 1,
    elapsedMs: 1,
    boards,
    paths: [],
    best: null,
    tasks: '',
  };
  return { files: [{ name: 'part-1.result.json', text: JSON.stringify(result) }] };
};
const plan = (puzzle: EdgePuzzle) => ({
  puzzles: [{ name: puzzle.name, source: { kind: 'puzzle' as const, puzzle } }],
  setups: [{ name: 'exact', engine: 'exact', options: {} }],
  trials: 1,
  firstSeed: 1,
  wanted: 1,
  limits: { seconds: 1, nodes: null },
  threads: 1,
});
const board = unframed.solution;
const bookmarks = Array.from({ length: 200 }, (_, i) => ({ name: `Mark ${i}`, board }));
const steps = { puzzleId: framedId, engine: 'tree', options: {}, solutions: 'all' as const };
const query = { query: steps };
const allIds = async (): Promise<number[]> => ask('boards.ids', { puzzleId: manyId });
const everyBoard = await allIds();
const backup = () => ask('backup.make', {});
const numbers = `64 64\n${hard.tiles.map(({ edges }) => edges.join(' ')).join('\n')}\n`;
const nothing = (): object => ({});

/** A request for each method, prepared before measuring. */
const heavy: { readonly [M in MethodName]: () => Input<M> | Promise<Input<M>> } = {
  'app.info': nothing,
  'settings.get': nothing,
  'settings.set': () => ({ lowPriority: true }),
  'engines.list': nothing,
  'engines.added': nothing,
  'engines.mayChoose': nothing,
  'engines.choose': nothing,
  'engines.allow': async () => {
    const { engines } = await ask('engines.added', {});
    return { name: 'page', hashNow: engines.find(({ name }) => name === 'page')!.hashNow };
  },
  'engines.check': () => ({ name: 'page' }),
  'library.list': nothing,
  'library.get': () => ({ id: hardId }),
  'library.import': () => ({ puzzle: unframed.puzzle, boards: [board] }),
  'library.known': () => ({ puzzle: hard }),
  'library.add': () => ({ puzzle: hard }),
  'library.matchingPuzzles': () => ({ text: numbers, options: {} }),
  'library.save': () => ({ id: hardId, puzzle: { ...hard, notes: 'changed' } }),
  'library.remove': async () => ({ id: (await ask('library.add', { puzzle: hard })).id }),
  'library.restore': async () => {
    const { id } = await ask('library.add', { puzzle: hard });
    await ask('library.remove', { id });
    return { id };
  },
  'library.tag': () => ({ id: hardId, tags: ['large'] }),
  'library.renameTag': () => ({ from: 'large', to: 'larger' }),
  'design.start': () => ({ kind: 'count', puzzle: hard, limit: 1000 }),
  'design.stop': () => ask('design.start', { kind: 'count', puzzle: unframed.puzzle, limit: 1000 }),
  'design.expect': () => ({ family: 'framed', width: 64, height: 64 }),
  'design.plan': () => ({ puzzle: unframed.puzzle, board }),
  'editing.open': () => ({ id: unframedId }),
  'editing.save': async () => ({
    id: unframedId,
    puzzle: unframed.puzzle,
    from: 4000,
    position: 4500,
    revision: (await ask('library.get', { id: unframedId })).revision,
    steps: Array.from({ length: 500 }, () => ({
      title: 'Paint',
      changes: [{ field: 'notes', before: 'x'.repeat(2000), after: 'y'.repeat(2000) }],
    })),
  }),
  'play.get': () => ({ puzzleId: unframedId }),
  'play.save': () => ({ puzzleId: unframedId, play: { board, seconds: 1, solved: false, bookmarks } }),
  'steps.page': () => ({ ...query, page: 60 }),
  'steps.nextSolution': () => ({ ...query, at: 0 }),
  'steps.totals': () => query,
  'runs.start': () => settings(hardId),
  'runs.pause': started,
  'runs.resume': stopped,
  'runs.stop': started,
  'runs.remove': stopped,
  'runs.unseen': nothing,
  'runs.see': () => ({ runIds: [manyRun] }),
  'runs.share': () => ({ settings: settings(framedId), parts: 2 }),
  'runs.merge': () => mergeable(),
  'runs.speed': () => ({ engine: 'exact', puzzleId: framedId }),
  'runs.nextSeed': () => ({ engine: 'exact', puzzleId: framedId }),
  'runs.nextStep': () => ({ runId: runs[0]!, matched: 10 }),
  'runs.list': () => ({ sort: 'best', limit: 1000 }),
  'runs.get': () => ({ runId: manyRun }),
  'runs.best': () => ({ runId: manyRun }),
  'queue.start': () => settings(framedId),
  'queue.resume': stopped,
  'queue.move': async () => {
    await ask('queue.start', settings(framedId));
    return { ...(await ask('queue.start', settings(framedId))), place: 0 };
  },
  'queue.list': nothing,
  'queue.stopAt': () => ({ at: null }),
  'lab.presets': nothing,
  'lab.list': nothing,
  'lab.get': () => ({ experimentId: labId }),
  'lab.csv': () => ({ experimentId: labId }),
  'lab.start': () => ({ name: 'Laborious', plan: plan(hard) }),
  'lab.pause': () => ask('lab.start', { name: 'Framed', plan: { ...plan(framed), trials: 1000 } }),
  'lab.resume': async () => {
    const experiment = await ask('lab.start', { name: 'Framed', plan: { ...plan(framed), trials: 1000 } });
    await ask('lab.pause', experiment);
    return experiment;
  },
  'lab.import': () => ({ name: 'Imported', csv: toCsv(trials) }),
  'lab.remove': async () => (await ask('lab.list', {})).map(({ id }) => ({ experimentId: id }))[0]!,
  'boards.list': () => ({ puzzleId: manyId, sort: 'best', offset: BOARDS - 1000, limit: 1000 }),
  'boards.ids': () => ({ puzzleId: manyId, sort: 'best' }),
  'boards.tags': nothing,
  'boards.get': async () => ({ id: (await allIds())[0]! }),
  'boards.annotate': async () => ({ id: (await allIds())[0]!, note: 'x'.repeat(5000) }),
  'boards.annotateAll': async () => ({ ids: await allIds(), addTag: `at ${Date.now()}` }),
  'boards.add': () => ({ puzzleId: unframedId, board }),
  'boards.remove': async () => ({ id: (await allIds())[0]! }),
  'boards.restore': async () => {
    const id = (await allIds())[0]!;
    await ask('boards.remove', { id });
    return { id };
  },
  'boards.removeAll': () => ({ ids: everyBoard }),
  'boards.restoreAll': () => ({ ids: everyBoard }),
  'backup.make': nothing,
  'backup.read': async () => {
    const { transfer, bytes } = await backup();
    return { transfer, offset: Math.max(0, bytes - TRANSFER_PIECE_BYTES) };
  },
  'backup.put': () => ({
    transfer: null,
    offset: 0,
    data: Buffer.alloc(TRANSFER_PIECE_BYTES).toString('base64'),
  }),
  'backup.restore': async () => {
    const { transfer: out, bytes } = await backup();
    let transfer: number | null = null;
    for (let offset = 0; offset < bytes; offset += TRANSFER_PIECE_BYTES) {
      const { data } = await ask('backup.read', { transfer: out, offset });
      ({ transfer } = await ask('backup.put', { transfer, offset, data }));
    }
    return { transfer: transfer! };
  },
  'bin.list': nothing,
  'bin.restore': async () => {
    await ask('library.remove', { id: manyId });
    return { kind: 'puzzle', id: manyId };
  },
  'bin.delete': async () => {
    await ask('library.remove', { id: hardId });
    return { kind: 'puzzle', id: hardId };
  },
  'bin.empty': async () => {
    for (const runId of runs) await ask('runs.remove', { runId });
    await ask('boards.removeAll', { ids: (await allIds()).slice(0, BOARDS / 2) });
    await ask('library.remove', { id: manyId });
    return {};
  },
  'engines.remove': () => ({ name: 'page' }),
};
/** Methods that can be called only once. */
const once: readonly MethodName[] = [
  ...(['backup.read', 'bin.restore', 'lab.remove'] as const),
  ...(['backup.restore', 'bin.delete', 'bin.empty', 'engines.remove'] as const),
  ...(['boards.removeAll', 'boards.restoreAll'] as const),
];

interface Hostile {
  readonly what: string;
  readonly method: MethodName;
  readonly input: unknown;
}
const heading = toCsv([]).split('\n')[0]!;
const hostile: readonly Hostile[] = [
  {
    what: 'library.add of 900,000 wrong tiles',
    method: 'library.add',
    input: { puzzle: { ...hard, tiles: new Array(900_000).fill(0) } },
  },
  {
    what: 'lab.import of 4 MB of wrong rows',
    method: 'lab.import',
    input: { name: 'wrong', csv: `${heading}\n${'p,s,exact,0,1\n'.repeat(300_000)}` },
  },
  { what: 'a text of 32 MB', method: 'library.matchingPuzzles', input: { text: 'x'.repeat(32_000_000) } },
];

await measure('no other request', [() => new Promise((resolve) => setTimeout(resolve, 1000))]);
for (const name of Object.keys(heavy) as MethodName[]) {
  if (!name.includes(word)) continue;
  const inputs: unknown[] = [];
  for (let time = 0; time < (once.includes(name) ? 1 : 3); time++)
    inputs.push(await Promise.resolve(heavy[name]()));
  await measure(
    name,
    inputs.map((input) => () => send(name, input)),
  );
  // Stop the work that the request started, or it would slow down the next measurement.
  for (const { id, status } of await ask('lab.list', {}))
    if (status !== 'done' && status !== 'paused') await ask('lab.pause', { experimentId: id });
  for (const { id: runId } of (await ask('queue.list', {})).active) await ask('runs.stop', { runId });
}
for (const { what, method, input } of hostile)
  if (method.includes(word))
    await measure(
      what,
      [1, 2, 3].map(() => () => send(method, input)),
    );
await host.close();

const names = (measured: readonly Measured[]): string =>
  measured.length === 0 ? 'none' : measured.map(({ what }) => what).join(', ');
const slowAttempts = duringAttempts.filter(({ worstMs }) => worstMs > 50);
const slowRequests = duringRequests.filter(({ medianMs, worstMs }) => medianMs > 50 || worstMs > 250);
console.log('By processor time:');
console.log(`attempts above 50 ms at worst: ${names(slowAttempts)}`);
console.log(
  `requests above 50 ms in the median or 250 ms at worst, of ${Object.keys(heavy).length} methods of ` +
    `${Object.keys(methods).length}: ${names(slowRequests)}`,
);
process.exit(slowAttempts.length + slowRequests.length === 0 ? 0 : 1);
