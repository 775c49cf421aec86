/**
 * The inner loop of iterative deepening in WebAssembly, compiled for one board and one set of patterns. It is a
 * depth-first search that cuts off a branch when the moves made plus a lower bound on the remaining moves exceed the
 * limit. Each search has a memory of its own for its state, so it can stop after any node and continue later. All
 * threads share a second memory, which holds the databases.
 *
 * The lower bound is a sum over the patterns. On square boards, the same sum is also computed for the position's
 * reflection in the main diagonal, and the larger sum is used.
 */
import { groupsCode, valueOf, withValue, type GroupsCode } from './kernel-groups.ts';
import { EXHAUSTED, FOUND, FRAME, GROUP, MOVE, STATE, STOPPED, type KernelLayout } from './kernel-layout.ts';
import { I32, I64, type Local, type Step } from '../../wasm/expressions.ts';
import { i32At, i64At, u8At } from '../../wasm/places.ts';
import {
  block,
  branch,
  branchIf,
  loop,
  ModuleBuilder,
  repeat,
  returns,
  run,
  until,
  when,
  words,
  type Locals,
  type Steps,
} from '../../wasm/statements.ts';

/**
 * Returns the bytes of the module. It exports `expand(frame, madeBy)`, `run(nodes)` and `value(group)`, and
 * `KernelLayout` describes its memory. `rankedSizes` lists the number of tiles in each ranked pattern, and `placed` is
 * true if there are placed patterns.
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

interface Kernel {
  readonly layout: KernelLayout;
  /** true if the reflections of positions are used for a second bound */
  readonly mirrored: boolean;
  readonly groups: GroupsCode;
}

const mirrorOf = ({ layout }: Kernel, cell: I32): I32 => u8At(cell, layout.mirror);
const tooFar = (distance: I32, sum: I32, limit: I32): I32 => distance.plus(sum.shiftLeft(1)).greater(limit);

function addValue(module: ModuleBuilder, groups: GroupsCode): void {
  module.add('value', words('group'), ({ group }, locals) => {
    const number = locals.one(I32);
    return [groups.numberOf(group, number), groups.entry(group, number)];
  });
}

type ExpandLocals = ReturnType<typeof expandLocals>;

function expandLocals(frame: Local<I32>, madeBy: Local<I32>, locals: Locals) {
  return {
    frame,
    madeBy,
    /** the empty space and the sums of database values, for the current position and its reflection */
    position: locals.named(I32, 'blank', 'before', 'distance', 'sum', 'mirroredBlank', 'mirroredSum'),
    values: locals.one(I64),
    mirroredValues: locals.one(I64),
    /** number of moves still allowed after the move being evaluated */
    limit: locals.one(I32),
    /** start and end addresses of the list of cells adjacent to the empty space */
    beside: locals.named(I32, 'at', 'end'),
    /** the move being evaluated */
    move: locals.named(I32, 'cell', 'tile', 'stepsRow', 'distance', 'sum', 'mirroredSum', 'shift', 'change'),
    /** group of the moved tile, in the position itself or in its reflection */
    tileGroup: locals.named(I32, 'row', 'group', 'number'),
    /**
     * Addresses in the frame: `at` is the current move, `end` is the end of the moves, and `kept` is where to store the
     * next move that is kept. `count` is the number of moves evaluated.
     */
    entry: locals.named(I32, 'at', 'end', 'kept', 'count'),
  };
}

/**
 * Adds the function `expand(frame, madeBy)`. It writes the moves after which the goal may still be reached within the
 * bound. `madeBy` is the address of the move that led to the position.
 */
function addExpand(module: ModuleBuilder, kernel: Kernel): number {
  const state = I32.of(kernel.layout.state);
  return module.add('expand', words('frame', 'madeBy'), ({ frame, madeBy }, locals) => {
    const search = expandLocals(frame, madeBy, locals);
    const { entry } = search;
    return [
      loadPosition(kernel, search),
      // Evaluate all moves for the position itself first. There is no branch between the reads from the databases, so
      // the processor can overlap them.
      tryMoves(kernel, search),
      i32At(state, STATE.nodes).increase(entry.count),
      // Evaluate moves in the reflection only if the first evaluation did not exceed the bound.
      keepNear(kernel, search),
      // A move's record takes 32 bytes.
      u8At(frame, FRAME.count).set(entry.kept.minus(frame).shiftRight(5)),
      u8At(frame, FRAME.next).set(0),
    ];
  });
}

