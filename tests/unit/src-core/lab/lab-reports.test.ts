/**
 * Reports of experiments that repeat published ones. If all counts are complete, a report answers the questions that
 * the publication asks.
 */
import { describe, expect, test } from 'vitest';
import { proposeEdits } from '../../../../src-core/edge-matching/design/edits.ts';
import { exact } from '../../../../src-core/edge-matching/exact/exact.ts';
import { fromCsv, toCsv } from '../../../../src-core/lab/csv.ts';
import { trialCount, trialTask, type Trial } from '../../../../src-core/lab/experiment.ts';
import { memoryParts, publishedMemory } from '../../../../src-core/lab/published-memory.ts';
import { CUBE_SETS, cubeName, questionTexts } from '../../../../src-core/lab/questions.ts';
import { reportCsv, reportText } from '../../../../src-core/lab/report.ts';
import { reportOf } from '../../../../src-core/lab/reports.ts';
import { figureText } from '../../../../src-core/lab/table-text.ts';
import { trialPuzzle } from '../../../../src-core/lab/trial-puzzle.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { presetNamed } from '../../../../src-main/services/lab-presets.ts';
import { samplesDir } from '../../../../src-main/paths.ts';
import { brandtSquares } from '../../support/sources.ts';
import { runEngine } from '../../support/run-engine.ts';

const trial = (changes: Partial<Trial>): Trial => ({
  number: 0,
  puzzle: 'Framed 8 × 8',
  size: 8,
  setup: 'rows',
  seed: 1,
  status: 'limit',
  message: '',
  elapsedMs: 5000,
  bestAfterMs: 4000,
  nodes: 1,
  nodesPerSecond: 1,
  iterations: 5000,
  iterationsPerSecond: 1000,
  placed: 48,
  cells: 64,
  matched: 80,
  edges: 112,
  raw: 0,
  unique: 0,
  memoryBytes: 90 * 2 ** 20,
  cpuMs: 150,
  ...changes,
});

describe('the row solver (COEN 352), its trials', () => {
  const trials = [
    trial({}),
    trial({ number: 1, placed: 56, bestAfterMs: 2000, iterationsPerSecond: 2000 }),
    trial({ number: 2, size: 2, puzzle: 'Framed 2 × 2', placed: 4, cells: 4, bestAfterMs: 1 }),
  ];

  test('means of time, quality, iterations per second and memory are shown next to the published ones', () => {
    const { source, head, tables } = reportOf('rows-trials', trials);
    expect(source).toContain('COEN 352, no author or year given');
    expect(head).toEqual(['n', 'published (mean)', 'ours (mean)', 'lowest', 'highest', 'trials']);
    expect(tables.map(({ title }) => title)).toEqual([
      'Time to the best board (ms)',
      'Quality (tiles placed, %)',
      'Iterations per second',
      'Memory (KB)',
    ]);
    expect(tables.slice(0, 3).map(({ rows }) => rows[1])).toEqual([
      [8, 30_680, 3000, 2000, 4000, 2],
      [8, 83.8, 81.25, 75, 87.5, 2],
      [8, 1407, 1500, 1000, 2000, 2],
    ]);
    expect(tables[0]!.rows[0]!.slice(0, 3)).toEqual([2, '< 1', 1]);
    expect(tables[3]!.rows[1]).toEqual([8, publishedMemory(8) / 1024, 92_160, 92_160, 92_160, 2]);
  });

  test('numbers have three digits and are grouped as in the window', () => {
    expect([0.12345, 83.84, 671, 8808, 10_400, 2.5e7].map(figureText)).toEqual([
      ...['0.123', '83.8', '671', '8,808', '10.4k', '25M'],
    ]);
  });

  test('in text and CSV; the trials’ own CSV also has the published means, and can be read back', () => {
    const report = reportOf('rows-trials', trials);
    expect(reportText(report)).toMatch(
      /Quality \(tiles placed, %\)\nn +published \(mean\).*\n2 .*\n8 +83\.8 +81\.3 /,
    );
    const lines = reportCsv(report).split('\r\n');
    expect(lines[0]).toBe('source,table,answer,n,published (mean),ours (mean),lowest,highest,trials');
    expect(lines).toHaveLength(1 + 4 * 2 + 1);
    const csv = toCsv(trials, 'rows-trials');
    expect(csv.split('\r\n')[1]).toMatch(/,30680,83\.8,1407$/);
    expect(fromCsv(csv)).toEqual(trials);
  });

  test('its memory: the four detail tables, and the total its text states', () => {
    const sizes = Array.from({ length: 15 }, (_, i) => i + 2);
    const board = [
      7680, 16_320, 28_160, 43_200, 61_440, 82_880, 107_520, 135_360, 166_400, 200_640, 238_080, 278_720,
      322_560, 369_600, 419_840,
    ];
    expect(sizes.map(memoryParts['board Tile[][]']!)).toEqual(board);
    expect([2, 9, 16].map(memoryParts['tileBags']!)).toEqual([96, 1944, 6144]);
    expect([2, 9, 16].map(memoryParts['tileFile Scanner']!)).toEqual([3200, 64_800, 204_800]);
    expect([2, 6, 7, 16].map(memoryParts['String[] solutions']!)).toEqual([1200, 14_400, 40, 40]);
    // The publication says: "about 14KB for n = 2 up to almost 618 KB for n = 16".
    expect(Math.abs(publishedMemory(2) / 1024 - 14)).toBeLessThan(2.2);
    expect(Math.abs(publishedMemory(16) / 1024 - 618)).toBeLessThan(2.2);
  });
});

