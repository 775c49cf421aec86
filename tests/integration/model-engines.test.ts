// External model solvers as engines: an adapter runs cadical, minisat and MiniZinc. A test is skipped if its
// solver is not installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { exact } from '../../src-core/edge-matching/exact/exact.ts';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { Job } from '../../src-core/engine.ts';
import { readPuzzle } from '../../src-core/formats/read-puzzle.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { externalSolver } from '../../src-main/external-engines/external-solver.ts';
import { installedSolver, versionOf } from '../../src-main/external-engines/known-solvers.ts';
import { helloOf } from '../../src-main/external-engines/model-engine.ts';
import type { Program } from '../../src-main/external-engines/programs.ts';
import type { SolverMessage } from '../../src-main/solver-process/protocol.ts';
import { edgewise as runEdgewise, script } from './command-line.ts';
import { cube, owen } from '../unit/src-core/edge-matching/exact/puzzles.ts';
import { runEngine } from '../unit/support/run-engine.ts';
import { hoglanSquares } from '../unit/support/sources.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgewise-model-engines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string): boolean => spawnSync(program, ['--help']).error === undefined;
/** An engine that runs the adapter as a program. The tests of “engines add” below let the command find the adapter. */
const program = (kind: 'sat' | 'minizinc', command: string): Program => ({
  name: kind,
  command: process.execPath,
  args: [script, 'engines', 'speak', kind, '--', command],
  adapter: 'json',
  hash: null,
  addedAt: '',
  hello: helloOf(kind, command),
});

/**
 * Hoglan's nine squares, five of them with the same half on every edge. Too few edges match that half, so not all tiles
 * can be placed.
 */
const impossible: EdgePuzzle = {
  ...hoglanSquares,
  tiles: hoglanSquares.tiles.map((tile, i) => (i < 5 ? { edges: [0, 0, 0, 0] } : tile)),
};
const sample = (name: string): EdgePuzzle => {
  const { puzzle } = readPuzzle(readFileSync(`resources/samples/${name}.edgewise`, 'utf8'));
  if (puzzle.kind !== 'edge-matching') throw new Error(name);
  return puzzle;
};

function run(
  engine: Program,
  puzzle: EdgePuzzle,
  solutions: number | 'all',
  stopWhen?: (m: SolverMessage) => boolean,
) {
  const job: Job = {
    puzzle,
    engine: engine.name,
    options: {},
    wanted: { solutions, boards: true },
    limits: { seconds: null, nodes: null },
    seed: 1,
    threads: 1,
  };
  const handle = externalSolver(engine);
  const boards: Int32Array[] = [];
  let cpuMs = 0;
  return new Promise<{ end: Extract<SolverMessage, { type: 'ended' }>; boards: Int32Array[]; cpuMs: number }>(
    (resolve) => {
      handle.onMessage((message) => {
        if (message.type === 'progress') cpuMs = message.cpuMs;
        if (message.type === 'found') {
          for (const finding of message.findings) if (finding.type === 'solution') boards.push(finding.board);
          handle.post({ type: 'stored', number: message.number });
        }
        if (stopWhen?.(message)) handle.post({ type: 'stop' });
        if (message.type === 'ended') resolve({ end: message, boards, cpuMs });
      });
      handle.post({
        type: 'start',
        job,
        limits: job.limits,
        checkpoints: [],
        databasesDir: '',
        lowPriority: false,
      });
    },
  );
}

describe.each([
  ['sat', 'cadical'],
  ['sat', 'minisat'],
  ['minizinc', 'minizinc'],
] as const)('%s by %s', (kind, command) => {
  const engine = program(kind, command);

  test.skipIf(!has(command))(
    'counts what exact counts: squares, a cube, a frame',
    async () => {
      for (const puzzle of [hoglanSquares, cube(), owen(4, 4)]) {
        const { tally } = runEngine(exact, puzzle);
        const { end, boards } = await run(engine, puzzle, 'all');
        expect([puzzle.name, end.status, end.message]).toEqual([puzzle.name, 'exhausted', '']);
        expect([puzzle.name, end.figures?.raw]).toEqual([puzzle.name, tally.raw]);
        expect(boards.every((board) => scoreOf(puzzle, board).solved)).toBe(true);
      }
    },
    120_000,
  );

  test.skipIf(!has(command))('proves, like exact, that there is no solution', async () => {
    expect(runEngine(exact, impossible).tally.raw).toBe(0);
    expect((await run(engine, impossible, 1)).end).toMatchObject({
      status: 'exhausted',
      figures: { raw: 0 },
    });
  });

  test.skipIf(!has(command))('ends with the requested number of solutions', async () => {
    expect((await run(engine, hoglanSquares, 5)).end).toMatchObject({
      status: 'solved',
      figures: { raw: 5 },
    });
  });
});

