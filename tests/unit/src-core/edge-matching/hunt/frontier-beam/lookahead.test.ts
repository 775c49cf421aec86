// Compares the frontier beam's lookahead with a sum over all ways to fill its cells, and measures how much the
// lookahead helps.
import { expect, it, vi } from 'vitest';
import { FrontierBeam } from '../../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-beam.ts';
import { FrontierLevels } from '../../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-level.ts';
import { FrontierLookahead } from '../../../../../../src-core/edge-matching/hunt/frontier-beam/lookahead.ts';
import {
  frontierOrder,
  joinedSides,
  neighbourAt,
  type FrontierOrder,
} from '../../../../../../src-core/edge-matching/hunt/frontier-beam/frontier-order.ts';
import {
  boardInstanceOf,
  type Instance,
} from '../../../../../../src-core/edge-matching/hunt/shared/instance.ts';
import { matchedEdges } from '../../../../../../src-core/edge-matching/hunt/portfolio/score.ts';
import { generate } from '../../../../../../src-core/edge-matching/generate/generate.ts';
import { rotationOf, tileOf } from '../../../../../../src-core/puzzle/partial-board.ts';
import type { BoardShape } from '../../../../../../src-core/puzzle/puzzle.ts';
import type { Family } from '../../../../../../src-core/run/recipe.ts';
import { random } from '../../../../../../src-core/random.ts';
import {
  LOOKAHEAD_WEIGHT,
  ZERO_COUNT_SUBSTITUTE,
} from '../../../../../../src-core/edge-matching/hunt/shared/lookahead-scale.ts';
import {
  UNITS_PER_NAT,
  labelPricesOf,
} from '../../../../../../src-core/edge-matching/hunt/shared/label-prices.ts';

vi.setConfig({ testTimeout: 120_000 });

function setUp(family: Family, board: BoardShape, seed: number, innerLabels?: number, hinted?: number) {
  const { puzzle, solution } = generate({ family, board, seed, ...(innerLabels ? { innerLabels } : {}) });
  const hints = (hinted === undefined ? [] : [hinted]).map((cell) => ({
    cell,
    tile: tileOf(solution[cell]!),
    rotation: rotationOf(solution[cell]!),
  }));
  const instance = boardInstanceOf({ ...puzzle, hints }, { breakRim: false, rimLabel: null });
  return { instance, order: frontierOrder(instance, random(seed)) };
}

/**
 * Fills the first `placed` cells with random tiles that obey the rim rule. Returns `seen` (what the lookahead reads
 * from this board), the used tiles, the label required on each open side, and the number of half-edges left for each
 * label.
 */
function someBoard({ instance, order }: { instance: Instance; order: FrontierOrder }, placed: number) {
  const { tileOf, sides, sideCount, mate, across, allowed, pinned } = instance;
  const chance = random(placed + 1);
  const used = new Set<number>();
  // for each side between an open cell and a tile: the label that the open cell must show there
  const met = new Map<number, number>();
  const left = Int32Array.from(labelPricesOf(instance).left);
  const slots = new Uint16Array(order.slots);
  const lay = (cell: number, orientation: number): void => {
    used.add(tileOf[orientation]!);
    for (const side of joinedSides(instance, cell)) {
      const shown = sides[orientation * sideCount + (side - cell * sideCount)]!;
      const here = met.get(side);
      if (here === undefined) met.set(across[side]!, mate[shown]!);
      else {
        left[here]!--;
        left[mate[shown]!]!--;
        met.delete(side);
      }
    }
  };
  pinned.forEach((orientation, cell) => {
    if (orientation >= 0) lay(cell, orientation);
  });
  for (const { cell, opens } of order.cells.slice(0, placed)) {
    const free = allowed[cell]!.filter((orientation) => !used.has(tileOf[orientation]!));
    const orientation = free[chance.below(free.length)]!;
    lay(cell, orientation);
    for (const { side, slot } of opens) slots[slot] = mate[sides[orientation * sideCount + side]!]!;
  }
  const seen = {
    isUsed: (tile: number) => used.has(tile),
    met: (slot: number) => slots[slot]!,
    left: (label: number) => left[label]!,
  };
  return { seen, used, met, left };
}

/**
 * Returns ln(expected / actual) for one child. Both are numbers of ways to fill the empty cells next to its tiles.
 * `expected` is the number expected by chance. The actual number is a sum over all ways, each with a weight.
 * `childShows` is, for each side of the child, the label that the neighbour must show there.
 */
