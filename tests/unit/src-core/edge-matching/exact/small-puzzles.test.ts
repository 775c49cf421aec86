import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { orderNames } from '../../../../../src-core/edge-matching/exact/order.ts';
import { appearanceOf } from '../../../../../src-core/puzzle/appearance.ts';
import { solveByForce } from './brute-force.ts';
import { jobOf, runInterrupted, runThrough } from './drive.ts';
import { middlingOnAnyBoard, middlingPuzzle, smallOnAnyBoard, smallPuzzle, turnedTwins } from './puzzles.ts';

vi.setConfig({ testTimeout: 120_000 });

const settings = fc.record({
  identical: fc.constantFrom('merge', 'apart'),
  order: fc.constantFrom('auto', ...orderNames),
  symmetry: fc.constantFrom('all', 'once'),
  besideHints: fc.boolean(),
});

test.each([
  ['rectangles', smallPuzzle],
  ['boards of every kind, tiles with backs', smallOnAnyBoard],
])(
  'small puzzles of every rule on %s: solutions and counts equal those of exhaustive enumeration',
  (_, puzzles) => {
    fc.assert(
      fc.property(puzzles, settings, (puzzle, options) => {
        const known = solveByForce(puzzle);
        const { tally, boards } = runThrough(jobOf(puzzle, options));
        const { own } = appearanceOf(puzzle);
        expect(
          boards.map((board) => board.map((code) => (code < 0 ? code : own[code]!)).join(' ')).sort(),
        ).toEqual(known.solutions);
        expect(tally.raw).toBe(known.solutions.length);
        expect(tally.unique).toBe(known.unique);
        expect(tally.distinct).toBe(known.distinct);
      }),
      { numRuns: 200 },
    );
  },
);

test.each([
  ['rectangles', middlingPuzzle, 100],
  ['boards of every kind', middlingOnAnyBoard, 80],
])(
  'on %s totals are the same for 1, 2 and 3 workers, with interruptions and without',
  (_, arbitrary, CASES) => {
    const SEED = 1;
    const puzzles = fc.sample(fc.tuple(arbitrary, settings), { seed: SEED, numRuns: CASES });
    const did = { divided: 0, resumed: 0, solved: 0, masks: 0, lists: 0, interpreter: 0 };
    puzzles.forEach(([puzzle, options], i) => {
      const job = jobOf(puzzle, options);
      const whole = runThrough(job);
      const workers = 1 + (i % 3);
      const broken = runInterrupted(job, workers, i);
      const where = `puzzle ${i} of seed ${SEED}, ${workers} workers`;
      expect({ ...broken.tally, fraction: 1 }, where).toEqual({ ...whole.tally, fraction: 1 });
      expect(broken.boards.map(String).sort(), where).toEqual(whole.boards.map(String).sort());
      did.divided += Number(broken.tasks > 1);
      did.resumed += Number(broken.resumes > 0);
      did[broken.walkedBy]++;
      did.solved += Number(whole.tally.raw > 0);
    });
    for (const [what, cases] of Object.entries(did)) expect(cases, what).toBeGreaterThan(CASES / 10);
  },
);

test('equal appearances count once, whichever tiles a rotation hint allows', () => {
  let severalDeals = 0;
  fc.assert(
    fc.property(turnedTwins, fc.constantFrom('merge', 'apart'), fc.boolean(), (puzzle, identical, once) => {
      const known = solveByForce(puzzle);
      const { tally } = runThrough(jobOf(puzzle, { identical, symmetry: once ? 'once' : 'all' }, false));
      const { raw, unique, distinct } = tally;
      expect({ raw, unique, distinct }).toEqual({
        raw: known.solutions.length,
        unique: known.unique,
        distinct: known.distinct,
      });
      if (distinct < unique) severalDeals++;
    }),
    { numRuns: 80 },
  );
  expect(severalDeals).toBeGreaterThan(50);
});
