/**
 * Writes the propagation as WebAssembly with vectors of 128 bits. It does what `reference.ts` does, in the
 * same order. `kernel-layout.ts` says where the tables are.
 */
import type { Code } from '../../wasm/assembler.ts';
import {
  choose,
  I32,
  i32At,
  I64,
  i64At,
  I8x16,
  V128,
  v128At,
  type Kind,
  type Local,
  type Step,
} from '../../wasm/expressions.ts';
import {
  block,
  branch,
  branchIf,
  call,
  clearBytes,
  copyBytes,
  loop,
  ModuleBuilder,
  repeat,
  returns,
  until,
  when,
  words,
  type Locals,
  type Steps,
} from '../../wasm/statements.ts';
import type { KernelLayout } from './kernel-layout.ts';
import type { Model } from './model.ts';
import { DEAD, SOLVED } from './propagator.ts';

const MAX_FAILS = 2 ** 30;

/** A word that can hold a set of labels. */
interface SetWord<W> {
  readonly code: Code;
  minus(other: number): W;
  and(other: W): W;
  or(other: W): W;
  xor(other: W): W;
  isZero(): I32;
  isNotZero(): I32;
  trailingZeros(): I32;
}
type Settable<W> = W & { set(value: W): Step };

/** Sets of labels as words of 32 or 64 bits. */
class LabelSets<W extends SetWord<W>> {
  readonly #kind: Kind<W>;
  readonly #zero: W & { minus(other: W): W };
  readonly at: (address: I32) => Settable<W>;

  constructor(kind: Kind<W>, zero: W & { minus(other: W): W }, at: (address: I32) => Settable<W>) {
    this.#kind = kind;
    this.#zero = zero;
    this.at = at;
  }