describe.skipIf(!has('cadical'))('cadical as an engine', () => {
  const engine = program('sat', 'cadical');

  test('solves Owen 5 × 5 and a framed 6 × 6 with clues', async () => {
    for (const puzzle of [owen(5, 5), sample('clue-puzzle-1')]) {
      const { end, boards } = await run(engine, puzzle, 1);
      expect([puzzle.name, end.status]).toEqual([puzzle.name, 'solved']);
      expect(scoreOf(puzzle, boards[0]!).solved).toBe(true);
    }
  });

  test('“stop” during a search ends cadical; until then, cadical’s processor time is reported', async () => {
    const { puzzle } = generate({ family: 'framed', width: 8, height: 8, seed: 1 });
    // Stop after 1.5 s of processor time. By then, the adapter has written all clauses and cadical is searching.
    const { end, cpuMs } = await run(engine, puzzle, 1, (m) => m.type === 'progress' && m.cpuMs > 1_500);
    expect(end).toMatchObject({ status: 'stopped', message: '' });
    expect(cpuMs).toBeGreaterThan(1_500);
  }, 120_000);

  test('adapter and solver end when Edgewise has quit', async () => {
    const { puzzle } = generate({ family: 'framed', width: 8, height: 8, seed: 1 });
    const child = spawn(process.execPath, [script, 'engines', 'speak', 'sat', '--', 'cadical'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.write('{"type":"hello","protocol":1}\n');
    child.stdin.write(
      `${JSON.stringify({ type: 'job', puzzle, wanted: 1, limits: {}, seed: 1, threads: 1 })}\n`,
    );
    const solvers = (): string[] =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((pid) => {
          try {
            const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1];
            return parent === String(child.pid);
          } catch {
            return false;
          }
        });
    child.stdout.resume();
    let [solver] = solvers();
    while (solver === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      [solver] = solvers();
    }
    const gone = new Promise((resolve) => child.once('close', resolve));
    child.stdin.end();
    await gone;
    expect(readdirSync('/proc')).not.toContain(solver);
  }, 60_000);
});

describe('the command line', () => {
  const edgewise = (args: string[], env: Record<string, string> = {}) =>
    runEdgewise(args, { env: { EDGEWISE_DATA: folder, ...env } });

  test.skipIf(!has('cadical'))(
    '“engines add sat” finds the solver; it solves and is checked, and the result is stored',
    () => {
      expect(edgewise(['engines', 'add', 'sat'])).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^sat {2}Clauses for a SAT solver \(\w+\) /) as string,
      });
      const solved = edgewise(['solve', 'tests/data/arrows.txt', '--engine', 'sat', '--all', '--json']);
      expect(JSON.parse(solved.out.trim().split('\n').at(-1)!)).toMatchObject({
        status: 'exhausted',
        solutions: 8,
      });
      const check = edgewise(['engines', 'check', 'sat']).out;
      expect(check).toMatch(/kept {4}sends “hello” within/);
      expect(check).toMatch(/kept {4}solves a framed 4 × 4/);
      const [kept] = JSON.parse(readFileSync(path.join(folder, 'engines.json'), 'utf8')) as Program[];
      expect(kept?.checked?.promises.length).toBeGreaterThan(3);
    },
    120_000,
  );

  test('without a solver, names the ones it looked for', () => {
    const { code, err } = edgewise(['engines', 'add', 'sat'], { PATH: '/nowhere' });
    expect(code).toBe(2);
    expect(err).toMatch(/looked for kissat, cadical, minisat\. Install one/);
  });

  test('reports a program that is not a solver', () => {
    expect(
      edgewise(['engines', 'add', 'odd', '--adapter', 'sat', '--', process.execPath, '-e', '0']).code,
    ).toBe(0);
    const { code, err } = edgewise(['solve', 'tests/data/arrows.txt', '--engine', 'odd']);
    expect(code).toBe(4);
    expect(err).toMatch(/expected the output of a SAT solver/);
  });
});

test.skipIf(!has('cadical'))('an installed solver reports its version', () => {
  expect(installedSolver('sat')).toMatch(/^(kissat|cadical|minisat)$/);
  expect(versionOf('cadical')).toMatch(/\d/);
});
