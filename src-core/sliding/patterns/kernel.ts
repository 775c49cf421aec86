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
import { groupsCode, valueOf, withValue, type GroupsCode } from './kernel-groups.ts';
import { EXHAUSTED, FOUND, FRAME, GROUP, MOVE, STATE, STOPPED, type KernelLayout } from './kernel-layout.ts';
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
import type { Code, Local, ValueType } from '../../wasm.ts';

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
  const groups = groupsCode(module, layout, { rankedSizes, placed });
  const kernel: Kernel = { layout, mirrored, groups };
  addValue(module, groups);
  const expand = addExpand(module, kernel);
  addRun(module, kernel, expand);
  return module.bytes([
    { name: 'own', pages: 1 },
    { name: 'shared', pages: sharedPages, shared: true },
  ]);
}

/** What the functions of a kernel have in common. */
interface Kernel {
  readonly layout: KernelLayout;
  /** whether the reflection is asked too */
  readonly mirrored: boolean;
  readonly groups: GroupsCode;
}

const mirrorOf = ({ layout }: Kernel, cell: Code): Code => i32.load8(cell, layout.mirror);
const tooFar = (distance: Local, sum: Local, limit: Local): Code =>
  i32.greaterSigned(i32.add(distance.get, i32.shl(sum.get, i32.const(1))), limit.get);

/** Adds `value(group)`: the value of a group where it is now. */
function addValue(module: ModuleBuilder, groups: GroupsCode): void {
  module.add('value', ['i32'], ['i32'], ([group], local) => {
    const number = local('i32');
    return [groups.numberOf(group!, number), groups.entry(group!, number)];
  });
}

type ExpandLocals = ReturnType<typeof expandLocals>;

function expandLocals(frame: Local, madeBy: Local, local: (type: ValueType) => Local) {
  return {
    frame,
    madeBy,
    /** where the search stands: the empty space, values and sums of both sides */
    position: named(local, 'blank', 'before', 'distance', 'sum', 'mirroredBlank', 'mirroredSum'),
    values: local('i64'),
    mirroredValues: local('i64'),
    /** moves still allowed after the one that is tried now */
    limit: local('i32'),
    /** the cells beside the empty space */
    beside: named(local, 'at', 'end'),
    /** the move that is tried, and what it leads to */
    move: named(local, 'cell', 'tile', 'stepsRow', 'distance', 'sum', 'mirroredSum', 'shift', 'change'),
    /** of the moved tile's group on a side */
    look: named(local, 'row', 'group', 'number'),
    /** in the frame: where the next move is written or read, where they end, where the next one kept goes */
    entry: named(local, 'at', 'end', 'kept', 'count'),
  };
}

/**
 * Adds `expand(frame, madeBy)`. Fills the frame of the position on the board: evaluates every move but the one that
 * undoes the last, and keeps those that can still lead to the goal in time. `madeBy` is the address of the move that
 * led here. Returns the function's number.
 */
function addExpand(module: ModuleBuilder, kernel: Kernel): number {
  const state = i32.const(kernel.layout.state);
  return module.add('expand', ['i32', 'i32'], [], ([frame, madeBy], local) => {
    const locals = expandLocals(frame!, madeBy!, local);
    const { entry } = locals;
    return [
      ...whereItStands(kernel, locals),
      // First the plain side of all moves: their databases are read side by side, with no branch between.
      ...tryMoves(kernel, locals),
      i32.store(state, i32.add(i32.load(state, STATE.nodes), entry.count.get), STATE.nodes),
      // Then keep what is near enough, asking the mirrored side too where the plain one allows it.
      ...keepNear(kernel, locals),
      i32.store8(
        frame!.get,
        i32.shr(i32.sub(entry.kept.get, frame!.get), i32.const(5)), // 32 bytes a move
        FRAME.count,
      ),
      i32.store8(frame!.get, i32.const(0), FRAME.next),
    ];
  });
}

function whereItStands(kernel: Kernel, { frame, madeBy, ...locals }: ExpandLocals): Code[] {
  const { position, values, mirroredValues, limit } = locals;
  const state = i32.const(kernel.layout.state);
  return [
    position.blank.set(i32.load8(frame.get, FRAME.blank)),
    position.before.set(i32.load8(frame.get, FRAME.before)),
    values.set(i64.load(madeBy.get, MOVE.values)),
    position.distance.set(i32.load(madeBy.get, MOVE.distance)),
    position.sum.set(i32.load(madeBy.get, MOVE.sum)),
    ...(kernel.mirrored
      ? [
          mirroredValues.set(i64.load(madeBy.get, MOVE.mirrored)),
          position.mirroredSum.set(i32.load(madeBy.get, MOVE.mirroredSum)),
          position.mirroredBlank.set(mirrorOf(kernel, position.blank.get)),
        ]
      : []),
    limit.set(i32.sub(i32.sub(i32.load(state, STATE.limit), i32.load(state, STATE.depth)), i32.const(1))),
  ];
}

/** Writes all moves but the one back, with what the plain side says of them. */
function tryMoves({ layout, groups }: Kernel, { frame, ...locals }: ExpandLocals): Code[] {
  const { position, values, beside, move, look, entry } = locals;
  const stepsTo = (cell: Local): Code => i32.load8(i32.add(move.stepsRow.get, cell.get));
  return [
    entry.at.set(frame.get),
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
            i32.add(position.distance.get, i32.sub(stepsTo(position.blank), stepsTo(move.cell))),
          ),
          groups.lookUp(look, move.tile.get, 0, move.cell.get, position.blank.get),
          move.shift.set(i32.load(look.group.get, GROUP.shift)),
          move.change.set(i32.sub(groups.entry(look.group, look.number), valueOf(values, move.shift.get))),
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
  ];
}

