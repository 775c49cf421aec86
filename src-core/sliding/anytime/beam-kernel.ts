/**
 * The two inner loops of a beam search in WebAssembly. A unit test, sliding-beam.test.ts, compares both with plain
 * TypeScript.
 */
import { I32, type Local } from '../../wasm/expressions.ts';
import { i32At, i64At, u16At, u8At, u8OfMemory } from '../../wasm/places.ts';
import {
  block,
  branchIf,
  endless,
  ModuleBuilder,
  repeat,
  until,
  when,
  words,
  type Locals,
  type Steps,
  type Taken,
} from '../../wasm/statements.ts';
import { CHILD, NONE, ROW_ENTRIES, TILE, type BeamLayout } from './beam-layout.ts';

export interface BeamKernel {
  /**
   * Creates the children of the positions with records from `record` to `end`, and writes them to memory, starting at
   * the address `child`. Adds each child to the histogram of estimates. `parent` is the index of the first of these
   * positions in its layer. Returns the address after the last child.
   */
  expand(record: number, end: number, child: number, parent: number): number;
  /**
   * Keeps the best children as the next layer and returns their number. `Selecting` describes the parameters, and
   * SELECT_PARAMETERS gives their order.
   */
  select(...values: readonly number[]): number;
}

const SELECT_PARAMETERS = [
  ...(['child', 'end', 'estimate', 'share', 'salt', 'width'] as const),
  ...(['from', 'to', 'parents', 'moves', 'seen', 'mask'] as const),
] as const;

/**
 * The parameters of the kernel's `select`.
 *
 * - `child` and `end` are the start and end addresses of the children.
 * - A child with an estimate below `estimate` is kept. A child whose estimate equals `estimate` is kept if its random
 *   draw (see `drawOf`) is below `share`.
 * - At most `width` children are kept. Equal positions are kept only once.
 * - `from` is the address of the parents' layer.
 * - For each child kept, `select` writes its record to `to`, the index of its parent (i32) to `parents`, and the cell
 *   that the empty space moved to (u8) to `moves`.
 * - `seen` is the address of an empty hash table of `mask + 1` words.
 */
type Selecting = Readonly<Record<(typeof SELECT_PARAMETERS)[number], number>>;

/** Calls the kernel's `select` and returns the number of children kept. */
export const select = (kernel: Pick<BeamKernel, 'select'>, given: Selecting): number =>
  kernel.select(...SELECT_PARAMETERS.map((name) => given[name]));

const HASH_MULTIPLIER = 0x9e3779b1;
const DRAW_BITS = 31;
/** Number of possible values of a random draw, an integer from 0 to `DRAW_VALUES - 1` */
export const DRAW_VALUES = 2 ** DRAW_BITS;

/** Returns a random draw for the position with this hash. `salt` differs from layer to layer. */
export function drawOf(hash: number, salt: number): number {
  const mixed = Math.imul(hash ^ salt, HASH_MULTIPLIER);
  return Math.imul(mixed ^ (mixed >>> 15), HASH_MULTIPLIER) >>> (32 - DRAW_BITS);
}

/**
 * Returns the bytes of the module. It exports the functions of `BeamKernel`, and `BeamLayout` describes its memory.
 */
export function beamModule(layout: BeamLayout, sharedPages: number): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  addExpand(module, layout);
  addSelect(module, layout);
  return module.bytes([
    { name: 'own', pages: 1 },
    { name: 'shared', pages: sharedPages, shared: true },
  ]);
}

const tileEntry = ({ tiles }: BeamLayout, tile: I32, side: number): I32 =>
  I32.of(tiles + side * ROW_ENTRIES * TILE.bytes).plus(tile.times(TILE.bytes));
const stepsRow = ({ steps }: BeamLayout, tile: I32): I32 => I32.of(steps).plus(tile.times(ROW_ENTRIES));
function shiftOf({ mirror }: BeamLayout, side: number, from: I32, to: I32): I32 {
  const mirrorOf = (cell: I32): I32 => u8At(cell, mirror);
  return side === 0 ? to.minus(from) : mirrorOf(to).minus(mirrorOf(from));
}

type ExpandLocals = ReturnType<typeof expandLocals>;

