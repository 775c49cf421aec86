import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareSetups, groupsOf, resultSentence } from '../../../../src-core/lab/compare.ts';
import { conditionsOf, conditionsText } from '../../../../src-core/lab/conditions.ts';
import { fromCsv, toCsv } from '../../../../src-core/lab/csv.ts';
import { trialTask, type LabPlan, type Trial } from '../../../../src-core/lab/experiment.ts';
import { measureNamed } from '../../../../src-core/lab/measures.ts';
import { publishedTrials } from '../../../../src-core/lab/rows-trials.ts';
import { differenceInterval, mannWhitney, spreadOf } from '../../../../src-core/lab/statistics.ts';
import { tableText } from '../../../../src-core/lab/table-text.ts';
import { presetsFrom } from '../../../../src-main/services/lab-presets.ts';
import { samplesDir } from '../../../../src-main/paths.ts';
import { random } from '../../../../src-core/random.ts';
import { wrap } from '../../../../src-renderer/lab/chart-picture.ts';

const trial = (changes: Partial<Trial>): Trial => ({
  number: 0,
  puzzle: 'Nine, “halved”',
  size: 3,
  setup: 'tree',
  seed: 1,
  status: 'solved',
  message: '',
  elapsedMs: 10,
  bestAfterMs: 9,
  nodes: 194,
  nodesPerSecond: 1000,
  iterations: null,
  iterationsPerSecond: null,
  placed: 9,
  cells: 9,
  matched: 12,
  edges: 12,
  raw: 1,
  unique: 1,
  memoryBytes: 50 * 2 ** 20,
  cpuMs: 150,
  ...changes,
});

describe('the row solver’s published table', () => {
  test.each(publishedTrials)('n = $n: the trials have the printed means', (published) => {
    const { n, timesMs, qualities, iterations, printed } = published;
    expect(qualities).toHaveLength(n <= 3 ? 17 : 20);
    const mean = (values: readonly number[]): number => spreadOf(values)!.mean;
    // The publication rounds to three or four digits.
    expect(Math.abs(mean(qualities) - printed.quality)).toBeLessThanOrEqual(0.051);
    if (printed.timeMs !== null) {
      const times = timesMs.filter((time) => time !== null);
      expect(Math.abs(mean(times) / printed.timeMs - 1)).toBeLessThan(0.006);
    }
    if (iterations)
      expect(Math.abs(mean(iterations) / 60 - printed.iterationsPerSecond!)).toBeLessThanOrEqual(0.6);
  });
});

describe('statistics', () => {
  test('median, quartiles and mean', () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({
      count: 4,
      mean: 2.5,
      median: 2.5,
      low: 1.75,
      high: 3.25,
      min: 1,
      max: 4,
    });
    expect(spreadOf([])).toBeNull();
  });

  test('Mann-Whitney: exact values, ties and the limits', () => {
    // Three values and three others can be in 20 orders, two of which have no overlap, so p = 2 / 20.
    expect(mannWhitney([1, 2, 3], [4, 5, 6])).toBeCloseTo(0.1, 12);
    expect(mannWhitney([1, 2, 3, 4], [5, 6, 7, 8])).toBeCloseTo(2 / 70, 12);
    expect(mannWhitney([1, 4], [2, 3])).toBe(1);
    expect(mannWhitney([5, 5, 5], [5, 5, 5])).toBe(1);
    expect(mannWhitney([], [1])).toBe(1);
    // Large samples use the normal approximation. Compare it with the exact result at the size where the method
    // changes.
    const low = Array.from({ length: 20 }, (_, i) => i);
    const high = low.map((value) => value + 5.5);
    const exact = mannWhitney(low, high);
    const approximate = mannWhitney([...low, 9.75], [...high, 9.75]);
    expect(approximate / exact).toBeGreaterThan(0.6);
    expect(approximate / exact).toBeLessThan(1.6);
  });

  test('few pairs of samples of one population differ at the 5 % level', () => {
    const chance = random(7);
    let differ = 0;
    for (let i = 0; i < 400; i++) {
      const sample = (): number[] => Array.from({ length: 12 }, () => chance.fraction());
      if (mannWhitney(sample(), sample()) < 0.05) differ++;
    }
    expect(differ).toBeGreaterThan(4);
    expect(differ).toBeLessThan(36);
  });

  test('the interval contains the difference and is deterministic', () => {
    const a = Array.from({ length: 30 }, (_, i) => 100 + i);
    const b = Array.from({ length: 30 }, (_, i) => 80 + i);
    const [low, high] = differenceInterval(a, b);
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(20);
    expect(high).toBeGreaterThan(20);
    expect(differenceInterval(a, b)).toEqual([low, high]);
  });
});

