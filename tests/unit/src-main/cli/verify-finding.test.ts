import { expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { Puzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { jsonReporter } from '../../../../src-main/cli/json-reporter.ts';
import type { Reporter } from '../../../../src-main/cli/reporter.ts';
import { answerCode, runHere } from '../../../../src-main/cli/run-here.ts';
import { textReporter, type BoardFormat } from '../../../../src-main/cli/text-reporter.ts';
import { verifyResult } from '../../../../src-main/services/check-result.ts';
import type { SolverMessage, SpawnSolver } from '../../../../src-main/solver-process/protocol.ts';

test('a claimed solution that is not one is not reported', () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
  expect(() => verifyResult(puzzle, { type: 'solution', board: solution })).not.toThrow();
  const wrong = solution.slice();
  [wrong[5], wrong[6]] = [wrong[6]!, wrong[5]!];
  expect(() => verifyResult(puzzle, { type: 'solution', board: wrong })).toThrow(/does not solve/);
  expect(() => verifyResult(puzzle, { type: 'improved', board: wrong })).not.toThrow();
  const twice = wrong.slice();
  twice[5] = twice[6]!;
  expect(() => verifyResult(puzzle, { type: 'improved', board: twice })).toThrow(
    /engine error: a board with 1 tile used more than once/,
  );
});

/** Simulates a faulty built-in engine, which sends these messages and then reports that it is done. */
const saying =
  (...messages: SolverMessage[]): SpawnSolver =>
  () => {
    const listeners: ((message: SolverMessage) => void)[] = [];
    return {
      post(command) {
        if (command.type !== 'start') return;
        for (const message of messages) for (const listener of listeners) listener(message);
      },
      onMessage: (listener) => void listeners.push(listener),
      onExit: () => undefined,
      kill: () => undefined,
      pid: undefined,
    };
  };
const ended = (figures = noFigures): SolverMessage => ({
  type: 'ended',
  status: 'solved',
  message: '',
  figures,
  peakMemoryBytes: 0,
  cpuMs: 0,
});

async function printed(
  puzzle: Puzzle,
  solver: SpawnSolver,
  reporterFor: (write: (text: string) => void) => Reporter,
): Promise<{ out: string; fault: string }> {
  let out = '';
  const settings = {
    options: {},
    wanted: { solutions: 1, boards: true },
    limits: { seconds: null, nodes: null },
    seed: 1,
    threads: 1,
    engine: 'broken',
  };
  const reporter = reporterFor((text) => (out += text));
  const end = await runHere({ puzzle, ...settings }, '/nowhere', reporter, solver);
  try {
    answerCode(end);
  } catch (error) {
    return { out, fault: (error as Error).message };
  }
  return { out, fault: '' };
}
const text =
  (puzzle: Puzzle, format: BoardFormat, wanted: 'some' | 'all') =>
  (write: (text: string) => void): Reporter =>
    textReporter(puzzle, {
      format,
      wanted,
      write,
      remark: () => undefined,
      isTerminal: false,
      counters: [],
    });

test("a wrong board from an engine is not printed in any format, and is reported as the engine's error", async () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
  const wrong = solution.slice();
  [wrong[5], wrong[6]] = [wrong[6]!, wrong[5]!];
  const lies = saying({ type: 'found', number: 1, findings: [{ type: 'solution', board: wrong }] }, ended());
  const tells = saying(
    { type: 'found', number: 1, findings: [{ type: 'solution', board: solution }] },
    ended(),
  );
  for (const wanted of ['some', 'all'] as const) {
    for (const format of ['ascii', 'squares', 'tiles', 'bucas', 'json'] as const) {
      const said = await printed(puzzle, lies, text(puzzle, format, wanted));
      expect(said.out).toBe('');
      expect(said.fault).toMatch(/^engine error: a “solution” that does not solve the puzzle/);
      const right = await printed(puzzle, tells, text(puzzle, format, wanted));
      expect(right.fault).toBe('');
      expect(right.out).not.toBe('');
    }
  }
  for (const raw of [false, true]) {
    const { out, fault } = await printed(puzzle, lies, (write) => jsonReporter(puzzle, write, raw));
    expect(fault).toMatch(/engine error/);
    expect(out).not.toContain('"type":"solution"');
    expect(JSON.parse(out)).toMatchObject({ type: 'done', status: 'failed', solutions: 0 });
  }
});

test('a path that does not reach the goal is not reported either, not even in the totals', async () => {
  const puzzle: Puzzle = {
    kind: 'sliding',
    name: 'One move',
    width: 3,
    height: 3,
    goal: 'blank-last',
    start: [1, 2, 3, 4, 5, 6, 7, 0, 8],
  };
  const figures = (path: number[]): typeof noFigures => ({
    ...noFigures,
    sliding: { path, lowerBound: 1, optimal: true },
  });
  for (const path of [[7], [1, 8], [8, 8]]) {
    const solver = saying(ended(figures(path)));
    const asText = await printed(puzzle, solver, text(puzzle, 'moves', 'some'));
    expect(asText.out).toBe('');
    expect(asText.fault).toMatch(/^engine error: /);
    const asJson = await printed(puzzle, solver, (write) => jsonReporter(puzzle, write));
    expect(JSON.parse(asJson.out)).toMatchObject({ status: 'failed' });
    expect(asJson.out).not.toContain('"path"');
  }
  const right = await printed(puzzle, saying(ended(figures([8]))), text(puzzle, 'moves', 'some'));
  expect(right).toEqual({ out: '8\n', fault: '' });
});
