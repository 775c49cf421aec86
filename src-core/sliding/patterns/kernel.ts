/**
 * The inner loop of iterative deepening as WebAssembly, made for one board and one set of patterns: a
 * depth-first search bounded by moves made + moves still needed at least. All of its state is in its own
 * memory, so it stops after any number of nodes and goes on from there; the databases lie in a second
 * memory that all threads share.
 *
 * The bound on what is still needed is the larger of two sums over the patterns, of the position and of
 * its reflection in the main diagonal (square boards). Values are kept as the excess over the Manhattan
 * distance, halved (see build.ts): the sums of halves are what changes at a move, and only one
 * pattern's.
 */
import { EXHAUSTED, FOUND, FRAME, GROUP, MOVE, STATE, STOPPED, type KernelLayout } from './kernel-layout.ts';
import { addRanking } from './kernel-ranking.ts';
import {
  block,
  branch,
  branchIf,
  call,
  i32,
  i64,
  loop,
  ModuleBuilder,
  named,
  returns,
  when,
} from '../../wasm.ts';
import type { Code, Local } from '../../wasm.ts';

/**
 * The module's bytes. It exports `expand(frame, madeBy)`, `run(nodes)` and `value(group)`; see `KernelLayout`
 * for the memory. `rankedSizes`: tiles of each pattern that is ranked; `placed`: whether others are placed.
 */