describe('verdicts', () => {
  const time = measureNamed('time');
  const groups = (a: number[], b: number[], status: Trial['status'] = 'solved') =>
    groupsOf([
      ...a.map((elapsedMs, i) => trial({ number: 2 * i, setup: 'a', elapsedMs, status })),
      ...b.map((elapsedMs, i) => trial({ number: 2 * i + 1, setup: 'b', elapsedMs })),
    ]);
  const ten = Array.from({ length: 10 }, (_, i) => i);

  test('reports a clear difference', () => {
    const verdict = compareSetups(
      groups(
        ten.map((i) => 10 + i),
        ten.map((i) => 50 + i),
      ),
      time,
    );
    expect(verdict).toMatchObject({ best: 'a' });
    expect(verdict!.words).toMatch(/a has the lowest time \(p < 0\.001\)/);
  });

  test('names no winner within the noise', () => {
    const verdict = compareSetups(
      groups(
        ten.map((i) => 10 + i),
        ten.map((i) => 10.5 + i),
      ),
      time,
    );
    expect(verdict!.best).toBeNull();
    expect(verdict!.words).toMatch(/no difference shown/);
  });

  test('few trials, or times ended by a limit, show nothing', () => {
    expect(compareSetups(groups([1, 2], [50, 51]), time)!.words).toMatch(/at least 5 trials/);
    const verdict = compareSetups(
      groups(
        [...ten, 1],
        ten.map((i) => i + 90),
        'solved',
      ),
      time,
    );
    expect(verdict!.best).toBe('a');
    const cutOff = groups(
      ten,
      ten.map((i) => i + 90),
    );
    const limited = [
      { ...cutOff[0]!, trials: [...cutOff[0]!.trials, trial({ number: 99, setup: 'a', status: 'limit' })] },
      cutOff[1]!,
    ];
    expect(compareSetups(limited, time)!.words).toMatch(/time is unknown/);
  });

  test('states the result of one puzzle, or of several, in one sentence', () => {
    const won = groups(
      ten.map((i) => 10 + i),
      ten.map((i) => 50 + i),
    );
    const even = groups(ten, ten);
    expect(resultSentence([won], time)).toBe('A has the lowest time (p < 0.001).');
    expect(resultSentence([even], time)).toMatch(/^No difference shown \(p = .+\)\.$/);
    expect(resultSentence([won, even, won], time)).toBe(
      'A has the lowest time on 2 of 3 puzzles; there is no clear winner on 1.',
    );
    expect(resultSentence([even, even], time)).toBe('No engine clearly has the lowest time.');
    expect(resultSentence([won, won], time)).toBe('A has the lowest time on both puzzles.');
    expect(resultSentence([won, won, won], time)).toBe('A has the lowest time on all 3 puzzles.');
    expect(resultSentence([[won[0]!]], time)).toBe('There is nothing to compare: only one engine was tried.');
    expect(resultSentence([won], measureNamed('nodes'))).toMatch(
      /^Nodes: .+ engines are not ranked by it\.$/,
    );
  });

  test('a measure without a better direction has no winner', () => {
    expect(compareSetups(groups(ten, ten), measureNamed('nodes'))).toBeNull();
  });
});

