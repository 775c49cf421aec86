// Added engines that can't be started, and commands sent to engines before they have started. The queue and the lab
// continue.
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { HostEvent } from '../../../../src-core/contract.ts';
import { engineNames, loadEngine } from '../../../../src-core/engines.ts';
import type { Puzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { externalSolver } from '../../../../src-main/external-engines/external-solver.ts';
import { knowEngines, solverFor } from '../../../../src-main/external-engines/external-engine.ts';
import { addEngine } from '../../../../src-main/external-engines/add-engine.ts';
import { addProgram, programNamed, type Program } from '../../../../src-main/external-engines/programs.ts';
import { addedEngines } from '../../../../src-main/services/added-engines.ts';
import { LabService } from '../../../../src-main/services/lab.ts';
import { RunQueue } from '../../../../src-main/services/run-queue.ts';
import { RunService } from '../../../../src-main/services/runs.ts';
import type { SolverHandle, SolverMessage } from '../../../../src-main/solver-process/protocol.ts';
import { addedProgram, plainHello } from '../../support/added-program.ts';
import { solverInTest } from '../../support/solver-here.ts';
import { Store } from '../../../../src-main/store/store.ts';
import { allOf } from '../../../integration/host.ts';
import { hoglanSquares } from '../../support/sources.ts';
import { removeDir } from '../../../temporary-dir.ts';

vi.setConfig({ testTimeout: 120_000 });

const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
const program = (args: string[], changes: Partial<Program> = {}): Program =>
  addedProgram(process.execPath, args, changes);

/** A program that waits for a file before it sends its first message, and records the messages that it receives */
const slowToGreet = (dir: string): Program =>
  program([
    '-e',
    `const fs = require('node:fs');
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      fs.appendFileSync(${JSON.stringify(path.join(dir, 'heard'))}, JSON.parse(line).type + ' ');
      const { type } = JSON.parse(line);
      if (type === 'hello') greet();
      if (type === 'job') console.log('{"type":"progress","nodes":1}');
      if (type === 'stop') { console.log('{"type":"done","status":"stopped"}'); process.exit(); }
    });
    function greet() {
      if (!fs.existsSync(${JSON.stringify(path.join(dir, 'greet'))})) setTimeout(greet, 10);
      else console.log(${JSON.stringify(JSON.stringify(plainHello))});
    }`,
  ]);

let dir: string;
let store: Store;
let puzzleId: number;
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'edgewise-added-'));
  store = await Store.open(dir, 'test');
  puzzleId = store.puzzles.add(puzzle).id;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  store.close();
  removeDir(dir);
});

interface Told {
  readonly handle: SolverHandle;
  readonly messages: SolverMessage[];
  readonly end: Promise<Extract<SolverMessage, { type: 'ended' }>>;
}
function run(engine: Program, given: Puzzle = puzzle, checkpoints: Uint8Array[] = []): Told {
  const handle = externalSolver(engine);
  const messages: SolverMessage[] = [];
  const end = new Promise<Extract<SolverMessage, { type: 'ended' }>>((resolve) => {
    handle.onMessage((message) => {
      messages.push(message);
      if (message.type === 'ended') resolve(message);
    });
  });
  const { puzzleId: _, ...settings } = allOf(0, { engine: 'mine' });
  handle.post({
    type: 'start',
    job: { ...settings, puzzle: given },
    limits: settings.limits,
    checkpoints,
    databasesDir: '',
    lowPriority: false,
  });
  return { handle, messages, end };
}
const statuses = ({ messages }: Told): string[] =>
  messages.flatMap((message) => (message.type === 'status' ? [message.status] : []));

describe('a start that fails ends the run with the reason', () => {
  test('a puzzle that can’t be written; nothing is left in the temporary folder', async () => {
    vi.stubEnv('TMPDIR', dir);
    const before = readdirSync(dir);
    const lines = program(['{puzzle}'], { adapter: 'lines' });
    expect(await run(lines, hoglanSquares).end).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/for \{puzzle\}: .*plain colours/) as string,
    });
    expect(readdirSync(dir)).toEqual(before);
  });

  test('a command that no system can start', async () => {
    const lines = program(['{seed}', 'a\0b'], { adapter: 'lines' });
    expect(await run(lines).end).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/can't be started: .*null bytes/) as string,
    });
  });

  test('an unreadable checkpoint; an older readable one is used', async () => {
    const bad = Uint8Array.of(1, 2, 3);
    const end = await run(program(['-e', '0']), puzzle, [bad]).end;
    expect(end).toMatchObject({ status: 'failed', message: 'no checkpoint of this run is readable' });
    expect(end.figures).toBeNull();
  });
});

