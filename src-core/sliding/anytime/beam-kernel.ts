/**
 * The two inner loops of a beam as WebAssembly: making the children of a layer, and keeping the chosen ones.
 * `beam.ts` says what a beam is; tests/unit/src-core/sliding/anytime/sliding-beam.test.ts has both loops in plain words and compares.
 */
import { block, branch, branchIf, i32, i64, loop, ModuleBuilder, named, when } from '../../wasm.ts';
import type { Code, Local, ValueType } from '../../wasm.ts';
import { CHILD, NONE, ROW, TILE, type BeamLayout } from './beam-layout.ts';

export interface BeamKernel {
  /**
   * Makes the children of the records from one address up to another, the first being the `parent`-th of its
   * layer. Writes them from `child` on and counts them by worth. Returns where they end.
   */
  expand(record: number, end: number, child: number, parent: number): number;
  /**
   * Keeps of the children from one address up to another those of less than `worth` and, of those equal to it, the
   * ones whose draw (see `drawOf`) is below `share`; each position once, by its hash; at most `width`. Writes
   * their records, parents' indices (i32) and cells moved to (u8); `from` is the parents' layer. `seen` is a
   * zeroed hash table of `mask` + 1 words. Returns how many were kept.
   */
  select(
    child: number,
    end: number,
    worth: number,
    share: number,
    salt: number,
    width: number,
    from: number,
    to: number,
    parents: number,
    moves: number,
    seen: number,
    mask: number,
  ): number;
}

const GOLDEN = 0x9e3779b1;
const DRAW_BITS = 31;
/** Draws lie in 0..DRAWS-1. */
export const DRAWS = 2 ** DRAW_BITS;

/** The lot of a position in a layer of this salt. */
export function drawOf(hash: number, salt: number): number {
  const mixed = Math.imul(hash ^ salt, GOLDEN);
  return Math.imul(mixed ^ (mixed >>> 15), GOLDEN) >>> (32 - DRAW_BITS);
}

/** The module's bytes; see `BeamKernel` for what it exports and `BeamLayout` for the memory. */
export function beamModule(layout: BeamLayout, sharedPages: number): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  addExpand(module, layout);
  addSelect(module, layout);
  return module.bytes([
    { name: 'own', pages: 1 },
    { name: 'shared', pages: sharedPages, shared: true },
  ]);
}

const times = (value: Code, factor: number): Code => i32.mul(value, i32.const(factor));
const tileEntry = ({ tiles }: BeamLayout, tile: Code, side: number): Code =>
  i32.add(i32.const(tiles + side * ROW * TILE.bytes), times(tile, TILE.bytes));
const stepsRow = ({ steps }: BeamLayout, tile: Code): Code => i32.add(i32.const(steps), times(tile, ROW));
/** How far a tile goes that slides from one cell to another, as its number on a side counts. */
function shiftOf({ mirror }: BeamLayout, side: number, from: Code, to: Code): Code {
  const mirrorOf = (cell: Code): Code => i32.load8(cell, mirror);
  return side === 0 ? i32.sub(to, from) : i32.sub(mirrorOf(to), mirrorOf(from));
}

type ExpandLocals = ReturnType<typeof expandLocals>;

function expandLocals(record: Local, child: Local, parent: Local, local: (type: ValueType) => Local) {
  return {
    ...{ record, child, parent },
    position: named(local, 'blank', 'before', 'worth', 'hash'),
    move: named(local, 'beside', 'besideEnd', 'cell', 'tile', 'worth', 'values'),
    look: named(local, 'entry', 'number', 'value', 'row'),
  };
}

function addExpand(module: ModuleBuilder, layout: BeamLayout): void {
  const { record: field, beside } = layout;
  module.add('expand', ['i32', 'i32', 'i32', 'i32'], ['i32'], ([record, end, child, parent], local) => {
    const locals = expandLocals(record!, child!, parent!, local);
    const { position, move } = locals;
    return [
      block((done) => [
        loop((nextRecord) => [
          branchIf(i32.eq(record!.get, end!.get), done),
          position.blank.set(i32.load8(record!.get, field.blank)),
          position.before.set(i32.load8(record!.get, field.before)),
          position.worth.set(i32.load16(record!.get, field.worth)),
          position.hash.set(i32.load(record!.get, field.hash)),
          move.beside.set(i32.add(i32.const(beside), i32.shl(position.blank.get, i32.const(2)))),
          move.besideEnd.set(i32.add(move.beside.get, i32.const(4))),
          block((noMore) => [
            loop((nextMove) => [
              move.cell.set(i32.load8(move.beside.get)),
              branchIf(i32.eq(move.cell.get, i32.const(NONE)), noMore),
              when(i32.ne(move.cell.get, position.before.get), makeChild(layout, locals)),
              move.beside.set(i32.add(move.beside.get, i32.const(1))),
              branchIf(i32.ne(move.beside.get, move.besideEnd.get), nextMove),
            ]),
          ]),
          record!.set(i32.add(record!.get, i32.const(field.bytes))),
          parent!.set(i32.add(parent!.get, i32.const(1))),
          branch(nextRecord),
        ]),
      ]),
      child!.get,
    ];
  });
}

