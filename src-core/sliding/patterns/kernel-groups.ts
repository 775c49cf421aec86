/**
 * The part of the kernel that reads and moves groups. A group is the set of tiles in one pattern, either in the
 * position itself (side 0) or in its reflection (side 1).
 */
import { GROUP, type KernelLayout } from './kernel-layout.ts';
import { addRanking } from './kernel-ranking.ts';
import { I32, type I64, type Local, type Step } from '../../wasm/expressions.ts';
import { i32At, u8OfMemory } from '../../wasm/places.ts';
import {
  block,
  branch,
  call,
  returns,
  when,
  words,
  type ModuleBuilder,
  type Steps,
} from '../../wasm/statements.ts';

/**
 * The kinds of patterns that a kernel supports. In a *ranked* pattern, the positions are numbered without gaps. In a
 * *placed* pattern, the digits of a position's number are the cells of the tiles (see numbering.ts).
 */
export interface GroupKinds {
  /** for each ranked pattern: the number of its tiles */
  readonly rankedSizes: readonly number[];
  readonly placed: boolean;
}

/**
 * Three locals: the address of a tile's entry, the address of the tile's group, and the number of a position in the
 * group's database.
 */
export interface TileGroup {
  readonly row: Local<I32>;
  readonly group: Local<I32>;
  readonly number: Local<I32>;
}

export type GroupsCode = ReturnType<typeof groupsCode>;

/**
 * Adds the functions that compute which number a position has in a database. Returns helpers that generate code for
 * groups.
 */
export function groupsCode(module: ModuleBuilder, layout: KernelLayout, { rankedSizes, placed }: GroupKinds) {
  const sizes = [...new Set(rankedSizes)];
  const ranking = addRankings(module, layout, sizes);
  const bit = (cell: I32): I32 => I32.of(1).shiftLeft(cell);
  const below = (cell: I32): I32 => bit(cell).minus(1);
  const whereAfter = (row: I32, group: I32, from: I32, to: I32): I32 =>
    i32At(group, GROUP.where).plus(i32At(row).times(to.minus(from)));
  const maskAfter = (group: I32, from: I32, to: I32): I32 =>
    i32At(group, GROUP.where).xor(bit(from).or(bit(to)));
  const putSlot = (row: I32, cell: I32): Step => i32At(i32At(row)).set(below(cell));
  /**
   * Returns code that runs `ifPlaced` for a placed group and `ifRanked` for a ranked group. If all patterns are of the
   * same kind, the code runs the steps for that kind without a test.
   */
  const byKind = (group: I32, ifPlaced: Steps, ifRanked: Steps): Steps =>
    sizes.length === 0
      ? ifPlaced
      : !placed
        ? ifRanked
        : block((done) => [when(i32At(group, GROUP.ranked).isZero(), ifPlaced, branch(done)), ifRanked]);
  const find = (row: Local<I32>, group: Local<I32>, tile: I32, side: number): Steps => [
    row.set(I32.of(layout.tiles + side * 8).plus(tile.shiftLeft(4))),
    group.set(i32At(row, 4)),
  ];
  return {
    /** Returns code that sets `number` to the number that the current position has in the group's database. */
    numberOf: (group: I32, number: Local<I32>): Steps =>
      byKind(
        group,
        number.set(i32At(group, GROUP.where)),
        number.set(call(ranking, group, i32At(group, GROUP.where))),
      ),
    /**
     * Returns code that sets `row` to a tile's entry, `group` to the tile's group, and `number` to the number that the
     * position has in the group's database after the tile has slid.
     */
    lookUp: ({ row, group, number }: TileGroup, tile: I32, side: number, from: I32, to: I32): Steps => [
      find(row, group, tile, side),
      byKind(group, number.set(whereAfter(row, group, from, to)), [
        putSlot(row, to),
        number.set(call(ranking, group, maskAfter(group, from, to))),
        putSlot(row, from),
      ]),
    ],
    /** Returns code that slides a tile, in the position itself (side 0) or in its reflection (side 1). */
    place: (row: Local<I32>, group: Local<I32>, tile: I32, side: number, from: I32, to: I32): Steps => [
      find(row, group, tile, side),
      byKind(group, i32At(group, GROUP.where).set(whereAfter(row, group, from, to)), [
        putSlot(row, to),
        i32At(group, GROUP.where).set(maskAfter(group, from, to)),
      ]),
    ],
    /** Returns code that reads a value (half a byte) from a group's database. */
    entry: (group: I32, number: I32): I32 =>
      u8OfMemory(1, i32At(group, GROUP.database).plus(number.shiftRight(1)))
        .shiftRight(number.and(1).shiftLeft(2))
        .and(15),
  };
}

/**
 * Adds a function that computes the number of a position for any ranked group. Its parameter `mask` holds the cells
 * covered by the group.
 */
function addRankings(module: ModuleBuilder, layout: KernelLayout, sizes: readonly number[]): number {
  const rankings = sizes.map((tiles, i) => addRanking(module, layout, tiles, i));
  return module.add(null, words('group', 'mask'), ({ group, mask }) => [
    ...sizes
      .slice(1)
      .map((tiles, i) =>
        when(i32At(group, GROUP.ranked).equals(tiles), returns(call(rankings[i + 1]!, group, mask))),
      ),
    sizes.length > 0 ? call(rankings[0]!, group, mask) : I32.of(0),
  ]);
}

/**
 * Returns code that extracts a four-bit value from the 64-bit number in which the values are packed. The value starts
 * at bit `shift`.
 */
export const valueOf = (values: I64, shift: I32): I32 => values.shiftRight(shift.unsignedI64()).and(15).low();
export const withValue = (values: I64, change: I32, shift: I32): I64 =>
  values.plus(change.signedI64().shiftLeft(shift.unsignedI64()));