describe('commands before the hello are not lost', () => {
  test('stop: nothing is started', async () => {
    const told = run(slowToGreet(dir));
    told.handle.post({ type: 'stop' });
    expect(await told.end).toMatchObject({ status: 'stopped', message: '' });
    expect(statuses(told)).not.toContain('running');
  });

  test('pause: the job is sent when the run is resumed', async () => {
    const told = run(slowToGreet(dir));
    told.handle.post({ type: 'pause' });
    await vi.waitUntil(() => statuses(told).includes('paused'), { timeout: 60_000 });
    writeFileSync(path.join(dir, 'greet'), '');
    await vi.waitUntil(() => told.messages.length > 0 && heard().startsWith('hello'), { timeout: 60_000 });
    told.handle.post({ type: 'resume' });
    await vi.waitUntil(() => told.messages.some(({ type }) => type === 'progress'), { timeout: 60_000 });
    told.handle.post({ type: 'stop' });
    expect(await told.end).toMatchObject({ status: 'stopped', message: '' });
    expect(heard()).toBe('hello job stop ');
    expect(statuses(told).filter((status) => status !== 'preparing')).toEqual(['paused', 'running']);

    function heard(): string {
      try {
        return readFileSync(path.join(dir, 'heard'), 'utf8');
      } catch {
        return '';
      }
    }
  });

  test('stop while paused: the run ends without ever running', async () => {
    writeFileSync(path.join(dir, 'greet'), '');
    const told = run(slowToGreet(dir));
    told.handle.post({ type: 'pause' });
    told.handle.post({ type: 'stop' });
    expect(await told.end).toMatchObject({ status: 'stopped', message: '' });
    expect(statuses(told)).not.toContain('running');
  });
});

test('an engine that is killed before its hello is reported as gone', async () => {
  const told = run(slowToGreet(dir));
  const gone = new Promise((resolve) => told.handle.onExit(resolve));
  told.handle.kill();
  expect(await gone).toBeNull();
});

describe('the queue', () => {
  const begin = (): { runs: RunService; queue: RunQueue } => {
    const emit = (event: HostEvent): void => {
      if (event.type === 'run.changed') queue.runChanged(event.run);
    };
    const runs = new RunService({
      store,
      dataDir: dir,
      emit,
      spawnSolver: solverFor(dir, solverInTest),
      check: (_, { options = {} }) => Promise.resolve({ options, title: 'Mine', version: 0 }),
    });
    const queue = new RunQueue({ store, runs, emit });
    return { runs, queue };
  };
  const over = (id: number): Promise<unknown> =>
    vi.waitUntil(() => !['queued', 'preparing', 'running'].includes(store.runs.get(id).status), {
      timeout: 60_000,
    });

  test('continues after a run that could not be started', async () => {
    addProgram(dir, program(['{puzzle}'], { adapter: 'lines' }));
    const { runs, queue } = begin();
    const halves = store.puzzles.add(hoglanSquares).id;
    const first = await queue.start(allOf(halves, { engine: 'mine' }));
    const second = await queue.start(allOf(puzzleId));
    await over(second);
    expect(store.runs.get(first)).toMatchObject({ status: 'failed' });
    expect(store.runs.get(first).message).toMatch(/for \{puzzle\}: /);
    expect(store.runs.get(second).status).toBe('exhausted');
    await runs.close();
  });

  test('while a program that only prints boards is running, the next run waits', async () => {
    addProgram(dir, program(['-e', 'setInterval(() => 0, 1000)'], { adapter: 'lines' }));
    const { queue } = begin();
    const first = await queue.start(allOf(puzzleId, { engine: 'mine' }));
    const second = await queue.start(allOf(puzzleId));
    await vi.waitUntil(() => store.runs.get(first).status === 'running', { timeout: 60_000 });
    expect(store.runs.get(second).status).toBe('queued');
    await queue.close();
  });
});

