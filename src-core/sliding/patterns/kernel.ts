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
import { block, branch, branchIf, call, i32, i64, loop, ModuleBuilder, returns, when } from '../../wasm.ts';
import type { Code, Local } from '../../wasm.ts';

/**
 * The module's bytes. It exports `expand(frame, move)`, `run(nodes)` and `value(group)`; see `KernelLayout`
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
  const look = (
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
   * and keeps those that can still lead to the goal in time. `move` is the address of the move that led here.
   */
  const expand = module.add('expand', ['i32', 'i32'], [], ([frame, move], local) => {
    const blank = local('i32');
    const before = local('i32');
    const values = local('i64');
    const valuesMirrored = local('i64');
    const dist = local('i32');
    const sum = local('i32');
    const sumMirrored = local('i32');
    const limit = local('i32');
    const side = local('i32');
    const sideEnd = local('i32');
    const cell = local('i32');
    const tile = local('i32');
    const row = local('i32');
    const group = local('i32');
    const number = local('i32');
    const shift = local('i32');
    const change = local('i32');
    const count = local('i32');
    const entry = local('i32');
    const last = local('i32');
    const kept = local('i32');
    const newDistance = local('i32');
    const a = local('i32');
    const b = local('i32');
    return [
      blank.set(i32.load8(frame!.get, FRAME.blank)),
      before.set(i32.load8(frame!.get, FRAME.before)),
      values.set(i64.load(move!.get, MOVE.values)),
      dist.set(i32.load(move!.get, MOVE.distance)),
      sum.set(i32.load(move!.get, MOVE.sum)),
      ...(mirrored
        ? [
            valuesMirrored.set(i64.load(move!.get, MOVE.mirrored)),
            sumMirrored.set(i32.load(move!.get, MOVE.mirroredSum)),
            b.set(mirrorOf(blank.get)),
          ]
        : []),
      // Moves still allowed after the one that is tried now.
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
      entry.set(frame!.get),
      side.set(i32.add(i32.const(layout.beside), i32.shl(blank.get, i32.const(2)))),
      sideEnd.set(i32.add(side.get, i32.const(4))),
      block((leave) => [
        loop((again) => [
          cell.set(i32.load8(side.get)),
          branchIf(i32.eq(cell.get, i32.const(255)), leave),
          block((skip) => [
            branchIf(i32.eq(cell.get, before.get), skip),
            tile.set(i32.load8(cell.get, layout.board)),
            a.set(i32.add(i32.const(layout.steps), i32.shl(tile.get, i32.const(6)))),
            newDistance.set(
              i32.add(
                dist.get,
                i32.sub(i32.load8(i32.add(a.get, blank.get)), i32.load8(i32.add(a.get, cell.get))),
              ),
            ),
            look({ row, group, number }, tile.get, 0, cell.get, blank.get),
            shift.set(i32.load(group.get, GROUP.shift)),
            change.set(i32.sub(halfByte(group, number), valueOf(values, shift.get))),
            i64.store(entry.get, withValue(values, change.get, shift.get), MOVE.values),
            i32.store(entry.get, cell.get, MOVE.from),
            i32.store(entry.get, newDistance.get, MOVE.distance),
            i32.store(entry.get, i32.add(sum.get, change.get), MOVE.sum),
            entry.set(i32.add(entry.get, i32.const(MOVE.bytes))),
            count.set(i32.add(count.get, i32.const(1))),
          ]),
          side.set(i32.add(side.get, i32.const(1))),
          branchIf(i32.ne(side.get, sideEnd.get), again),
        ]),
      ]),
      i32.store(
        i32.const(layout.state),
        i32.add(i32.load(i32.const(layout.state), STATE.nodes), count.get),
        STATE.nodes,
      ),
      // Then keep what is near enough, asking the mirrored side too where the plain one allows it.
      last.set(entry.get),
      entry.set(frame!.get),
      kept.set(frame!.get),
      block((leave) => [
        loop((again) => [
          branchIf(i32.eq(entry.get, last.get), leave),
          block((skip) => [
            newDistance.set(i32.load(entry.get, MOVE.distance)),
            a.set(i32.load(entry.get, MOVE.sum)),
            branchIf(tooFar(newDistance, a, limit), skip),
            cell.set(i32.load(entry.get, MOVE.from)),
            ...(mirrored
              ? [
                  tile.set(i32.load8(cell.get, layout.board)),
                  look({ row, group, number }, tile.get, 1, mirrorOf(cell.get), b.get),
                  shift.set(i32.load(group.get, GROUP.shift)),
                  change.set(i32.sub(halfByte(group, number), valueOf(valuesMirrored, shift.get))),
                  side.set(i32.add(sumMirrored.get, change.get)),
                  branchIf(tooFar(newDistance, side, limit), skip),
                  i64.store(kept.get, withValue(valuesMirrored, change.get, shift.get), MOVE.mirrored),
                  i32.store(kept.get, side.get, MOVE.mirroredSum),
                ]
              : []),
            i64.store(kept.get, i64.load(entry.get, MOVE.values), MOVE.values),
            i32.store(kept.get, cell.get, MOVE.from),
            i32.store(kept.get, newDistance.get, MOVE.distance),
            i32.store(kept.get, a.get, MOVE.sum),
            kept.set(i32.add(kept.get, i32.const(MOVE.bytes))),
            // Every tile in its place: the goal.
            when(i32.eqz(newDistance.get), [
              i32.store(i32.const(layout.state), i32.add(cell.get, i32.const(1)), STATE.found),
            ]),
          ]),
          entry.set(i32.add(entry.get, i32.const(MOVE.bytes))),
          branch(again),
        ]),
      ]),
      i32.store8(
        frame!.get,
        i32.shr(i32.sub(kept.get, frame!.get), i32.const(5)), // 32 bytes a move
        FRAME.count,
      ),
      i32.store8(frame!.get, i32.const(0), FRAME.next),
    ];
  });

  module.add('run', ['i32'], ['i32'], ([budget], local) => {
    const depth = local('i32');
    const frame = local('i32');
    const blank = local('i32');
    const cell = local('i32');
    const tile = local('i32');
    const entry = local('i32');
    const row = local('i32');
    const group = local('i32');
    const state = i32.const(layout.state);
    /** Slides the tile on `from` into `to`, on the board and both sides. */
    const slide = (from: Local, to: Local): Code => [
      tile.set(i32.load8(from.get, layout.board)),
      i32.store8(to.get, tile.get, layout.board),
      i32.store8(from.get, i32.const(0), layout.board),
      place(row, group, tile.get, 0, from.get, to.get),
      ...(mirrored ? [place(row, group, tile.get, 1, mirrorOf(from.get), mirrorOf(to.get))] : []),
    ];
    return [
      depth.set(i32.load(state, STATE.depth)),
      frame.set(i32.add(i32.const(layout.frames), i32.mul(depth.get, i32.const(FRAME.bytes)))),
      loop((again) => [
        when(i32.load(state, STATE.found), [returns(i32.const(FOUND))]),
        when(i32.greaterOrEqualSigned(i32.load(state, STATE.nodes), budget!.get), [
          returns(i32.const(STOPPED)),
        ]),
        block((back) => [
          branchIf(i32.eq(i32.load8(frame.get, FRAME.next), i32.load8(frame.get, FRAME.count)), back),
          entry.set(i32.add(frame.get, i32.shl(i32.load8(frame.get, FRAME.next), i32.const(5)))),
          i32.store8(frame.get, i32.add(i32.load8(frame.get, FRAME.next), i32.const(1)), FRAME.next),
          blank.set(i32.load8(frame.get, FRAME.blank)),
          cell.set(i32.load(entry.get, MOVE.from)),
          slide(cell, blank),
          frame.set(i32.add(frame.get, i32.const(FRAME.bytes))),
          i32.store8(frame.get, cell.get, FRAME.blank),
          i32.store8(frame.get, blank.get, FRAME.before),
          depth.set(i32.add(depth.get, i32.const(1))),
          i32.store(state, depth.get, STATE.depth),
          call(expand, frame.get, entry.get),
          branch(again),
        ]),
        when(i32.eqz(depth.get), [returns(i32.const(EXHAUSTED))]),
        blank.set(i32.load8(frame.get, FRAME.before)),
        cell.set(i32.load8(frame.get, FRAME.blank)),
        slide(blank, cell),
        frame.set(i32.sub(frame.get, i32.const(FRAME.bytes))),
        depth.set(i32.sub(depth.get, i32.const(1))),
        i32.store(state, depth.get, STATE.depth),
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