/** Writes the child of a move and counts it by its worth. */
function makeChild(layout: BeamLayout, locals: ExpandLocals): Code[] {
  const { child, parent, position, move, look } = locals;
  const hashAt = (tile: Code, cell: Code): Code =>
    i32.load(i32.shl(i32.add(times(tile, ROW), cell), i32.const(2)), layout.hashes);
  return [
    move.tile.set(i32.load8(i32.add(locals.record.get, move.cell.get))),
    look.row.set(stepsRow(layout, move.tile.get)),
    move.worth.set(
      i32.sub(
        i32.add(position.worth.get, i32.load8(i32.add(look.row.get, position.blank.get))),
        i32.load8(i32.add(look.row.get, move.cell.get)),
      ),
    ),
    addGroup(layout, locals, 0),
    layout.sides === 2 ? addGroup(layout, locals, 1) : [],
    i32.store(child.get, parent.get, CHILD.parent),
    i32.store(
      child.get,
      i32.xor(
        position.hash.get,
        i32.xor(hashAt(move.tile.get, move.cell.get), hashAt(move.tile.get, position.blank.get)),
      ),
      CHILD.hash,
    ),
    i32.store16(child.get, move.worth.get, CHILD.worth),
    i32.store8(child.get, move.cell.get, CHILD.cell),
    i32.store8(child.get, move.values.get, CHILD.values),
    child.set(i32.add(child.get, i32.const(CHILD.bytes))),
    look.row.set(i32.shl(move.worth.get, i32.const(2))),
    i32.store(
      look.row.get,
      i32.add(i32.load(look.row.get, layout.histogram), i32.const(1)),
      layout.histogram,
    ),
  ];
}

/** Adds to the child's worth what the tile's group needs more on a side, and notes its new value. */
function addGroup(layout: BeamLayout, { record, position, move, look }: ExpandLocals, side: number): Code {
  const ofEntry = (field: number): Code => i32.load(look.entry.get, field);
  return [
    look.entry.set(tileEntry(layout, move.tile.get, side)),
    look.number.set(
      i32.add(
        i32.load(i32.add(record.get, ofEntry(TILE.number))),
        i32.mul(ofEntry(TILE.weight), shiftOf(layout, side, move.cell.get, position.blank.get)),
      ),
    ),
    look.value.set(
      i32.and(
        i32.shr(
          i32.load8(i32.add(ofEntry(TILE.database), i32.shr(look.number.get, i32.const(1))), 0, 1),
          i32.shl(i32.and(look.number.get, i32.const(1)), i32.const(2)),
        ),
        i32.const(15),
      ),
    ),
    move.worth.set(
      i32.add(
        move.worth.get,
        times(i32.sub(look.value.get, i32.load8(i32.add(record.get, ofEntry(TILE.value)))), 3 - layout.sides),
      ),
    ),
    move.values.set(
      side === 0 ? look.value.get : i32.or(move.values.get, i32.shl(look.value.get, i32.const(4))),
    ),
  ];
}

type TwelveLocals = [Local, Local, Local, Local, Local, Local, Local, Local, Local, Local, Local, Local];
type SelectLocals = ReturnType<typeof selectLocals>;

function selectLocals(parameters: Local[], local: (type: ValueType) => Local) {
  const [child, end, worth, share, salt, width, from, to, parents, moves, seen, mask] =
    parameters as TwelveLocals;
  return {
    ...{ child, end, worth, share, salt, width, from, to, parents, moves, seen, mask },
    kept: local('i32'),
    own: named(local, 'worth', 'hash', 'draw', 'slot', 'held'),
    made: named(local, 'source', 'cell', 'blank', 'tile', 'values', 'entry', 'row', 'steps'),
  };
}