describe('the lab', () => {
  const plan = (given: Puzzle) => ({
    puzzles: [{ name: 'it', source: { kind: 'puzzle' as const, puzzle: given } }],
    setups: [
      { name: 'mine', engine: 'mine', options: {} },
      { name: 'exact', engine: 'exact', options: {} },
    ],
    trials: 1,
    firstSeed: 1,
    wanted: 1,
    limits: { seconds: null, nodes: null },
    threads: 1,
  });

  test('a trial that can’t be started fails, and the experiment continues', async () => {
    addProgram(dir, program(['{puzzle}'], { adapter: 'lines' }));
    knowEngines(dir);
    const lab = new LabService({
      store,
      dataDir: dir,
      spawnSolver: solverFor(dir, solverInTest),
      emit: () => undefined,
    });
    const id = await lab.start('halves', plan(hoglanSquares));
    await lab.finished(id);
    expect(store.lab.trials(id).map(({ setup, status }) => `${setup} ${status}`)).toEqual([
      'mine failed',
      'exact solved',
    ]);
    await lab.close();
  });

  test('can be paused while an added engine works', async () => {
    const there = path.join(dir, 'there');
    const words = [
      '-e',
      `require('node:fs').writeFileSync(${JSON.stringify(there)}, ''); setInterval(() => 0, 1000)`,
    ];
    addProgram(dir, program(words, { adapter: 'lines' }));
    knowEngines(dir);
    const lab = new LabService({
      store,
      dataDir: dir,
      spawnSolver: solverFor(dir, solverInTest),
      emit: () => undefined,
    });
    const id = await lab.start('endless', plan(puzzle));
    await vi.waitUntil(() => existsSync(there), { timeout: 60_000 });
    lab.pause(id);
    await lab.finished(id);
    expect(store.lab.get(id).status).toBe('paused');
    await lab.close();
  });
});

describe('an unreadable list of engines', () => {
  const future = { ...program([]), name: 'future', adapter: 'telepathy' };
  test.each([
    [
      'an entry of a newer Edgewise',
      JSON.stringify([program([]), future]),
      ['mine'],
      /entry 2 \(“future”\) is not an engine that/,
    ],
    ['garbage', '[{"name":"mi', [], /is not a list of engines/],
    ['something else', '{"engines":[]}', [], /is not a list of engines/],
  ])(
    '%s: the others work, the problem is reported, and the file is unchanged',
    async (_, text, readable, problem) => {
      const file = path.join(dir, 'engines.json');
      writeFileSync(file, text);
      knowEngines(dir);
      expect(engineNames()).toEqual(expect.arrayContaining(['exact', ...readable]));
      await expect(loadEngine('future')).rejects.toThrow(problem);

      const api = addedEngines(dir, undefined, () => undefined);
      const listed = await api['engines.added']({});
      expect(listed.engines.map(({ name }) => name)).toEqual(readable);
      expect(listed.problem).toMatch(problem);

      const runs = new RunService({
        store,
        dataDir: dir,
        emit: () => undefined,
        spawnSolver: solverFor(dir, solverInTest),
        check: (_puzzle, { options = {} }) => Promise.resolve({ options, title: 'It', version: 0 }),
      });
      const own = await runs.start(allOf(puzzleId));
      const lost = await runs.start(allOf(puzzleId, { engine: 'future' }));
      await vi.waitUntil(() => !runs.busy, { timeout: 60_000 });
      expect(store.runs.get(own).status).toBe('exhausted');
      expect(store.runs.get(lost).status).toBe('failed');
      expect(store.runs.get(lost).message).toMatch(problem);

      expect(() => addProgram(dir, program([]))).toThrow(problem);
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );
});

test('a program is not started under an invalid name', async () => {
  const trace = path.join(dir, 'started');
  const args = ['-e', `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '')`];
  for (const name of ['Mine!', 'exact']) {
    const adding = addEngine(dir, { name, adapter: 'json', command: process.execPath, args });
    await expect(adding).rejects.toThrow(`“${name}”`);
  }
  expect(existsSync(trace)).toBe(false);
});

test('a command and the files in its arguments are stored with full paths', async () => {
  const given = { command: 'examples/engines/page.py', args: ['package.json', 'src-main', 'fast', '--x'] };
  await addEngine(dir, { name: 'mine', adapter: 'lines', ...given });
  expect(programNamed(dir, 'mine')).toMatchObject({
    command: path.resolve('examples/engines/page.py'),
    args: [path.resolve('package.json'), 'src-main', 'fast', '--x'],
  });
  await addEngine(dir, { name: 'mine', adapter: 'lines', command: 'python3', args: [] });
  expect(programNamed(dir, 'mine').command).toBe('python3');
});