describe('CSV', () => {
  const trials = fc.array(
    fc
      .record({
        puzzle: fc.string({ minLength: 1 }),
        setup: fc.string({ minLength: 1 }),
        message: fc.string(),
        size: fc.option(fc.nat()),
        seed: fc.maxSafeInteger(),
        elapsedMs: fc.double({ min: 0, max: 1e9, noNaN: true, noDefaultInfinity: true }),
        iterations: fc.option(fc.nat()),
        memoryBytes: fc.option(fc.nat()),
        cpuMs: fc.option(fc.nat()),
        status: fc.constantFrom('solved', 'exhausted', 'limit', 'stopped', 'failed'),
      })
      .map((changes) => trial({ ...changes, elapsedMs: changes.elapsedMs + 0 })),
    { maxLength: 8 },
  );

  test('can be read back as the same table', () => {
    fc.assert(
      fc.property(trials, (some) => {
        const numbered = some.map((each, number) => ({ ...each, number }));
        expect(fromCsv(toCsv(numbered))).toEqual(numbered);
        expect(tableText(fromCsv(toCsv(numbered)))).toBe(tableText(numbered));
      }),
      { numRuns: 100 },
    );
  });

  test('an older table without processor time is read', () => {
    const csv = toCsv([trial({})]);
    const old = csv.replace(',cpuMs', '').replace(/,150\r\n$/, '\r\n');
    expect(old).not.toBe(csv);
    expect(fromCsv(old)).toEqual([trial({ cpuMs: null })]);
  });

  test('text that is not a table is rejected with line and column', () => {
    expect(() => fromCsv('')).toThrow(/empty/);
    expect(() => fromCsv('a,b\r\n1,2\r\n')).toThrow(/Line 1: there is no column “number”/);
    const good = toCsv([trial({})]);
    expect(() => fromCsv(good.replace('solved', 'won'))).toThrow(/Line 2, column status/);
    expect(() => fromCsv(`${good}1,2\r\n`)).toThrow(/Line 3 has 2 cells/);
  });
});

describe('plans', () => {
  test('every setup runs on every puzzle before the next seed', () => {
    const plan = presetsFrom(samplesDir).find(({ id }) => id === 'nine-squares')!.plan;
    const told = (number: number): string => {
      const { puzzle, setup, seed } = trialTask(plan, number);
      return `${seed} ${puzzle.name} ${setup.name}`;
    };
    expect([0, 1, 4, 8].map(told)).toEqual([
      '1 Nine Figures tree',
      '1 Nine Figures tree (breadth-first)',
      '1 Four Cyclists tree',
      '2 Nine Figures tree',
    ]);
  });

  test('the row solver’s trials: n from 2 to 16, 20 each, with its limits', () => {
    const plan: LabPlan = presetsFrom(samplesDir).find(({ id }) => id === 'rows-trials')!.plan;
    expect(plan.puzzles.map(({ size }) => size)).toEqual(publishedTrials.map(({ n }) => n));
    expect(plan.trials).toBe(20);
    expect(plan.puzzles.map(({ limits }) => limits?.seconds)).toEqual([
      ...new Array<null>(6).fill(null),
      ...new Array<number>(9).fill(60),
    ]);
    expect(plan.setups[0]!.options).toEqual({ iterations: 100_000 });
  });
});

describe('the notes below a chart', () => {
  const plan: LabPlan = {
    puzzles: [
      { name: 'three', source: { kind: 'recipe', recipe: { family: 'framed', width: 3, height: 3 } } },
    ],
    setups: [{ name: 'tree', engine: 'tree', options: {} }],
    trials: 3,
    firstSeed: 5,
    wanted: 1,
    limits: { seconds: 60, nodes: 1_000_000 },
    threads: 1,
  };
  const trials = [5, 6, 7].map((seed, number) =>
    trial({ number, seed, ...(seed === 7 && { status: 'limit' }) }),
  );

  test('say what was measured', () => {
    expect(conditionsText(trials, conditionsOf(plan))).toBe(
      '3 trials of each engine on each puzzle, seeds 5 to 7, at most 60 s and 1,000,000 nodes per trial, 1 thread, ' +
        '1 of 3 trials did not finish.',
    );
    expect(conditionsText([...trials, trial({ setup: 'exact', seed: 5 })], null)).toBe(
      '1 to 3 trials of each engine on each puzzle, seeds 5 to 7, 1 of 4 trials did not finish.',
    );
    expect(
      conditionsText([trial({})], conditionsOf({ ...plan, limits: { seconds: null, nodes: null } })),
    ).toBe('1 trial of each engine on each puzzle, seed 1, no limit, 1 thread.');
  });

  test('are wrapped so that every line fits and no word is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }), (words) => {
        const lines = wrap(words.join(' '), 20, (text) => text.length);
        expect(lines.join(' ')).toBe(words.join(' '));
        expect(lines.every((line) => line.length <= 20)).toBe(true);
      }),
    );
  });
});