function expandLocals(taken: Record<'record' | 'child' | 'parent', Local<I32>>, locals: Locals) {
  const { record, child, parent } = taken;
  return {
    record,
    child,
    parent,
    position: locals.named(I32, 'blank', 'before', 'estimate', 'hash'),
    move: locals.named(I32, 'beside', 'besideEnd', 'cell', 'tile', 'estimate', 'values'),
    tileGroup: locals.named(I32, 'entry', 'number', 'value', 'row'),
  };
}

function addExpand(module: ModuleBuilder, layout: BeamLayout): void {
  const { record: field, beside } = layout;
  module.add('expand', words('record', 'end', 'child', 'parent'), (taken, locals) => {
    const { record, end, child, parent } = taken;
    const expanding = expandLocals(taken, locals);
    const { position, move } = expanding;
    return [
      until(
        record.equals(end),
        position.blank.set(u8At(record, field.blank)),
        position.before.set(u8At(record, field.before)),
        position.estimate.set(u16At(record, field.estimate)),
        position.hash.set(i32At(record, field.hash)),
        move.beside.set(I32.of(beside).plus(position.blank.shiftLeft(2))),
        move.besideEnd.set(move.beside.plus(4)),
        block((noMore) => [
          repeat(
            move.cell.set(u8At(move.beside)),
            branchIf(move.cell.equals(NONE), noMore),
            when(move.cell.differs(position.before), makeChild(layout, expanding)),
            move.beside.increase(1),
          ).while(move.beside.differs(move.besideEnd)),
        ]),
        record.increase(field.bytes),
        parent.increase(1),
      ),
      child,
    ];
  });
}

function makeChild(layout: BeamLayout, locals: ExpandLocals): Steps {
  const { child, parent, position, move, tileGroup } = locals;
  const hashAt = (tile: I32, cell: I32): I32 =>
    i32At(tile.times(ROW_ENTRIES).plus(cell).shiftLeft(2), layout.hashes);
  return [
    move.tile.set(u8At(locals.record.plus(move.cell))),
    tileGroup.row.set(stepsRow(layout, move.tile)),
    move.estimate.set(
      position.estimate
        .plus(u8At(tileGroup.row.plus(position.blank)))
        .minus(u8At(tileGroup.row.plus(move.cell))),
    ),
    addGroup(layout, locals, 0),
    layout.sides === 2 ? addGroup(layout, locals, 1) : [],
    i32At(child, CHILD.parent).set(parent),
    i32At(child, CHILD.hash).set(
      position.hash.xor(hashAt(move.tile, move.cell).xor(hashAt(move.tile, position.blank))),
    ),
    u16At(child, CHILD.estimate).set(move.estimate),
    u8At(child, CHILD.cell).set(move.cell),
    u8At(child, CHILD.values).set(move.values),
    child.increase(CHILD.bytes),
    tileGroup.row.set(move.estimate.shiftLeft(2)),
    i32At(tileGroup.row, layout.histogram).increase(1),
  ];
}

function addGroup(
  layout: BeamLayout,
  { record, position, move, tileGroup }: ExpandLocals,
  side: number,
): Steps {
  const ofEntry = (field: number): I32 => i32At(tileGroup.entry, field);
  return [
    tileGroup.entry.set(tileEntry(layout, move.tile, side)),
    tileGroup.number.set(
      i32At(record.plus(ofEntry(TILE.number))).plus(
        ofEntry(TILE.weight).times(shiftOf(layout, side, move.cell, position.blank)),
      ),
    ),
    tileGroup.value.set(
      u8OfMemory(1, ofEntry(TILE.database).plus(tileGroup.number.shiftRight(1)))
        .shiftRight(tileGroup.number.and(1).shiftLeft(2))
        .and(15),
    ),
    move.estimate.increase(
      tileGroup.value.minus(u8At(record.plus(ofEntry(TILE.value)))).times(3 - layout.sides),
    ),
    move.values.set(side === 0 ? tileGroup.value : move.values.or(tileGroup.value.shiftLeft(4))),
  ];
}

const selectParameters = words(...SELECT_PARAMETERS);
type SelectLocals = ReturnType<typeof selectLocals>;

function selectLocals(taken: Taken<typeof selectParameters>, locals: Locals) {
  return {
    ...taken,
    kept: locals.one(I32),
    own: locals.named(I32, 'estimate', 'hash', 'draw', 'slot', 'held'),
    made: locals.named(I32, 'source', 'cell', 'blank', 'tile', 'values', 'entry', 'row', 'steps'),
  };
}