describe('Brandt et al. 2002, questions for further study', () => {
  const { plan } = presetNamed(samplesDir, 'backtracking-questions');
  const puzzleOf = (name: string, seed = 1): EdgePuzzle => {
    const number = plan.puzzles.findIndex((puzzle) => puzzle.name === name) * plan.setups.length;
    return trialPuzzle({ ...trialTask(plan, number), seed }) as EdgePuzzle;
  };
  const counted = (name: string, seed = 1) => runEngine(exact, puzzleOf(name, seed)).tally;

  test('one preset asks all six questions, and every puzzle belongs to a question', () => {
    expect(trialCount(plan)).toBe(20 * 2 * plan.puzzles.length);
    const { tables } = reportOf('backtracking-questions', []);
    expect(tables.map(({ title }) => title)).toEqual(
      Object.entries(questionTexts).map(([number, text]) => `Question ${number}: ${text}`),
    );
    expect(tables.every(({ answer }) => answer === 'Not tried yet.')).toBe(true);
  });

  test('2: swapping two images of one square leaves one solution; `unique --within-tiles` finds it', () => {
    expect(counted('Four Cyclists')).toMatchObject({ raw: 12, unique: 3 });
    expect(counted('Four Cyclists, rearranged')).toMatchObject({ raw: 4, unique: 1 });
    const work = proposeEdits(brandtSquares, 'rearrange', 6, 20_000_000);
    for (let step = work.next(); ; step = work.next()) {
      if (!step.done) continue;
      const [first] = step.value.proposals;
      const edges = puzzleOf('Four Cyclists, rearranged').tiles[0]!.edges;
      expect(first!.tiles.map(({ tile, edges: now }) => [tile, ...now])).toEqual([[0, ...edges]]);
      return;
    }
  });

  test('4: makes and solves a two-sided puzzle', () => {
    expect(counted('Nine Two-Faced Squares')).toMatchObject({ raw: 4, unique: 1 });
    expect(puzzleOf('Two-faced halves 3 × 3', 5).tiles.every(({ back }) => back !== undefined)).toBe(true);
    expect(counted('Two-faced halves 3 × 3', 5).unique).toBeGreaterThan(0);
  });

  test.each(CUBE_SETS)('5: no six of the nine squares of %s cover a cube', (set) => {
    expect(puzzleOf(cubeName(set)).tiles).toHaveLength(9);
    expect(counted(cubeName(set))).toMatchObject({ raw: 0, unique: 0 });
  });

  test('5 and 6: makes and solves halves on a cube, an octahedron, an icosahedron and a dodecahedron', () => {
    for (const [name, cells] of [
      ['Halves on a cube', 6],
      ['Halves on an octahedron', 8],
      ['Halves on an icosahedron', 20],
      ['Halves on a dodecahedron', 12],
    ] as const) {
      expect(puzzleOf(name).tiles).toHaveLength(cells);
      expect(counted(name).unique, name).toBeGreaterThan(0);
    }
  });

  test('the report answers with its measurements', () => {
    const count = (puzzle: string, unique: number, setup = 'exact', status: Trial['status'] = 'exhausted') =>
      trial({ puzzle, size: null, setup, status, unique, elapsedMs: 12 });
    const { tables } = reportOf('backtracking-questions', [
      count('Four Cyclists, rearranged', 1),
      ...CUBE_SETS.map((set, i) => count(cubeName(set), i)),
      count('Halves 5 × 5', 0, 'backtrack', 'limit'),
    ]);
    const answers = tables.map(({ answer }) => answer);
    expect(answers[1]).toMatch(/^Yes: with two images of one square exchanged/);
    expect(answers[2]).toContain('backtrack not finished (0 of 1 counted completely)');
    expect(answers[4]).toBe(
      'Four Cyclists: no six of its nine squares cover a cube. Four Arrows: yes, in 1 way. Nine Figures: yes, in 2 ways.',
    );
    const other = reportOf('backtracking-questions', [count('Four Cyclists, rearranged', 2)]);
    expect(other.tables[1]!.answer).toMatch(/^No: /);
  });
});
