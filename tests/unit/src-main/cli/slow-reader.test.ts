import { beforeEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { jsonReporter } from '../../../../src-main/cli/json-reporter.ts';
import { runHere } from '../../../../src-main/cli/run-here.ts';
import { textReporter } from '../../../../src-main/cli/text-reporter.ts';
import type { SolverCommand, SolverMessage } from '../../../../src-main/solver-process/protocol.ts';

const output = vi.hoisted(() => ({ takes: () => undefined as void | Promise<void> }));
vi.mock('../../../../src-main/cli/output.ts', () => ({ outputTaken: async () => output.takes() }));

const { puzzle, solution } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
const facts = { seed: 1, threads: 1 };
let written: string[] = [];
const write = (text: string): void => void written.push(text);
/** lets the slow reader continue */
let read: () => void;
beforeEach(() => {
  written = [];
  const reader = new Promise<void>((resolve) => (read = resolve));
  output.takes = () => reader;
});
const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test.each([
  [
    'all, as text',
    () =>
      textReporter(puzzle, {
        format: 'ascii',
        wanted: 'all',
        write,
        remark: () => undefined,
        isTerminal: false,
        counters: [],
      }),
  ],
  ['all placements, as JSON', () => jsonReporter(puzzle, write, true)],
] as const)('a list continues when its output is read: %s', async (_, reporter) => {
  const told = reporter();
  told.found({ type: 'solution', board: solution });
  const over = told.done('exhausted', '', noFigures, facts);
  await aWhile();
  expect(written).toHaveLength(1);
  read();
  await over;
  expect(written.length).toBeGreaterThan(1);
});

test('the search itself waits for its output to be read', async () => {
  const told: SolverCommand['type'][] = [];
  const listeners: ((message: SolverMessage) => void)[] = [];
  const say = (message: SolverMessage): void => listeners.forEach((listener) => listener(message));
  const ended = runHere(
    {
      puzzle,
      engine: 'slow',
      options: {},
      wanted: { solutions: 'all', boards: true },
      limits: { seconds: null, nodes: null },
      ...facts,
    },
    '/nowhere',
    jsonReporter(puzzle, write),
    () => ({
      post: ({ type }) => void told.push(type),
      onMessage: (listener) => void listeners.push(listener),
      onExit: () => undefined,
      kill: () => undefined,
      pid: undefined,
    }),
  );
  say({ type: 'found', number: 1, findings: [{ type: 'solution', board: solution }] });
  await aWhile();
  expect(told).toEqual(['start']);
  read();
  await aWhile();
  expect(told).toEqual(['start', 'stored']);
  say({ type: 'ended', status: 'exhausted', message: '', figures: noFigures, peakMemoryBytes: 0, cpuMs: 0 });
  expect((await ended).status).toBe('exhausted');
});
