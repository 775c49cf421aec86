/**
 * How long the host takes to answer `app.info` while it serves something heavy or hostile: the real local host in a
 * process of its own, asked over its socket, as the window asks it.
 *
 *     node bench/answers.ts
 *
 * The aim: 50 ms in the median and 250 ms at worst. Prints median and worst of each, how long the request itself took,
 * and (Linux) how long the processor worked in the host's own thread for a request and the questions beside it, which
 * is what they would wait at most on a machine that has nothing else to do. The machine's load is printed, too.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import { generate } from '../src-core/edge-matching/generate/generate.ts';
import { toCsv } from '../src-core/lab/csv.ts';
import type { Trial } from '../src-core/lab/experiment.ts';
import type { EdgePuzzle } from '../src-core/puzzle/puzzle.ts';
import { laborious } from '../tests/unit/support/laborious.ts';

const EVERY_MS = 20;

const dir = mkdtempSync(path.join(tmpdir(), 'edgewise-answers-'));
const script = path.resolve(import.meta.dirname, '../src-main/cli/edgewise.ts');
const host = spawn(process.execPath, [script, 'serve', '--data', dir], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const over = new Promise((resolve) => host.once('close', resolve));

async function address(): Promise<URL> {
  for await (const line of createInterface(host.stdout)) if (line.startsWith('http')) return new URL(line);
  throw new Error('the host did not start');
}
const url = await address();
const token = new URLSearchParams(url.hash.slice(1)).get('token')!;

/** One connection of the client's: typed loosely, since the requests below are data. */
async function connect(): Promise<(method: string, input: unknown) => Promise<unknown>> {
  const socket = new WebSocket(`ws://${url.host}/rpc`, ['app.v1', `token.${token}`], { origin: url.origin });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<
    number,
    (reply: { ok: boolean; value?: unknown; error?: { message: string } }) => void
  >();
  socket.on('message', (text: Buffer) => {
    const message = JSON.parse(text.toString()) as { id?: number; reply?: never };
    if (message.id !== undefined) waiting.get(message.id)?.(message.reply!);
  });
  let last = 0;
  return (method, input) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (reply) => {
        waiting.delete(id);
        if (reply.ok) resolve(reply.value);
        else reject(new Error(reply.error?.message));
      });
      socket.send(JSON.stringify({ id, method, input }));
    });
}

/** Processor time of the host's own thread, in ms; NaN where the system does not tell. */
function hostThreadMs(): number {
  const file = `/proc/${host.pid}/task/${host.pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : NaN;
}

const [asker, worker] = [await connect(), await connect()];
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

/** Asks `app.info` again and again while `request` is served, three times over. */
async function measure(what: string, request: () => Promise<unknown>): Promise<void> {
  const waits: number[] = [];
  let took = 0;
  let busy = 0;
  let said = 'done';
  for (let time = 0; time < 3; time++) {
    let served = false;
    const [begun, before] = [performance.now(), hostThreadMs()];
    const end = request()
      .catch((error: unknown) => (said = (error as Error).message.slice(0, 50)))
      .finally(() => {
        served = true;
        took = Math.max(took, performance.now() - begun);
      });
    do {
      const asked = performance.now();
      await asker('app.info', {});
      waits.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    } while (!served);
    await end;
    busy = Math.max(busy, hostThreadMs() - before);
  }
  console.log(
    [
      what.padEnd(44),
      median(waits).toFixed(1).padStart(9),
      Math.max(...waits)
        .toFixed(0)
        .padStart(9),
      String(waits.length).padStart(7),
      took.toFixed(0).padStart(9),
      busy.toFixed(0).padStart(9),
      `  ${said}`,
    ].join(''),
  );
}

const lab = (puzzle: EdgePuzzle): object => ({
  puzzles: [{ name: puzzle.name, source: { kind: 'puzzle', puzzle } }],
  setups: [{ name: 'exact', engine: 'exact', options: {} }],
  ...{ trials: 1, firstSeed: 1, wanted: 1, limits: { seconds: 1, nodes: null }, threads: 1 },
});
const settings = (puzzleId: number): object => ({
  puzzleId,
  engine: 'exact',
  options: {},
  wanted: { solutions: 1, boards: true },
  limits: { seconds: 1, nodes: null },
  seed: 1,
  threads: 1,
});
const added = async (puzzle: EdgePuzzle): Promise<number> =>
  ((await worker('library.add', { puzzle })) as { id: number }).id;
const [hard, framed] = [laborious(64), generate({ family: 'framed', width: 8, height: 8, seed: 1 }).puzzle];
const [hardId, framedId] = [await added(hard), await added(framed)];
const unframed = generate({ family: 'unframed', width: 32, height: 32, seed: 1 });
const trial = { puzzle: 'p', setup: 's', engine: 'exact', number: 0, seed: 1 };
const doneTrial = (number: number): Trial => ({
  ...{ number, puzzle: 'Framed 8 × 8', size: 8, setup: 'exact', seed: number, status: 'solved', message: '' },
  ...{ elapsedMs: 1234.5, bestAfterMs: 1234.5, nodes: 1e6 + number, nodesPerSecond: 1e6, iterations: null },
  ...{ iterationsPerSecond: null, placed: 64, cells: 64, matched: 112, edges: 112, raw: 1, unique: 1 },
  ...{ memoryBytes: 1e8, cpuMs: 1200 },
});
const csv = toCsv([]).split('\n')[0]!;
const numbers = `64 64\n${hard.tiles.map(({ edges }) => edges.join(' ')).join('\n')}\n`;

await worker('engines.list', {});
console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}, ${new Date().toISOString().slice(0, 10)}`,
);
console.log(
  `${'app.info while'.padEnd(44)}${'median ms'.padStart(9)}${'worst ms'.padStart(9)}${'asked'.padStart(7)}${'took ms'.padStart(9)}${'host ms'.padStart(9)}`,
);
await measure('nothing else is asked', () => new Promise((resolve) => setTimeout(resolve, 1000)));
await measure('runs.start of 64 x 64, 256 labels', () => worker('runs.start', settings(hardId)));
await measure('lab.start of the same', () => worker('lab.start', { name: 'Laborious', plan: lab(hard) }));
await measure('design.plan, 32 x 32', () =>
  worker('design.plan', { puzzle: unframed.puzzle, board: [...unframed.solution] }),
);
await measure('steps.page, page 60', () =>
  worker('steps.page', {
    query: { puzzleId: framedId, engine: 'tree', options: {}, solutions: 'all' },
    page: 60,
  }),
);
await measure('library.add of 64 x 64', () => worker('library.add', { puzzle: hard }));
await measure('library.add of 900,000 wrong tiles', () =>
  worker('library.add', { puzzle: { ...hard, tiles: new Array(900_000).fill(0) } }),
);
await measure('library.homes of the same', () => worker('library.homes', { text: numbers, options: {} }));
await measure('design.expect, 64 x 64', () =>
  worker('design.expect', { family: 'framed', width: 64, height: 64 }),
);
await measure('lab.import of 4 MB of wrong rows', () =>
  worker('lab.import', {
    name: 'wrong',
    csv: `${csv}\n${`${Object.values(trial).join(',')}\n`.repeat(150_000)}`,
  }),
);
await measure('lab.import of 20,000 trials, 3 MB', () =>
  worker('lab.import', { name: 'right', csv: toCsv(Array.from({ length: 20_000 }, (_, i) => doneTrial(i))) }),
);
await measure('library.list', () => worker('library.list', {}));

host.kill('SIGTERM');
await over;
rmSync(dir, { recursive: true, force: true });
process.exit(0);