export function kernelModule(
  layout: KernelLayout,
  rankedSizes: readonly number[],
  placed: boolean,
  mirrored: boolean,
  sharedPages: number,
): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  const sizes = [...new Set(rankedSizes)];
  const rankings = sizes.map((tiles, i) => addRanking(module, layout, tiles, i));
  /** Number of a ranked group's position on the cells of a mask, whichever size its pattern has. */
  const ranking = module.add(null, ['i32', 'i32'], ['i32'], ([group, mask]) => [
    ...sizes
      .slice(1)
      .map((tiles, i) =>
        when(i32.eq(i32.load(group!.get, GROUP.ranked), i32.const(tiles)), [
          returns(call(rankings[i + 1]!, group!.get, mask!.get)),
        ]),
      ),
    sizes.length > 0 ? call(rankings[0]!, group!.get, mask!.get) : i32.const(0),
  ]);

  const bit = (cell: Code): Code => i32.shl(i32.const(1), cell);
  const below = (cell: Code): Code => i32.sub(bit(cell), i32.const(1));
  const tileRow = (tile: Code, side: number): Code =>
    i32.add(i32.const(layout.tiles + side * 8), i32.shl(tile, i32.const(4)));
  const mirrorOf = (cell: Code): Code => i32.load8(cell, layout.mirror);
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
  const halfByte = (group: Local, number: Local): Code =>
    i32.and(
      i32.shr(
        i32.load8(i32.add(i32.load(group.get, GROUP.database), i32.shr(number.get, i32.const(1))), 0, 1),
        i32.shl(i32.and(number.get, i32.const(1)), i32.const(2)),
      ),
      i32.const(15),
    );
  /** Sets row and group of a tile on a side, and `number` to its group's number after a slide. */
  const lookUp = (
    { row, group, number }: { row: Local; group: Local; number: Local },
    tile: Code,
    side: number,
    from: Code,
    to: Code,
  ): Code => [
    row.set(tileRow(tile, side)),
    group.set(i32.load(row.get, 4)),
    byKind(group, number.set(whereAfter(row, group, from, to)), [
      putSlot(row, to),
      number.set(call(ranking, group.get, maskAfter(group, from, to))),
      putSlot(row, from),
    ]),
  ];
  /** Puts a tile from one cell to another for good, on a side. */
  const place = (row: Local, group: Local, tile: Code, side: number, from: Code, to: Code): Code => [
    row.set(tileRow(tile, side)),
    group.set(i32.load(row.get, 4)),
    byKind(group, i32.store(group.get, whereAfter(row, group, from, to), GROUP.where), [
      putSlot(row, to),
      i32.store(group.get, maskAfter(group, from, to), GROUP.where),
    ]),
  ];

  const valueOf = (values: Local, shift: Code): Code =>
    i64.wrap(i64.and(i64.shr(values.get, i64.extend(shift)), i64.const(15)));
  const withValue = (values: Local, change: Code, shift: Code): Code =>
    i64.add(values.get, i64.shl(i64.extendSigned(change), i64.extend(shift)));

  /** The value of a group where it is now. */
  module.add('value', ['i32'], ['i32'], ([group], local) => {
    const number = local('i32');
    return [
      byKind(
        group!,
        number.set(i32.load(group!.get, GROUP.where)),
        number.set(call(ranking, group!.get, i32.load(group!.get, GROUP.where))),
      ),
      halfByte(group!, number),
    ];
  });

  /**
   * Fills the frame of the position on the board: evaluates every move but the one that undoes the last,
   * and keeps those that can still lead to the goal in time. `madeBy` is the address of the move that led here.
   */
  const expand = module.add('expand', ['i32', 'i32'], [], ([frame, madeBy], local) => {
    /** where the search stands: the empty space, values and sums of both sides */
    const position = named(local, 'blank', 'before', 'distance', 'sum', 'mirroredBlank', 'mirroredSum');
    const values = local('i64');
    const mirroredValues = local('i64');
    /** moves still allowed after the one that is tried now */
    const limit = local('i32');
    /** the cells beside the empty space */
    const beside = named(local, 'at', 'end');
    /** the move that is tried, and what it leads to */
    const move = named(
      local,
      'cell',
      'tile',
      'stepsRow',
      'distance',
      'sum',
      'mirroredSum',
      'shift',
      'change',
    );
    /** of the moved tile's group on a side */
    const look = named(local, 'row', 'group', 'number');
    /** in the frame: where the next move is written or read, where they end, where the next one kept goes */
    const entry = named(local, 'at', 'end', 'kept', 'count');
    return [
      position.blank.set(i32.load8(frame!.get, FRAME.blank)),
      position.before.set(i32.load8(frame!.get, FRAME.before)),
      values.set(i64.load(madeBy!.get, MOVE.values)),
      position.distance.set(i32.load(madeBy!.get, MOVE.distance)),
      position.sum.set(i32.load(madeBy!.get, MOVE.sum)),
      ...(mirrored
        ? [
            mirroredValues.set(i64.load(madeBy!.get, MOVE.mirrored)),
            position.mirroredSum.set(i32.load(madeBy!.get, MOVE.mirroredSum)),
            position.mirroredBlank.set(mirrorOf(position.blank.get)),
          ]
        : []),
      limit.set(
        i32.sub(
          i32.sub(
            i32.load(i32.const(layout.state), STATE.limit),
            i32.load(i32.const(layout.state), STATE.depth),
          ),
          i32.const(1),
        ),
      ),
      // First the plain side of all moves: their databases are read side by side, with no branch between.
      entry.at.set(frame!.get),
      beside.at.set(i32.add(i32.const(layout.beside), i32.shl(position.blank.get, i32.const(2)))),
      beside.end.set(i32.add(beside.at.get, i32.const(4))),
      block((leave) => [
        loop((again) => [
          move.cell.set(i32.load8(beside.at.get)),
          branchIf(i32.eq(move.cell.get, i32.const(255)), leave),
          block((skip) => [
            branchIf(i32.eq(move.cell.get, position.before.get), skip),
            move.tile.set(i32.load8(move.cell.get, layout.board)),
            move.stepsRow.set(i32.add(i32.const(layout.steps), i32.shl(move.tile.get, i32.const(6)))),
            move.distance.set(
              i32.add(
                position.distance.get,
                i32.sub(
                  i32.load8(i32.add(move.stepsRow.get, position.blank.get)),
                  i32.load8(i32.add(move.stepsRow.get, move.cell.get)),
                ),
              ),
            ),
            lookUp(look, move.tile.get, 0, move.cell.get, position.blank.get),
            move.shift.set(i32.load(look.group.get, GROUP.shift)),
            move.change.set(i32.sub(halfByte(look.group, look.number), valueOf(values, move.shift.get))),
            i64.store(entry.at.get, withValue(values, move.change.get, move.shift.get), MOVE.values),
            i32.store(entry.at.get, move.cell.get, MOVE.from),
            i32.store(entry.at.get, move.distance.get, MOVE.distance),
            i32.store(entry.at.get, i32.add(position.sum.get, move.change.get), MOVE.sum),
            entry.at.set(i32.add(entry.at.get, i32.const(MOVE.bytes))),
            entry.count.set(i32.add(entry.count.get, i32.const(1))),
          ]),
          beside.at.set(i32.add(beside.at.get, i32.const(1))),
          branchIf(i32.ne(beside.at.get, beside.end.get), again),
        ]),
      ]),
      i32.store(
        i32.const(layout.state),
        i32.add(i32.load(i32.const(layout.state), STATE.nodes), entry.count.get),
        STATE.nodes,
      ),
      // Then keep what is near enough, asking the mirrored side too where the plain one allows it.
      entry.end.set(entry.at.get),
      entry.at.set(frame!.get),
      entry.kept.set(frame!.get),
      block((leave) => [
        loop((again) => [
          branchIf(i32.eq(entry.at.get, entry.end.get), leave),
          block((skip) => [
            move.distance.set(i32.load(entry.at.get, MOVE.distance)),
            move.sum.set(i32.load(entry.at.get, MOVE.sum)),
            branchIf(tooFar(move.distance, move.sum, limit), skip),
            move.cell.set(i32.load(entry.at.get, MOVE.from)),
            ...(mirrored
              ? [
                  move.tile.set(i32.load8(move.cell.get, layout.board)),
                  lookUp(look, move.tile.get, 1, mirrorOf(move.cell.get), position.mirroredBlank.get),
                  move.shift.set(i32.load(look.group.get, GROUP.shift)),
                  move.change.set(
                    i32.sub(halfByte(look.group, look.number), valueOf(mirroredValues, move.shift.get)),
                  ),
                  move.mirroredSum.set(i32.add(position.mirroredSum.get, move.change.get)),
                  branchIf(tooFar(move.distance, move.mirroredSum, limit), skip),
                  i64.store(
                    entry.kept.get,
                    withValue(mirroredValues, move.change.get, move.shift.get),
                    MOVE.mirrored,
                  ),
                  i32.store(entry.kept.get, move.mirroredSum.get, MOVE.mirroredSum),
                ]
              : []),
            i64.store(entry.kept.get, i64.load(entry.at.get, MOVE.values), MOVE.values),
            i32.store(entry.kept.get, move.cell.get, MOVE.from),
            i32.store(entry.kept.get, move.distance.get, MOVE.distance),
            i32.store(entry.kept.get, move.sum.get, MOVE.sum),
            entry.kept.set(i32.add(entry.kept.get, i32.const(MOVE.bytes))),
            // Every tile in its place: the goal.
            when(i32.eqz(move.distance.get), [
              i32.store(i32.const(layout.state), i32.add(move.cell.get, i32.const(1)), STATE.found),
            ]),
          ]),
          entry.at.set(i32.add(entry.at.get, i32.const(MOVE.bytes))),
          branch(again),
        ]),
      ]),
      i32.store8(
        frame!.get,
        i32.shr(i32.sub(entry.kept.get, frame!.get), i32.const(5)), // 32 bytes a move
        FRAME.count,
      ),
      i32.store8(frame!.get, i32.const(0), FRAME.next),
    ];
  });

  module.add('run', ['i32'], ['i32'], ([budget], local) => {
    const stack = named(local, 'depth', 'frame', 'entry');
    const cells = named(local, 'blank', 'other');
    const sliding = named(local, 'tile', 'row', 'group');
    const state = i32.const(layout.state);
    /** Slides the tile on `from` into `to`, on the board and both sides. */
    const slide = (from: Local, to: Local): Code => [
      sliding.tile.set(i32.load8(from.get, layout.board)),
      i32.store8(to.get, sliding.tile.get, layout.board),
      i32.store8(from.get, i32.const(0), layout.board),
      place(sliding.row, sliding.group, sliding.tile.get, 0, from.get, to.get),
      ...(mirrored
        ? [place(sliding.row, sliding.group, sliding.tile.get, 1, mirrorOf(from.get), mirrorOf(to.get))]
        : []),
    ];
    return [
      stack.depth.set(i32.load(state, STATE.depth)),
      stack.frame.set(i32.add(i32.const(layout.frames), i32.mul(stack.depth.get, i32.const(FRAME.bytes)))),
      loop((again) => [
        when(i32.load(state, STATE.found), [returns(i32.const(FOUND))]),
        when(i32.greaterOrEqualSigned(i32.load(state, STATE.nodes), budget!.get), [
          returns(i32.const(STOPPED)),
        ]),
        block((back) => [
          branchIf(
            i32.eq(i32.load8(stack.frame.get, FRAME.next), i32.load8(stack.frame.get, FRAME.count)),
            back,
          ),
          stack.entry.set(
            i32.add(stack.frame.get, i32.shl(i32.load8(stack.frame.get, FRAME.next), i32.const(5))),
          ),
          i32.store8(
            stack.frame.get,
            i32.add(i32.load8(stack.frame.get, FRAME.next), i32.const(1)),
            FRAME.next,
          ),
          cells.blank.set(i32.load8(stack.frame.get, FRAME.blank)),
          cells.other.set(i32.load(stack.entry.get, MOVE.from)),
          slide(cells.other, cells.blank),
          stack.frame.set(i32.add(stack.frame.get, i32.const(FRAME.bytes))),
          i32.store8(stack.frame.get, cells.other.get, FRAME.blank),
          i32.store8(stack.frame.get, cells.blank.get, FRAME.before),
          stack.depth.set(i32.add(stack.depth.get, i32.const(1))),
          i32.store(state, stack.depth.get, STATE.depth),
          call(expand, stack.frame.get, stack.entry.get),
          branch(again),
        ]),
        when(i32.eqz(stack.depth.get), [returns(i32.const(EXHAUSTED))]),
        cells.blank.set(i32.load8(stack.frame.get, FRAME.before)),
        cells.other.set(i32.load8(stack.frame.get, FRAME.blank)),
        slide(cells.blank, cells.other),
        stack.frame.set(i32.sub(stack.frame.get, i32.const(FRAME.bytes))),
        stack.depth.set(i32.sub(stack.depth.get, i32.const(1))),
        i32.store(state, stack.depth.get, STATE.depth),
        branch(again),
      ]),
      i32.const(EXHAUSTED),
    ];
  });
  return module.bytes([
    { name: 'own', pages: 1 },
    { name: 'shared', pages: sharedPages, shared: true },
  ]);
}

const tooFar = (distance: Local, sum: Local, limit: Local): Code =>
  i32.greaterSigned(i32.add(distance.get, i32.shl(sum.get, i32.const(1))), limit.get);
