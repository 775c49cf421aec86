/**
 * The part of the kernel that knows the groups of a position: the tiles of one pattern on one side, plain or
 * mirrored, their number in the pattern's database and the value that stands there.
 */
import { GROUP, type KernelLayout } from './kernel-layout.ts';
import { addRanking } from './kernel-ranking.ts';
import { block, branch, call, i32, i64, returns, when } from '../../wasm.ts';
import type { Code, Local, ModuleBuilder } from '../../wasm.ts';

/** Which kinds of groups a set of patterns has. */
export interface GroupKinds {
  /** tiles of each pattern that is ranked */
  readonly rankedSizes: readonly number[];
  /** whether others are placed */
  readonly placed: boolean;
}

/** A tile's row in memory, its group, and a number in the group's database. */
export interface TileLook {
  readonly row: Local;
  readonly group: Local;
  readonly number: Local;
}

export type GroupsCode = ReturnType<typeof groupsCode>;

/** Adds the functions that number groups; returns how other code reads and moves them. */
export function groupsCode(module: ModuleBuilder, layout: KernelLayout, { rankedSizes, placed }: GroupKinds) {
  const sizes = [...new Set(rankedSizes)];
  const ranking = addRankings(module, layout, sizes);
  const bit = (cell: Code): Code => i32.shl(i32.const(1), cell);
  const below = (cell: Code): Code => i32.sub(bit(cell), i32.const(1));
  const whereAfter = (row: Local, group: Local, from: Code, to: Code): Code =>
    i32.add(i32.load(group.get, GROUP.where), i32.mul(i32.load(row.get), i32.sub(to, from)));
  /** The cells of a ranked group after a slide. */
  const maskAfter = (group: Local, from: Code, to: Code): Code =>
    i32.xor(i32.load(group.get, GROUP.where), i32.or(bit(from), bit(to)));
  const putSlot = (row: Local, cell: Code): Code => i32.store(i32.load(row.get), below(cell));
  /** Code for placed groups, for ranked ones, or for both with a test of which it is. */
  const byKind = (group: Local, ifPlaced: Code, ifRanked: Code): Code =>
    sizes.length === 0
      ? ifPlaced
      : !placed
        ? ifRanked
        : block((done) => [
            when(i32.eqz(i32.load(group.get, GROUP.ranked)), [ifPlaced, branch(done)]),
            ifRanked,
          ]);
  const find = (row: Local, group: Local, tile: Code, side: number): Code => [
    row.set(i32.add(i32.const(layout.tiles + side * 8), i32.shl(tile, i32.const(4)))),
    group.set(i32.load(row.get, 4)),
  ];
  return {
    /** Sets `number` to a group's number where it is. */
    numberOf: (group: Local, number: Local): Code =>
      byKind(
        group,
        number.set(i32.load(group.get, GROUP.where)),
        number.set(call(ranking, group.get, i32.load(group.get, GROUP.where))),
      ),
    /** Sets row and group of a tile on a side, and `number` to its group's number after a slide. */
    lookUp: ({ row, group, number }: TileLook, tile: Code, side: number, from: Code, to: Code): Code => [
      find(row, group, tile, side),
      byKind(group, number.set(whereAfter(row, group, from, to)), [
        putSlot(row, to),
        number.set(call(ranking, group.get, maskAfter(group, from, to))),
        putSlot(row, from),
      ]),
    ],
    /** Puts a tile from one cell to another for good, on a side. */
    place: (row: Local, group: Local, tile: Code, side: number, from: Code, to: Code): Code => [
      find(row, group, tile, side),
      byKind(group, i32.store(group.get, whereAfter(row, group, from, to), GROUP.where), [
        putSlot(row, to),
        i32.store(group.get, maskAfter(group, from, to), GROUP.where),
      ]),
    ],
    /** The value in the group's database, half a byte. */
    entry: (group: Local, number: Local): Code =>
      i32.and(
        i32.shr(
          i32.load8(i32.add(i32.load(group.get, GROUP.database), i32.shr(number.get, i32.const(1))), 0, 1),
          i32.shl(i32.and(number.get, i32.const(1)), i32.const(2)),
        ),
        i32.const(15),
      ),
  };
}

/** Adds a function for the number of a ranked group's position on the cells of a mask, whichever size its pattern has. */
function addRankings(module: ModuleBuilder, layout: KernelLayout, sizes: readonly number[]): number {
  const rankings = sizes.map((tiles, i) => addRanking(module, layout, tiles, i));
  return module.add(null, ['i32', 'i32'], ['i32'], ([group, mask]) => [
    ...sizes
      .slice(1)
      .map((tiles, i) =>
        when(i32.eq(i32.load(group!.get, GROUP.ranked), i32.const(tiles)), [
          returns(call(rankings[i + 1]!, group!.get, mask!.get)),
        ]),
      ),
    sizes.length > 0 ? call(rankings[0]!, group!.get, mask!.get) : i32.const(0),
  ]);
}

/** Values of all groups of a side lie packed in 64 bits, four each; `shift` says which. */
export const valueOf = (values: Local, shift: Code): Code =>
  i64.wrap(i64.and(i64.shr(values.get, i64.extend(shift)), i64.const(15)));
export const withValue = (values: Local, change: Code, shift: Code): Code =>
  i64.add(values.get, i64.shl(i64.extendSigned(change), i64.extend(shift)));