function addSelect(module: ModuleBuilder, layout: BeamLayout): void {
  module.add('select', selectParameters, (taken, locals) => {
    const selecting = selectLocals(taken, locals);
    const { child, end, estimate, share, width, seen, mask, kept, own, made } = selecting;
    return [
      i32At(I32.of(layout.goal)).set(0),
      endless((done) => [
        branchIf(child.equals(end), done),
        branchIf(kept.equals(width), done),
        block((skip) => [
          own.estimate.set(u16At(child, CHILD.estimate)),
          branchIf(own.estimate.greater(estimate), skip),
          own.hash.set(i32At(child, CHILD.hash)),
          // The layer has room for only some of the children with exactly this estimate. Their random draws decide
          // which.
          when(own.estimate.equals(estimate), draw(selecting), branchIf(own.draw.atLeast(share), skip)),
          // 0 marks an empty slot, so a hash of 0 is stored as 1.
          own.held.set(own.hash.or(own.hash.isZero())),
          own.slot.set(own.held.times(HASH_MULTIPLIER).shiftRight(3).and(mask)),
          endless((free) => [
            made.row.set(seen.plus(own.slot.shiftLeft(2))),
            made.entry.set(i32At(made.row)),
            branchIf(made.entry.isZero(), free),
            branchIf(made.entry.equals(own.held), skip),
            own.slot.set(own.slot.plus(1).and(mask)),
          ]),
          i32At(made.row).set(own.held),
          keep(layout, selecting),
        ]),
        child.increase(CHILD.bytes),
      ]),
      kept,
    ];
  });
}

/** Returns code that sets `own.draw` to the number that `drawOf` returns. */
function draw({ own, salt }: SelectLocals): Steps {
  const shifted = own.draw.xor(own.draw.shiftRight(15));
  return [
    own.draw.set(own.hash.xor(salt).times(HASH_MULTIPLIER)),
    own.draw.set(shifted.times(HASH_MULTIPLIER).shiftRight(32 - DRAW_BITS)),
  ];
}

function keep(layout: BeamLayout, locals: SelectLocals): Steps {
  const { record: field } = layout;
  const { child, from, to, parents, moves, kept, own, made } = locals;
  return [
    made.source.set(from.plus(i32At(child, CHILD.parent).times(field.bytes))),
    ...Array.from({ length: field.bytes / 8 }, (_, i) => i64At(to, 8 * i).set(i64At(made.source, 8 * i))),
    made.cell.set(u8At(child, CHILD.cell)),
    made.blank.set(u8At(made.source, field.blank)),
    made.tile.set(u8At(made.source.plus(made.cell))),
    made.values.set(u8At(child, CHILD.values)),
    u8At(to.plus(made.blank)).set(made.tile),
    u8At(to.plus(made.cell)).set(0),
    moveGroup(layout, locals, 0),
    layout.sides === 2 ? moveGroup(layout, locals, 1) : [],
    u8At(to, field.blank).set(made.cell),
    u8At(to, field.before).set(made.blank),
    u16At(to, field.estimate).set(own.estimate),
    i32At(to, field.hash).set(own.hash),
    made.row.set(stepsRow(layout, made.tile)),
    made.steps.set(
      u16At(to, field.steps)
        .plus(u8At(made.row.plus(made.blank)))
        .minus(u8At(made.row.plus(made.cell))),
    ),
    u16At(to, field.steps).set(made.steps),
    i32At(parents).set(i32At(child, CHILD.parent)),
    u8At(moves).set(made.cell),
    parents.increase(4),
    moves.increase(1),
    to.increase(field.bytes),
    kept.increase(1),
    when(made.steps.isZero(), i32At(I32.of(layout.goal)).set(kept)),
  ];
}

function moveGroup(layout: BeamLayout, { to, made }: SelectLocals, side: number): Steps {
  return [
    made.entry.set(tileEntry(layout, made.tile, side)),
    made.row.set(to.plus(i32At(made.entry, TILE.number))),
    i32At(made.row).increase(
      i32At(made.entry, TILE.weight).times(shiftOf(layout, side, made.cell, made.blank)),
    ),
    u8At(to.plus(i32At(made.entry, TILE.value))).set(
      side === 0 ? made.values.and(15) : made.values.shiftRight(4),
    ),
  ];
}