  local(locals: Locals): Settable<W> {
    return locals.one(this.#kind) as Settable<W>;
  }

  clear(set: Settable<W>): Step {
    return set.set(this.#zero);
  }

  isOne(set: W): I32 {
    return set.and(set.minus(1)).isZero();
  }

  addLowest(to: Settable<W>, from: W): Step {
    return to.set(to.or(from.and(this.#zero.minus(from))));
  }

  dropLowest(set: Settable<W>): Step {
    return set.set(set.and(set.minus(1)));
  }
}

/** Shared by the functions that write one kernel function. */
interface Context {
  readonly model: Model;
  readonly layout: KernelLayout;
  readonly locals: Locals;
}

/**
 * Returns a module that imports `env.memory` and exports `place(level, variable, bit)` and `choose(level)`.
 * Levels are addresses.
 */
export function kernelModule(model: Model, layout: KernelLayout): Uint8Array<ArrayBuffer> {
  return model.labels <= 32
    ? moduleWith(model, layout, new LabelSets<I32>(I32, I32.of(0), i32At))
    : moduleWith(model, layout, new LabelSets<I64>(I64, I64.of(0), i64At));
}

function moduleWith<W extends SetWord<W>>(
  model: Model,
  layout: KernelLayout,
  sets: LabelSets<W>,
): Uint8Array<ArrayBuffer> {
  const builder = new ModuleBuilder();
  const propagate = builder.add(null, words('level'), ({ level }, locals) => [
    propagation({ model, layout, locals }, sets, level),
    I32.of(1),
  ]);
  const narrow = builder.add(
    null,
    words('level', 'kind', 'seen', 'group'),
    ({ level, kind, seen, group }, locals) => [
      narrowing({ model, layout, locals }, level, { kind, seen, group }),
      I32.of(SEVERAL),
    ],
  );
  builder.add('place', words('from', 'variable', 'bit'), ({ from, variable, bit }, locals) => [
    placing({ model, layout, locals }, from, variable, bit),
    call(propagate, from.plus(4 * layout.level.size)),
  ]);
  builder.add('choose', words('level'), ({ level }, locals) => [
    choosing({ model, layout, locals }, level, propagate, narrow),
    I32.of(DEAD),
  ]);
  return builder.bytes([{ name: 'env', pages: layout.pages }]);
}

const domainAt = ({ layout }: Context, level: I32, variable: I32): I32 =>
  level.plus(variable.times(16 * layout.blocks));
const countOf = ({ layout }: Context, level: I32, variable: I32) =>
  i32At(level.plus(variable.scaled(4)), 4 * layout.level.count);
const filledOf = ({ layout }: Context, level: I32, variable: I32) =>
  i32At(level.plus(variable.scaled(4)), 4 * layout.level.filled);
const failsOf = ({ layout }: Context, variable: I32) => i32At(variable.scaled(4), layout.fails);
/** A word of a variable's record. */
const recordOf = ({ layout }: Context, variable: I32, word: 0 | 1 | 2 | 3): I32 =>
  i32At(variable.scaled(16), layout.variables + 4 * word);

interface Queue {
  readonly head: Local<I32>;
  readonly tail: Local<I32>;
}
const headOf = ({ layout }: Context) => i32At(I32.of(layout.head));
const tailOf = ({ layout }: Context) => i32At(I32.of(layout.tail));
const loadQueue = (context: Context, { head, tail }: Queue): Steps => [
  head.set(headOf(context)),
  tail.set(tailOf(context)),
];
const storeQueue = (context: Context, { head, tail }: Queue): Steps => [
  headOf(context).set(head),
  tailOf(context).set(tail),
];

/** Puts a variable into the queue unless it is there. */
function wake({ model, layout }: Context, variable: I32, tail: Local<I32>): Step {
  const queued = i32At(variable.scaled(4), layout.queued);
  return when(
    queued.isZero(),
    queued.set(1),
    i32At(tail.scaled(4), layout.queue).set(variable),
    advance(tail, model.variables.length + 1),
  );
}

/** As `wake`, outside `propagation`, which keeps the tail in a local. */
function wakeStored(context: Context, variable: I32, tail: Local<I32>): Steps {
  return [tail.set(tailOf(context)), wake(context, variable, tail), tailOf(context).set(tail)];
}

const advance = (place: Local<I32>, length: number): Step =>
  place.set(choose(place.equals(length - 1), 0, place.plus(1)));

/** Counts a dead end at a variable, empties the queue, and returns 0. */
function giveUp(context: Context, dead: I32, queue: Queue): Steps {
  const fails = failsOf(context, dead);
  return [when(fails.less(MAX_FAILS), fails.increase(1)), emptyQueue(context, queue), returns(0)];
}

function emptyQueue(context: Context, queue: Queue): Steps {
  const { model, layout } = context;
  const { head, tail } = queue;
  return [
    until(
      head.equals(tail),
      i32At(i32At(head.scaled(4), layout.queue).scaled(4), layout.queued).set(0),
      advance(head, model.variables.length + 1),
    ),
    storeQueue(context, queue),
  ];
}

function placing(context: Context, from: I32, variable: I32, bit: I32): Steps {
  const { layout, locals } = context;
  const { to, domain, tail } = locals.named(I32, 'to', 'domain', 'tail');
  const bytes = 4 * layout.level.size;
  return [
    to.set(from.plus(bytes)),
    copyBytes(to, from, bytes),
    domain.set(domainAt(context, to, variable)),
    clearBytes(domain, 16 * layout.blocks),
    i32At(domain.plus(bit.shiftRight(5).scaled(4))).set(I32.of(1).shiftLeft(bit.and(31))),
    countOf(context, to, variable).set(1),
    wakeStored(context, variable, tail),
  ];
}

/** Wakes variables until nothing changes any more; returns 0 from the function at a dead end. */
function propagation<W extends SetWord<W>>(context: Context, sets: LabelSets<W>, level: I32): Steps {
  const { model, layout, locals } = context;
  const { head, tail, variable, domain } = locals.named(I32, 'head', 'tail', 'variable', 'domain');
  const queue = { head, tail };
  const blocks = locals.several(V128, layout.blocks);
  return [
    loadQueue(context, queue),
    until(
      head.equals(tail),
      variable.set(i32At(head.scaled(4), layout.queue)),
      advance(head, model.variables.length + 1),
      i32At(variable.scaled(4), layout.queued).set(0),
      domain.set(domainAt(context, level, variable)),
      blocks.map((here, i) => here.set(v128At(domain, 16 * i))),
      when(
        countOf(context, level, variable).equals(1),
        when(
          filledOf(context, level, variable).isZero(),
          filling(context, { level, variable, domain }, queue),
        ),
      ),
      telling(context, sets, { level, variable, blocks }, queue),
    ),
    storeQueue(context, queue),
  ];
}

interface Filling {
  readonly level: I32;
  readonly variable: I32;
  readonly domain: I32;
}

/**
 * The variable has one candidate: takes its tile from the stock, and from the other cells if it was the last
 * of its kind.
 */
function filling(context: Context, { level, variable, domain }: Filling, queue: Queue): Steps {
  const { layout, locals } = context;
  const { at, kind, left, mask, cell, end, other, hit, count } = locals.named(
    I32,
    ...(['at', 'kind', 'left', 'mask', 'cell', 'end', 'other', 'hit', 'count'] as const),
  );
  const open = i32At(level, 4 * layout.level.open);
  const word = i32At(domain.plus(at));
  const otherCount = countOf(context, level, other);
  return [
    // finds the only bit of the domain
    at.set(0),
    loop((again) => when(word.isZero(), at.increase(4), branch(again))),
    left.set(word.trailingZeros()),
    left.increase(at.shiftLeft(3)),
    kind.set(
      I32.of(layout.kinds).plus(i32At(recordOf(context, variable, 0).plus(left.scaled(4))).scaled(16)),
    ),
    left.set(level.plus(i32At(kind))),
    when(i32At(left).isZero(), giveUp(context, variable, queue)),
    filledOf(context, level, variable).set(1),
    open.decrease(1),
    i32At(left).decrease(1),
    when(
      i32At(left).isZero(),
      mask.set(i32At(kind, 8)),
      at.set(level.plus(i32At(kind, 4))),
      cell.set(recordOf(context, variable, 1)),
      end.set(recordOf(context, variable, 2)),
      repeat(
        other.set(i32At(cell)),
        kind.set(domainAt(context, at, other)),
        hit.set(i32At(kind).and(mask)),
        when(
          hit,
          when(
            filledOf(context, level, other).isZero(),
            i32At(kind).set(i32At(kind).xor(hit)),
            count.set(otherCount.minus(hit.bitCount())),
            otherCount.set(count),
            when(count.isZero(), giveUp(context, other, queue)),
            when(count.equals(1), wake(context, other, queue.tail)),
          ),
        ),
        cell.increase(4),
      ).while(cell.differs(end)),
    ),
  ];
}

interface Telling {
  readonly level: I32;
  readonly variable: I32;
  readonly blocks: readonly V128[];
}

/**
 * For every side: takes from its net the labels that the domain can no longer show, and strikes the candidates
 * across that show them.
 */
function telling<W extends SetWord<W>>(
  context: Context,
  sets: LabelSets<W>,
  { level, variable, blocks }: Telling,
  queue: Queue,
): Steps {
  const { model, layout, locals } = context;
  const { record, last, at, table, other, end, row } = locals.named(
    I32,
    ...(['record', 'last', 'at', 'table', 'other', 'end', 'row'] as const),
  );
  const [labels, rest, lost] = [sets.local(locals), sets.local(locals), sets.local(locals)];
  const overlap = blocks.map((here, i) => here.and(v128At(row, 16 * i))).reduce((a, b) => a.or(b));
  return [
    record.set(I32.of(layout.sides).plus(variable.times(16 * model.sides))),
    last.set(record.plus(16 * model.sides)),
    repeat(
      block((skip) => [
        at.set(i32At(record)),
        branchIf(at.isZero(), skip),
        at.set(level.plus(at)),
        labels.set(sets.at(at)),
        branchIf(sets.isOne(labels), skip),
        table.set(i32At(record, 4)),
        sets.clear(lost),
        rest.set(labels),
        repeat(
          row.set(rowOf(context, table, rest)),
          when(overlap.isNotZero().isZero(), sets.addLowest(lost, rest)),
          sets.dropLowest(rest),
        ).while(rest.isNotZero()),
        branchIf(lost.isZero(), skip),
        sets.at(at).set(labels.xor(lost)),
        other.set(i32At(record, 8)),
        end.set(i32At(record, 12)),
        until(
          other.equals(end),
          striking(context, sets, { level, other, lost, rest, row }, queue),
          other.increase(8),
        ),
      ]),
      record.increase(16),
    ).while(record.differs(last)),
  ];
}

/** The row of a set's lowest label in a table of candidates by label. */
const rowOf = ({ layout }: Context, table: I32, set: { trailingZeros(): I32 }): I32 =>
  table.plus(set.trailingZeros().times(16 * layout.blocks));

interface Striking<W> {
  readonly level: I32;
  readonly other: I32;
  readonly lost: W;
  readonly rest: Settable<W>;
  readonly row: Local<I32>;
}

/** Removes the candidates of another side that show a lost label. */
function striking<W extends SetWord<W>>(
  context: Context,
  sets: LabelSets<W>,
  { level, other, lost, rest, row }: Striking<W>,
  queue: Queue,
): Steps {
  const { layout, locals } = context;
  const { cell, table, domain, count } = locals.named(I32, 'cell', 'table', 'domain', 'count');
  const struck = locals.several(V128, layout.blocks);
  const counted = Array.from({ length: 2 * layout.blocks }, (_, i) => i64At(domain, 8 * i).bitCount64())
    .reduce((a, b) => a.plus(b))
    .low();
  return [
    cell.set(i32At(other)),
    table.set(i32At(other, 4)),
    rest.set(lost),
    row.set(rowOf(context, table, rest)),
    struck.map((here, i) => here.set(v128At(row, 16 * i))),
    sets.dropLowest(rest),
    until(
      rest.isNotZero().isZero(),
      row.set(rowOf(context, table, rest)),
      struck.map((here, i) => here.set(here.or(v128At(row, 16 * i)))),
      sets.dropLowest(rest),
    ),
    domain.set(domainAt(context, level, cell)),
    struck.map((here, i) => v128At(domain, 16 * i).set(v128At(domain, 16 * i).andNot(here))),
    count.set(counted),
    when(
      count.differs(countOf(context, level, cell)),
      countOf(context, level, cell).set(count),
      when(count.isZero(), giveUp(context, cell, queue)),
      wake(context, cell, queue.tail),
    ),
  ];
}

/** What `narrow` returns, as in the reference. */
const SEVERAL = 0;
const ALONE = 1;
const NARROWED = 2;

interface Narrowing {
  /** addresses of the records of a kind and its group */
  readonly kind: I32;
  readonly group: I32;
  /** the kind's candidates that are left anywhere, each in one domain */
  readonly seen: I32;
}

/**
 * If all candidates left of a kind are in one domain: leaves nothing else in that domain. Returns SEVERAL at
 * the end of the function, the other values from inside.
 */
function narrowing(context: Context, level: I32, { kind, seen, group }: Narrowing): Steps {
  const { layout, locals } = context;
  const { cell, end, variable, at, here, count, tail } = locals.named(
    I32,
    ...(['cell', 'end', 'variable', 'at', 'here', 'count', 'tail'] as const),
  );
  return [
    cell.set(i32At(group)),
    end.set(i32At(group, 4)),
    repeat(
      block((skip) => [
        variable.set(i32At(cell)),
        branchIf(filledOf(context, level, variable), skip),
        at.set(domainAt(context, level, variable).plus(i32At(kind, 4))),
        here.set(i32At(at).and(i32At(kind, 8))),
        branchIf(here.and(seen.and(I32.of(0).minus(seen))).isZero(), skip),
        when(here.differs(seen), returns(SEVERAL)),
        count.set(seen.bitCount()),
        when(count.equals(countOf(context, level, variable)), returns(ALONE)),
        clearBytes(domainAt(context, level, variable), 16 * layout.blocks),
        i32At(at).set(here),
        countOf(context, level, variable).set(count),
        wakeStored(context, variable, tail),
        returns(NARROWED),
      ]),
      cell.increase(4),
    ).while(cell.differs(end)),
  ];
}

/** Returns DEAD at the end of the function, the other values from inside. */
function choosing(context: Context, level: I32, propagate: number, narrow: number): Steps {
  const { model, layout, locals } = context;
  const { group, best, narrowed } = locals.named(I32, 'group', 'best', 'narrowed');
  return loop((anew) => [
    when(i32At(level, 4 * layout.level.open).isZero(), returns(SOLVED)),
    best.set(-1),
    narrowed.set(0),
    group.set(layout.groups),
    repeat(
      surveying(context, { level, group, best }),
      singling(context, { level, group, narrowed }, narrow),
      group.increase(16),
    ).while(group.differs(layout.groups + 16 * model.groups)),
    when(narrowed.isZero(), returns(best)),
    when(call(propagate, level).isZero(), returns(DEAD)),
    branch(anew),
  ]);
}

interface Surveying {
  readonly level: I32;
  readonly group: I32;
  readonly best: Local<I32>;
}

/** Notes which candidates the open cells of a group have, and the best cell to decide next. */
function surveying(context: Context, { level, group, best }: Surveying): Steps {
  const { layout, locals } = context;
  const { cell, end, variable, domain } = locals.named(I32, 'cell', 'end', 'variable', 'domain');
  const once = locals.several(V128, layout.blocks);
  const twice = locals.several(V128, layout.blocks);
  const here = locals.one(V128);
  const zero = I8x16.of(new Uint8Array(16));
  return [
    [...once, ...twice].map((bits) => bits.set(zero)),
    cell.set(i32At(group)),
    end.set(i32At(group, 4)),
    block((leave) =>
      loop((again) => [
        branchIf(cell.equals(end), leave),
        variable.set(i32At(cell)),
        cell.increase(4),
        branchIf(filledOf(context, level, variable), again),
        domain.set(domainAt(context, level, variable)),
        once.map((seen, i) => [
          here.set(v128At(domain, 16 * i)),
          twice[i]!.set(twice[i]!.or(seen.and(here))),
          seen.set(seen.or(here)),
        ]),
        comparing(context, level, variable, best),
        branch(again),
      ]),
    ),
    once.map((seen, i) => v128At(I32.of(layout.once), 16 * i).set(seen)),
    twice.map((seen, i) => v128At(I32.of(layout.twice), 16 * i).set(seen)),
  ];
}

/** Takes a variable for the best if it is better: fewer candidates for the dead ends seen there. */
function comparing(context: Context, level: I32, variable: Local<I32>, best: Local<I32>): Step {
  const late = (of: I32): I32 => recordOf(context, of, 3);
  const count = (of: I32): I64 => countOf(context, level, of).unsignedI64();
  const fails = (of: I32): I64 => failsOf(context, of).plus(1).unsignedI64();
  return block((done) => [
    when(best.equals(-1), best.set(variable), branch(done)),
    when(
      late(variable).differs(late(best)),
      branchIf(late(variable), done),
      best.set(variable),
      branch(done),
    ),
    when(
      count(variable)
        .times(fails(best))
        .less(count(best).times(fails(variable))),
      best.set(variable),
    ),
  ]);
}

interface Singling {
  readonly level: I32;
  readonly group: I32;
  readonly narrowed: Local<I32>;
}

/** Finds hidden singles and tiles without a cell, where every tile of the group is needed. */
function singling(context: Context, { level, group, narrowed }: Singling, narrow: number): Steps {
  const { layout, locals } = context;
  const { at, end, kind, left, seen, result, head, tail } = locals.named(
    I32,
    ...(['at', 'end', 'kind', 'left', 'seen', 'result', 'head', 'tail'] as const),
  );
  const queue = { head, tail };
  const dead: Steps = [loadQueue(context, queue), emptyQueue(context, queue), returns(DEAD)];
  return [
    at.set(i32At(group, 8)),
    end.set(i32At(group, 12)),
    block((leave) =>
      loop((again) => [
        branchIf(at.equals(end), leave),
        kind.set(i32At(at)),
        at.increase(4),
        left.set(i32At(level.plus(i32At(kind)))),
        branchIf(left.isZero(), again),
        seen.set(i32At(i32At(kind, 4), layout.once).and(i32At(kind, 8))),
        when(seen.isZero(), dead),
        branchIf(i32At(i32At(kind, 4), layout.twice).and(i32At(kind, 8)), again),
        result.set(call(narrow, level, kind, seen, group)),
        branchIf(result.equals(SEVERAL), again),
        when(left.greater(1), dead),
        when(result.equals(NARROWED), narrowed.increase(1)),
        branch(again),
      ]),
    ),
  ];
}