function loadPosition(kernel: Kernel, { frame, madeBy, ...locals }: ExpandLocals): Steps {
  const { position, values, mirroredValues, limit } = locals;
  const state = I32.of(kernel.layout.state);
  return [
    position.blank.set(u8At(frame, FRAME.blank)),
    position.before.set(u8At(frame, FRAME.before)),
    values.set(i64At(madeBy, MOVE.values)),
    position.distance.set(i32At(madeBy, MOVE.distance)),
    position.sum.set(i32At(madeBy, MOVE.sum)),
    kernel.mirrored
      ? [
          mirroredValues.set(i64At(madeBy, MOVE.mirrored)),
          position.mirroredSum.set(i32At(madeBy, MOVE.mirroredSum)),
          position.mirroredBlank.set(mirrorOf(kernel, position.blank)),
        ]
      : [],
    limit.set(i32At(state, STATE.limit).minus(i32At(state, STATE.depth)).minus(1)),
  ];
}

/** Returns code that tries all moves but the one that would undo the last move. */
function tryMoves({ layout, groups }: Kernel, { frame, ...locals }: ExpandLocals): Steps {
  const { position, values, beside, move, tileGroup, entry } = locals;
  const stepsTo = (cell: I32): I32 => u8At(move.stepsRow.plus(cell));
  return [
    entry.at.set(frame),
    beside.at.set(I32.of(layout.beside).plus(position.blank.shiftLeft(2))),
    beside.end.set(beside.at.plus(4)),
    block((leave) => [
      repeat(
        move.cell.set(u8At(beside.at)),
        branchIf(move.cell.equals(255), leave),
        block((skip) => [
          branchIf(move.cell.equals(position.before), skip),
          move.tile.set(u8At(move.cell, layout.board)),
          move.stepsRow.set(I32.of(layout.steps).plus(move.tile.shiftLeft(6))),
          move.distance.set(position.distance.plus(stepsTo(position.blank).minus(stepsTo(move.cell)))),
          groups.lookUp(tileGroup, move.tile, 0, move.cell, position.blank),
          move.shift.set(i32At(tileGroup.group, GROUP.shift)),
          move.change.set(groups.entry(tileGroup.group, tileGroup.number).minus(valueOf(values, move.shift))),
          i64At(entry.at, MOVE.values).set(withValue(values, move.change, move.shift)),
          i32At(entry.at, MOVE.from).set(move.cell),
          i32At(entry.at, MOVE.distance).set(move.distance),
          i32At(entry.at, MOVE.sum).set(position.sum.plus(move.change)),
          entry.at.increase(MOVE.bytes),
          entry.count.increase(1),
        ]),
        beside.at.increase(1),
      ).while(beside.at.differs(beside.end)),
    ]),
  ];
}

function keepNear(kernel: Kernel, { frame, ...locals }: ExpandLocals): Steps {
  const { limit, move, entry } = locals;
  return [
    entry.end.set(entry.at),
    entry.at.set(frame),
    entry.kept.set(frame),
    until(
      entry.at.equals(entry.end),
      block((skip) => [
        move.distance.set(i32At(entry.at, MOVE.distance)),
        move.sum.set(i32At(entry.at, MOVE.sum)),
        branchIf(tooFar(move.distance, move.sum, limit), skip),
        move.cell.set(i32At(entry.at, MOVE.from)),
        kernel.mirrored
          ? evaluateMirrored(kernel, locals, branchIf(tooFar(move.distance, move.mirroredSum, limit), skip))
          : [],
        i64At(entry.kept, MOVE.values).set(i64At(entry.at, MOVE.values)),
        i32At(entry.kept, MOVE.from).set(move.cell),
        i32At(entry.kept, MOVE.distance).set(move.distance),
        i32At(entry.kept, MOVE.sum).set(move.sum),
        entry.kept.increase(MOVE.bytes),
        when(move.distance.isZero(), i32At(I32.of(kernel.layout.state), STATE.found).set(move.cell.plus(1))),
      ]),
      entry.at.increase(MOVE.bytes),
    ),
  ];
}