function addSelect(module: ModuleBuilder, layout: BeamLayout): void {
  const twelve = Array.from({ length: 12 }, () => 'i32' as const);
  module.add('select', twelve, ['i32'], (parameters, local) => {
    const locals = selectLocals(parameters, local);
    const { child, end, worth, share, width, seen, mask, kept, own, made } = locals;
    return [
      i32.store(i32.const(layout.goal), i32.const(0)),
      block((done) => [
        loop((next) => [
          branchIf(i32.eq(child.get, end.get), done),
          branchIf(i32.eq(kept.get, width.get), done),
          block((skip) => [
            own.worth.set(i32.load16(child.get, CHILD.worth)),
            branchIf(i32.greaterSigned(own.worth.get, worth.get), skip),
            own.hash.set(i32.load(child.get, CHILD.hash)),
            // Not all of this worth have room: the lot decides.
            when(i32.eq(own.worth.get, worth.get), [
              ...draw(locals),
              branchIf(i32.greaterOrEqualSigned(own.draw.get, share.get), skip),
            ]),
            // An empty slot is 0: a hash of 0 counts as 1.
            own.held.set(i32.or(own.hash.get, i32.eqz(own.hash.get))),
            own.slot.set(i32.and(i32.shr(i32.mul(own.held.get, i32.const(GOLDEN)), i32.const(3)), mask.get)),
            block((free) => [
              loop((probe) => [
                made.row.set(i32.add(seen.get, i32.shl(own.slot.get, i32.const(2)))),
                made.entry.set(i32.load(made.row.get)),
                branchIf(i32.eqz(made.entry.get), free),
                branchIf(i32.eq(made.entry.get, own.held.get), skip),
                own.slot.set(i32.and(i32.add(own.slot.get, i32.const(1)), mask.get)),
                branch(probe),
              ]),
            ]),
            i32.store(made.row.get, own.held.get),
            ...keep(layout, locals),
          ]),
          child.set(i32.add(child.get, i32.const(CHILD.bytes))),
          branch(next),
        ]),
      ]),
      kept.get,
    ];
  });
}

/** Sets the draw of a child, as `drawOf` does. */
function draw({ own, salt }: SelectLocals): Code[] {
  const shifted = i32.xor(own.draw.get, i32.shr(own.draw.get, i32.const(15)));
  return [
    own.draw.set(i32.mul(i32.xor(own.hash.get, salt.get), i32.const(GOLDEN))),
    own.draw.set(i32.shr(i32.mul(shifted, i32.const(GOLDEN)), i32.const(32 - DRAW_BITS))),
  ];
}

/** Writes the record of a child: its parent's, with the move made. */
function keep(layout: BeamLayout, locals: SelectLocals): Code[] {
  const { record: field } = layout;
  const { child, from, to, parents, moves, kept, own, made } = locals;
  return [
    made.source.set(i32.add(from.get, times(i32.load(child.get, CHILD.parent), field.bytes))),
    ...Array.from({ length: field.bytes / 8 }, (_, i) =>
      i64.store(to.get, i64.load(made.source.get, 8 * i), 8 * i),
    ),
    made.cell.set(i32.load8(child.get, CHILD.cell)),
    made.blank.set(i32.load8(made.source.get, field.blank)),
    made.tile.set(i32.load8(i32.add(made.source.get, made.cell.get))),
    made.values.set(i32.load8(child.get, CHILD.values)),
    i32.store8(i32.add(to.get, made.blank.get), made.tile.get),
    i32.store8(i32.add(to.get, made.cell.get), i32.const(0)),
    moveGroup(layout, locals, 0),
    layout.sides === 2 ? moveGroup(layout, locals, 1) : [],
    i32.store8(to.get, made.cell.get, field.blank),
    i32.store8(to.get, made.blank.get, field.before),
    i32.store16(to.get, own.worth.get, field.worth),
    i32.store(to.get, own.hash.get, field.hash),
    made.row.set(stepsRow(layout, made.tile.get)),
    made.steps.set(
      i32.sub(
        i32.add(i32.load16(to.get, field.steps), i32.load8(i32.add(made.row.get, made.blank.get))),
        i32.load8(i32.add(made.row.get, made.cell.get)),
      ),
    ),
    i32.store16(to.get, made.steps.get, field.steps),
    i32.store(parents.get, i32.load(child.get, CHILD.parent)),
    i32.store8(moves.get, made.cell.get),
    parents.set(i32.add(parents.get, i32.const(4))),
    moves.set(i32.add(moves.get, i32.const(1))),
    to.set(i32.add(to.get, i32.const(field.bytes))),
    kept.set(i32.add(kept.get, i32.const(1))),
    when(i32.eqz(made.steps.get), [i32.store(i32.const(layout.goal), kept.get)]),
  ];
}

/** Sets number and value of the moved tile's group on a side. */
function moveGroup(layout: BeamLayout, { to, made }: SelectLocals, side: number): Code {
  return [
    made.entry.set(tileEntry(layout, made.tile.get, side)),
    made.row.set(i32.add(to.get, i32.load(made.entry.get, TILE.number))),
    i32.store(
      made.row.get,
      i32.add(
        i32.load(made.row.get),
        i32.mul(i32.load(made.entry.get, TILE.weight), shiftOf(layout, side, made.cell.get, made.blank.get)),
      ),
    ),
    i32.store8(
      i32.add(to.get, i32.load(made.entry.get, TILE.value)),
      side === 0 ? i32.and(made.values.get, i32.const(15)) : i32.shr(made.values.get, i32.const(4)),
    ),
  ];
}
