import { expect, it } from 'vitest';
import { Ancestry, unpacked } from '../../../../../../src-core/edge-matching/hunt/shared/ancestry.ts';
import { RowBeam } from '../../../../../../src-core/edge-matching/hunt/row-beam/row-beam.ts';
import { instanceOf } from '../../../../../../src-core/edge-matching/hunt/shared/instance.ts';
import { variableOrder } from '../../../../../../src-core/edge-matching/hunt/row-beam/row-order.ts';
import { eternity2, officialHints } from '../../../../../../src-core/puzzle/eternity2.ts';
import { random } from '../../../../../../src-core/random.ts';

const BOARDS = 500;

/**
 * Returns a random ancestry like that of a beam. Children of the same board need not be adjacent, and some boards have
 * no child. With `full`, every board before the last level has a child.
 */
function someAncestry(levels: number, seed: number, full: boolean): Ancestry {
  const chance = random(seed);
  const ancestry = new Ancestry();
  let before = 1;
  for (let level = 0; level < levels; level++) {
    const alive = full && level === levels - 1 ? before : Math.ceil(before * 0.6);
    const every = chance.shuffle([...Array(alive).keys()]);
    const parents = Int32Array.from({ length: BOARDS }, (_, i) =>
      alive === before && i < alive ? every[i]! : chance.below(alive),
    );
    ancestry.push(
      parents,
      Int16Array.from({ length: BOARDS }, () => chance.below(1024)),
    );
    before = BOARDS;
  }
  return ancestry;
}

it('packing an ancestry keeps the path of each board, in two bytes per board', () => {
  for (const [levels, full] of [0, 1, 2, 30].flatMap((n) => [[n, false] as const, [n, true] as const])) {
    const ancestry = someAncestry(levels, levels, full);
    const paths = Array.from({ length: levels === 0 ? 0 : BOARDS }, (_, board) => ancestry.path(board));
    const packed = ancestry.packed(Infinity)!;
    const again = new Ancestry();
    for (const { parents, placed } of unpacked(structuredClone(packed))) again.push(parents, placed);
    expect(paths.map((_, board) => again.path(board))).toEqual(paths);
    expect(paths.map((_, board) => ancestry.path(board))).toEqual(paths);
    const boards = packed.levels.reduce((sum, { placed }) => sum + placed.length, 0);
    const bytes = packed.levels.reduce((sum, { placed, first }) => sum + placed.byteLength + first.length, 0);
    expect(bytes).toBeLessThanOrEqual(2.2 * boards + levels);
    // Boards without descendants are dropped, so few boards are kept.
    if (levels > 10) expect(boards).toBeLessThan(0.3 * levels * BOARDS);
  }
});

it('boards without descendants are forgotten even above a level where every board has a child', () => {
  const ancestry = new Ancestry();
  // The board that placed tile 11 has no child on the next level.
  ancestry.push(Int32Array.of(0, 0, 0), Int16Array.of(10, 11, 12));
  ancestry.packed(Infinity);
  ancestry.push(Int32Array.of(0, 2), Int16Array.of(20, 21));
  ancestry.push(Int32Array.of(0, 1), Int16Array.of(30, 31));
  const again = new Ancestry();
  for (const { parents, placed } of unpacked(ancestry.packed(Infinity)!)) again.push(parents, placed);
  expect([0, 1].map((board) => [...again.path(board)])).toEqual([
    [10, 20, 30],
    [12, 21, 31],
  ]);
});

it('a beam stores no state that takes more bytes than the limit', () => {
  const instance = instanceOf(eternity2(officialHints), { symmetry: 0, breakRim: false, rimLabel: null });
  const beam = new RowBeam(instance, variableOrder(instance), random(1), { width: 2000, penalty: 6 });
  while (beam.placed < 40) beam.step(4096);
  const { ancestry, weights } = beam.state(Infinity)!;
  const { levels, last } = ancestry;
  const taken =
    weights.byteLength +
    last!.parents.byteLength +
    last!.placed.byteLength +
    levels.reduce((sum, { placed, first }) => sum + placed.byteLength + first.byteLength, 0);
  expect(beam.state(taken + levels.length)).not.toBeNull();
  expect(beam.state(taken - levels.length)).toBeNull();
});