/**
 * Returns code that evaluates a move in the reflection. `skipIfFar` is code that skips the move if it exceeds the
 * bound.
 */
function evaluateMirrored(
  kernel: Kernel,
  { position, mirroredValues, move, tileGroup, entry }: Omit<ExpandLocals, 'frame'>,
  skipIfFar: Step,
): Steps {
  const { layout, groups } = kernel;
  return [
    move.tile.set(u8At(move.cell, layout.board)),
    groups.lookUp(tileGroup, move.tile, 1, mirrorOf(kernel, move.cell), position.mirroredBlank),
    move.shift.set(i32At(tileGroup.group, GROUP.shift)),
    move.change.set(
      groups.entry(tileGroup.group, tileGroup.number).minus(valueOf(mirroredValues, move.shift)),
    ),
    move.mirroredSum.set(position.mirroredSum.plus(move.change)),
    skipIfFar,
    i64At(entry.kept, MOVE.mirrored).set(withValue(mirroredValues, move.change, move.shift)),
    i32At(entry.kept, MOVE.mirroredSum).set(move.mirroredSum),
  ];
}

/**
 * Adds the function `run(nodes)`. It runs until it has visited this many nodes, found the goal or run out of moves,
 * and returns which of these happened.
 */
function addRun(module: ModuleBuilder, kernel: Kernel, expand: number): void {
  const { layout, mirrored, groups } = kernel;
  const state = I32.of(layout.state);
  module.add('run', words('budget'), ({ budget }, locals) => {
    const stack = locals.named(I32, 'depth', 'frame', 'entry');
    const cells = locals.named(I32, 'blank', 'other');
    const sliding = locals.named(I32, 'tile', 'row', 'group');
    const place = (side: number, from: I32, to: I32): Steps =>
      groups.place(sliding.row, sliding.group, sliding.tile, side, from, to);
    const slide = (from: I32, to: I32): Steps => [
      sliding.tile.set(u8At(from, layout.board)),
      u8At(to, layout.board).set(sliding.tile),
      u8At(from, layout.board).set(0),
      place(0, from, to),
      mirrored ? place(1, mirrorOf(kernel, from), mirrorOf(kernel, to)) : [],
    ];
    const next = u8At(stack.frame, FRAME.next);
    const descend: Steps = [
      stack.entry.set(stack.frame.plus(next.shiftLeft(5))),
      next.increase(1),
      cells.blank.set(u8At(stack.frame, FRAME.blank)),
      cells.other.set(i32At(stack.entry, MOVE.from)),
      slide(cells.other, cells.blank),
      stack.frame.increase(FRAME.bytes),
      u8At(stack.frame, FRAME.blank).set(cells.other),
      u8At(stack.frame, FRAME.before).set(cells.blank),
      stack.depth.increase(1),
      i32At(state, STATE.depth).set(stack.depth),
      run(expand, stack.frame, stack.entry),
    ];
    const ascend: Steps = [
      cells.blank.set(u8At(stack.frame, FRAME.before)),
      cells.other.set(u8At(stack.frame, FRAME.blank)),
      slide(cells.blank, cells.other),
      stack.frame.decrease(FRAME.bytes),
      stack.depth.decrease(1),
      i32At(state, STATE.depth).set(stack.depth),
    ];
    return [
      stack.depth.set(i32At(state, STATE.depth)),
      stack.frame.set(I32.of(layout.frames).plus(stack.depth.times(FRAME.bytes))),
      loop((again) => [
        when(i32At(state, STATE.found), returns(FOUND)),
        when(i32At(state, STATE.nodes).atLeast(budget), returns(STOPPED)),
        block((back) => [
          branchIf(next.equals(u8At(stack.frame, FRAME.count)), back),
          descend,
          branch(again),
        ]),
        when(stack.depth.isZero(), returns(EXHAUSTED)),
        ascend,
        branch(again),
      ]),
      I32.of(EXHAUSTED),
    ];
  });
}