/** Keeps the moves that are near enough to the goal on both sides; says when one is the goal. */
function keepNear(kernel: Kernel, { frame, ...locals }: ExpandLocals): Code[] {
  const { limit, move, entry } = locals;
  return [
    entry.end.set(entry.at.get),
    entry.at.set(frame.get),
    entry.kept.set(frame.get),
    block((leave) => [
      loop((again) => [
        branchIf(i32.eq(entry.at.get, entry.end.get), leave),
        block((skip) => [
          move.distance.set(i32.load(entry.at.get, MOVE.distance)),
          move.sum.set(i32.load(entry.at.get, MOVE.sum)),
          branchIf(tooFar(move.distance, move.sum, limit), skip),
          move.cell.set(i32.load(entry.at.get, MOVE.from)),
          ...(kernel.mirrored
            ? askMirrored(kernel, locals, branchIf(tooFar(move.distance, move.mirroredSum, limit), skip))
            : []),
          i64.store(entry.kept.get, i64.load(entry.at.get, MOVE.values), MOVE.values),
          i32.store(entry.kept.get, move.cell.get, MOVE.from),
          i32.store(entry.kept.get, move.distance.get, MOVE.distance),
          i32.store(entry.kept.get, move.sum.get, MOVE.sum),
          entry.kept.set(i32.add(entry.kept.get, i32.const(MOVE.bytes))),
          // Every tile in its place: the goal.
          when(i32.eqz(move.distance.get), [
            i32.store(i32.const(kernel.layout.state), i32.add(move.cell.get, i32.const(1)), STATE.found),
          ]),
        ]),
        entry.at.set(i32.add(entry.at.get, i32.const(MOVE.bytes))),
        branch(again),
      ]),
    ]),
  ];
}

/** What the mirrored side says of a move; `unlessFar` leaves where that is too much. */
function askMirrored(
  kernel: Kernel,
  { position, mirroredValues, move, look, entry }: Omit<ExpandLocals, 'frame'>,
  unlessFar: Code,
): Code[] {
  const { layout, groups } = kernel;
  return [
    move.tile.set(i32.load8(move.cell.get, layout.board)),
    groups.lookUp(look, move.tile.get, 1, mirrorOf(kernel, move.cell.get), position.mirroredBlank.get),
    move.shift.set(i32.load(look.group.get, GROUP.shift)),
    move.change.set(i32.sub(groups.entry(look.group, look.number), valueOf(mirroredValues, move.shift.get))),
    move.mirroredSum.set(i32.add(position.mirroredSum.get, move.change.get)),
    unlessFar,
    i64.store(entry.kept.get, withValue(mirroredValues, move.change.get, move.shift.get), MOVE.mirrored),
    i32.store(entry.kept.get, move.mirroredSum.get, MOVE.mirroredSum),
  ];
}

/** Adds `run(nodes)`: goes on until so many nodes were made, the goal is found or nothing is left; returns which. */
function addRun(module: ModuleBuilder, kernel: Kernel, expand: number): void {
  const { layout, mirrored, groups } = kernel;
  const state = i32.const(layout.state);
  module.add('run', ['i32'], ['i32'], ([budget], local) => {
    const stack = named(local, 'depth', 'frame', 'entry');
    const cells = named(local, 'blank', 'other');
    const sliding = named(local, 'tile', 'row', 'group');
    const place = (side: number, from: Code, to: Code): Code =>
      groups.place(sliding.row, sliding.group, sliding.tile.get, side, from, to);
    /** Slides the tile on `from` into `to`, on the board and both sides. */
    const slide = (from: Local, to: Local): Code => [
      sliding.tile.set(i32.load8(from.get, layout.board)),
      i32.store8(to.get, sliding.tile.get, layout.board),
      i32.store8(from.get, i32.const(0), layout.board),
      place(0, from.get, to.get),
      mirrored ? place(1, mirrorOf(kernel, from.get), mirrorOf(kernel, to.get)) : [],
    ];
    const next = i32.load8(stack.frame.get, FRAME.next);
    /** Makes the next move of the frame and expands where it leads. */
    const descend: Code[] = [
      stack.entry.set(i32.add(stack.frame.get, i32.shl(next, i32.const(5)))),
      i32.store8(stack.frame.get, i32.add(next, i32.const(1)), FRAME.next),
      cells.blank.set(i32.load8(stack.frame.get, FRAME.blank)),
      cells.other.set(i32.load(stack.entry.get, MOVE.from)),
      slide(cells.other, cells.blank),
      stack.frame.set(i32.add(stack.frame.get, i32.const(FRAME.bytes))),
      i32.store8(stack.frame.get, cells.other.get, FRAME.blank),
      i32.store8(stack.frame.get, cells.blank.get, FRAME.before),
      stack.depth.set(i32.add(stack.depth.get, i32.const(1))),
      i32.store(state, stack.depth.get, STATE.depth),
      call(expand, stack.frame.get, stack.entry.get),
    ];
    const ascend: Code[] = [
      cells.blank.set(i32.load8(stack.frame.get, FRAME.before)),
      cells.other.set(i32.load8(stack.frame.get, FRAME.blank)),
      slide(cells.blank, cells.other),
      stack.frame.set(i32.sub(stack.frame.get, i32.const(FRAME.bytes))),
      stack.depth.set(i32.sub(stack.depth.get, i32.const(1))),
      i32.store(state, stack.depth.get, STATE.depth),
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
          branchIf(i32.eq(next, i32.load8(stack.frame.get, FRAME.count)), back),
          ...descend,
          branch(again),
        ]),
        when(i32.eqz(stack.depth.get), [returns(i32.const(EXHAUSTED))]),
        ...ascend,
        branch(again),
      ]),
      i32.const(EXHAUSTED),
    ];
  });
}