function everyWay(
  { instance, order }: { instance: Instance; order: FrontierOrder },
  placed: number,
  { used, met, left }: ReturnType<typeof someBoard>,
  childShows: ReadonlyMap<number, number>,
): number {
  const { tileOf, sides, sideCount, mate, across, allowed } = instance;
  const { cell } = order.cells[placed]!;
  const weight = (label: number): number => (left[label] === 0 ? 0 : 1 / Math.max(1, left[label]! - 1));
  const showing = Array.from(left, (_, label) => left[mate[label]!]!);
  for (const label of met.values()) showing[mate[label]!]!--;

  const touched = order.cells
    .slice(placed + 1)
    .map((later) => later.cell)
    .filter((open) =>
      joinedSides(instance, open).some((side) => met.has(side) || neighbourAt(instance, side) === cell),
    );
  let expected = 1;
  for (const open of touched) {
    for (const side of joinedSides(instance, open)) {
      if (met.has(side)) expected *= Math.max(ZERO_COUNT_SUBSTITUTE, showing[met.get(side)!]!);
    }
  }
  const shown = (open: number, orientation: number, side: number) =>
    sides[orientation * sideCount + (side - open * sideCount)]!;
  const fitting = touched.map((open) =>
    allowed[open]!.filter(
      (orientation) =>
        !used.has(tileOf[orientation]!) &&
        joinedSides(instance, open).every(
          (side) => !met.has(side) || met.get(side) === shown(open, orientation, side),
        ),
    ),
  );
  const towards = (from: number, to: number) =>
    joinedSides(instance, from).find((side) => neighbourAt(instance, side) === to);
  const ways = (
    at: number,
    before: { cell: number; orientation: number; besideSeen: boolean } | null,
  ): number => {
    const open = touched[at];
    if (open === undefined) return 1;
    const toChild = towards(open, cell);
    const joint = before ? towards(open, before.cell) : undefined;
    // If two cells of a stretch both touch the new tile, the edge between them is ignored: the stretch is split there,
    // and each piece is summed separately.
    const apart = joint === undefined || (before!.besideSeen && toChild !== undefined);
    let sum = 0;
    for (const orientation of fitting[at]!) {
      const shows = (side: number) => shown(open, orientation, side);
      let value = 1;
      if (!apart) {
        const theirs = sides[before!.orientation * sideCount + (across[joint]! - before!.cell * sideCount)]!;
        if (mate[theirs] !== shows(joint)) continue;
        // The weight of the edge between the two cells depends on only one label: that of the cell farther from the
        // child.
        value *= weight(before!.besideSeen ? shows(joint) : mate[shows(joint)]!);
      }
      if (toChild !== undefined) {
        const label = childShows.get(across[toChild]! - cell * sideCount)!;
        if (label !== shows(toChild)) continue;
        value *= weight(label);
      }
      const besideSeen = toChild !== undefined || (!apart && before!.besideSeen);
      sum += value * ways(at + 1, { cell: open, orientation, besideSeen });
    }
    return sum;
  };
  return Math.log(expected) - Math.log(ways(0, null));
}

it.each([
  ['unframed', { kind: 'rectangle', width: 3, height: 3, wrap: 'torus' }, 4],
  ['framed', { kind: 'honeycomb', side: 2 }, 3],
  ['unframed', { kind: 'rectangle', width: 3, height: 3, wrap: 'torus' }],
  ['framed', { kind: 'rectangle', width: 3, height: 3, wrap: 'cylinder' }],
  ['framed', { kind: 'honeycomb', side: 2 }],
  ['framed', { kind: 'hexagon', side: 2 }],
  ['scramble', { kind: 'parallelogram', width: 3, height: 3 }],
  ['unframed', { kind: 'solid', solid: 'octahedron' }],
] satisfies [Family, BoardShape, number?][])(
  'the lookahead along the frontier sums all ways: %s %o hint %s',
  (family, board, hinted?: number) => {
    const set = setUp(family, board, 1, 4, hinted);
    const { instance, order } = set;
    const { sideCount, tileOf, sides, allowed } = instance;
    const lookahead = new FrontierLookahead(instance);
    const levels = new FrontierLevels(instance, order);
    let compared = 0;
    for (let placed = 0; placed < order.cells.length; placed++) {
      const some = someBoard(set, placed);
      const level = levels.after(placed);
      const { common, parts } = lookahead.evaluate(level, some.seen);
      const { cell, opens } = level;
      for (const orientation of allowed[cell]!) {
        if (some.used.has(tileOf[orientation]!)) continue;
        // for each side of the child, the label that the neighbour must show there
        const shows = new Map(
          opens.map(({ side }) => [side, instance.mate[sides[orientation * sideCount + side]!]!]),
        );
        const exact = everyWay(set, placed, some, shows);
        let added = common;
        for (const { side, part } of opens) added += part < 0 ? 0 : parts[part]![shows.get(side)!]!;
        // Skip this child if every way to fill the cells has a mismatch. The lookahead counts such ways too, at a small
        // weight.
        if (!Number.isFinite(exact)) continue;
        compared++;
        const cells = order.cells.length - placed;
        expect(added).toBeLessThanOrEqual(LOOKAHEAD_WEIGHT * UNITS_PER_NAT * exact + cells);
        expect(added).toBeGreaterThan(LOOKAHEAD_WEIGHT * UNITS_PER_NAT * (exact - 0.35) - cells);
      }
    }
    expect(compared).toBeGreaterThan(10);
  },
);

it('beams on boards without rows reach scores that need the lookahead along the frontier', () => {
  const reached = (family: Family, board: BoardShape): number => {
    const scores = [1, 2, 3, 4].map((seed) => {
      const { instance, order } = setUp(family, board, 1);
      const beam = new FrontierBeam(instance, order, random(seed), { width: 200, penalty: 6 });
      while (!beam.done) beam.step(1000);
      return matchedEdges(instance, beam.board(0));
    });
    return scores.reduce((sum, score) => sum + score, 0) / scores.length;
  };
  // Without the lookahead, these scores are 146 and 121.5.
  expect(reached('framed', { kind: 'honeycomb', side: 5 })).toBeGreaterThan(149);
  expect(reached('framed', { kind: 'hexagon', side: 4 })).toBeGreaterThan(122.5);
});
