/**
 * Writes the propagation as WebAssembly with vectors of 128 bits: `reference.ts`, step by step in the same order. Where the
 * tables lie: `kernel-layout.ts`.
 */
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
  select,
  v128,
  when,
  type Code,
  type Local,
  type ValueType,
} from '../../wasm.ts';
import type { KernelLayout } from './kernel-layout.ts';
import type { Model } from './model.ts';
import { DEAD, SOLVED } from './propagator.ts';

/** Instructions that the assembler has no name for. */
const anyTrue = (a: Code): Code => [a, 0xfd, 0x53];
const andNot = (a: Code, b: Code): Code => [a, b, 0xfd, 0x4f];
const product64 = (a: Code, b: Code): Code => [a, b, 0x7e];
const less64 = (a: Code, b: Code): Code => [a, b, 0x53];
const copy = (to: Code, from: Code, bytes: Code): Code => [to, from, bytes, 0xfc, 0x0a, 0, 0];
const fill0 = (at: Code, bytes: Code): Code => [at, i32.const(0), bytes, 0xfc, 0x0b, 0];

const MAX_FAILS = 2 ** 30;
const c = i32.const;
const lowestOf = (x: Code): Code => i32.and(x, i32.sub(c(0), x));
const increase = (x: Local, by: number): Code => x.set(i32.add(x.get, c(by)));

const or64 = (a: Code, b: Code): Code => [a, b, 0x84];

/** A set of labels as one word of 32 or 64 bits. */
function labelSets({ labels }: Model, { blocks }: KernelLayout) {
  const small = labels <= 32;
  const word = small ? i32 : { ...i64, or: or64 };
  const zero = small ? c(0) : i64.const(0);
  const one = small ? c(1) : i64.const(1);
  const isZero = small ? i32.eqz : i64.eqz;
  const index = (x: Code): Code => (small ? i32.ctz(x) : i64.wrap(i64.ctz(x)));
  return {
    type: small ? ('i32' as const) : ('i64' as const),
    load: word.load,
    store: word.store,
    xor: word.xor,
    zero,
    isZero: (x: Code): Code => isZero(x),
    isAny: (x: Local): Code => i32.eqz(isZero(x.get)),
    isOne: (x: Local): Code => isZero(word.and(x.get, word.sub(x.get, one))),
    addLowest: (to: Local, x: Local): Code => to.set(word.or(to.get, word.and(x.get, word.sub(zero, x.get)))),
    dropLowest: (x: Local): Code => x.set(word.and(x.get, word.sub(x.get, one))),
    /** of a table of candidates by label: the row of the lowest label of a set */
    rowOf: (table: Local, x: Local): Code => i32.add(table.get, i32.mul(index(x.get), c(16 * blocks))),
  };
}

/** What is known while a function is written. */
interface Context {
  readonly model: Model;
  readonly layout: KernelLayout;
  readonly local: (type: ValueType) => Local;
}

/** The module `env.memory` → `place(level, variable, bit)` and `choose(level)`; levels are addresses. */
export function kernelModule(model: Model, layout: KernelLayout): Uint8Array<ArrayBuffer> {
  const builder = new ModuleBuilder();
  const propagate = builder.add(null, ['i32'], ['i32'], ([level], local) => [
    propagation({ model, layout, local }, level!),
    c(1),
  ]);
  const narrow = builder.add(
    null,
    ['i32', 'i32', 'i32', 'i32'],
    ['i32'],
    ([level, kind, seen, cells], local) => narrowing({ model, layout, local }, level!, kind!, seen!, cells!),
  );
  builder.add('place', ['i32', 'i32', 'i32'], ['i32'], ([from, variable, bit], local) => [
    placing({ model, layout, local }, from!, variable!, bit!),
    call(propagate, i32.add(from!.get, c(4 * layout.level.size))),
  ]);
  builder.add('choose', ['i32'], ['i32'], ([level], local) =>
    choosing({ model, layout, local }, level!, propagate, narrow),
  );
  return builder.bytes([{ name: 'env', pages: layout.pages }]);
}

/** The address of a variable's domain. */
const domainAt = ({ layout }: Context, level: Local, variable: Code): Code =>
  i32.add(level.get, i32.mul(variable, c(16 * layout.blocks)));

const countAt = ({ layout }: Context): number => 4 * layout.level.count;
const filledAt = ({ layout }: Context): number => 4 * layout.level.filled;
const wordOf = (base: Code, index: Code): Code => i32.add(base, i32.shl(index, c(2)));

/** Puts a variable into the queue unless it is there. */
function wake({ model, layout }: Context, variable: Local, tail: Local): Code {
  return when(i32.eqz(i32.load(i32.shl(variable.get, c(2)), layout.queued)), [
    i32.store(i32.shl(variable.get, c(2)), c(1), layout.queued),
    i32.store(i32.shl(tail.get, c(2)), variable.get, layout.queue),
    advance(tail, model.variables.length + 1),
  ]);
}

const advance = (place: Local, length: number): Code =>
  place.set(select(i32.eq(place.get, c(length - 1)), c(0), i32.add(place.get, c(1))));

/** Counts a dead end at a variable, empties the queue, and returns 0. */
function giveUp(context: Context, dead: Local | null, head: Local, tail: Local): Code[] {
  const { layout } = context;
  const at = dead && i32.shl(dead.get, c(2));
  return [
    ...(at
      ? [
          when(i32.lessSigned(i32.load(at, layout.fails), c(MAX_FAILS)), [
            i32.store(at, i32.add(i32.load(at, layout.fails), c(1)), layout.fails),
          ]),
        ]
      : []),
    emptyQueue(context, head, tail),
    returns(c(0)),
  ];
}

function emptyQueue({ model, layout }: Context, head: Local, tail: Local): Code {
  return [
    block((leave) => [
      loop((again) => [
        branchIf(i32.eq(head.get, tail.get), leave),
        i32.store(i32.shl(i32.load(i32.shl(head.get, c(2)), layout.queue), c(2)), c(0), layout.queued),
        advance(head, model.variables.length + 1),
        branch(again),
      ]),
    ]),
    i32.store(c(layout.head), head.get),
    i32.store(c(layout.tail), tail.get),
  ];
}

function placing(context: Context, from: Local, variable: Local, bit: Local): Code {
  const { layout, local } = context;
  const { to, domain, tail } = named(local, 'to', 'domain', 'tail');
  const bytes = 4 * layout.level.size;
  return [
    to.set(i32.add(from.get, c(bytes))),
    copy(to.get, from.get, c(bytes)),
    domain.set(domainAt(context, to, variable.get)),
    fill0(domain.get, c(16 * layout.blocks)),
    i32.store(wordOf(domain.get, i32.shr(bit.get, c(5))), i32.shl(c(1), i32.and(bit.get, c(31)))),
    i32.store(wordOf(to.get, variable.get), c(1), countAt(context)),
    tail.set(i32.load(c(layout.tail))),
    wake(context, variable, tail),
    i32.store(c(layout.tail), tail.get),
  ];
}

/** Wakes variables until nothing changes any more; returns 0 from the function at a dead end. */
function propagation(context: Context, level: Local): Code {
  const { model, layout, local } = context;
  const { head, tail, variable, domain } = named(local, 'head', 'tail', 'variable', 'domain');
  const blocks = Array.from({ length: layout.blocks }, () => local('v128'));
  return [
    head.set(i32.load(c(layout.head))),
    tail.set(i32.load(c(layout.tail))),
    block((leave) => [
      loop((again) => [
        branchIf(i32.eq(head.get, tail.get), leave),
        variable.set(i32.load(i32.shl(head.get, c(2)), layout.queue)),
        advance(head, model.variables.length + 1),
        i32.store(i32.shl(variable.get, c(2)), c(0), layout.queued),
        domain.set(domainAt(context, level, variable.get)),
        blocks.map((here, i) => here.set(v128.load(domain.get, 16 * i))),
        when(i32.eq(i32.load(wordOf(level.get, variable.get), countAt(context)), c(1)), [
          when(i32.eqz(i32.load(wordOf(level.get, variable.get), filledAt(context))), [
            filling(context, level, variable, domain, { head, tail }),
          ]),
        ]),
        telling(context, level, variable, blocks, { head, tail }),
        branch(again),
      ]),
    ]),
    i32.store(c(layout.head), head.get),
    i32.store(c(layout.tail), tail.get),
  ];
}

interface Queue {
  readonly head: Local;
  readonly tail: Local;
}

/** The variable has one candidate: takes its tile from the stock, and from the others if it was the last of its kind. */
function filling(context: Context, level: Local, variable: Local, domain: Local, queue: Queue): Code {
  const { layout, local } = context;
  const { at, kind, left, mask, cell, end, other, hit, count } = named(
    local,
    ...(['at', 'kind', 'left', 'mask', 'cell', 'end', 'other', 'hit', 'count'] as const),
  );
  const { head, tail } = queue;
  const open = 4 * layout.level.open;
  return [
    // the only bit of the domain
    at.set(c(0)),
    loop((again) => [when(i32.eqz(i32.load(i32.add(domain.get, at.get))), [increase(at, 4), branch(again)])]),
    left.set(i32.ctz(i32.load(i32.add(domain.get, at.get)))),
    left.set(i32.add(left.get, i32.shl(at.get, c(3)))),
    kind.set(
      i32.add(
        c(layout.kinds),
        i32.shl(i32.load(wordOf(i32.load(i32.shl(variable.get, c(4)), layout.variables), left.get)), c(4)),
      ),
    ),
    left.set(i32.add(level.get, i32.load(kind.get))),
    when(i32.eqz(i32.load(left.get)), giveUp(context, variable, head, tail)),
    i32.store(wordOf(level.get, variable.get), c(1), filledAt(context)),
    i32.store(level.get, i32.sub(i32.load(level.get, open), c(1)), open),
    i32.store(left.get, i32.sub(i32.load(left.get), c(1))),
    when(i32.eqz(i32.load(left.get)), [
      mask.set(i32.load(kind.get, 8)),
      at.set(i32.add(level.get, i32.load(kind.get, 4))),
      cell.set(i32.load(i32.shl(variable.get, c(4)), layout.variables + 4)),
      end.set(i32.load(i32.shl(variable.get, c(4)), layout.variables + 8)),
      loop((again) => [
        other.set(i32.load(cell.get)),
        kind.set(domainAt(context, at, other.get)),
        hit.set(i32.and(i32.load(kind.get), mask.get)),
        when(hit.get, [
          when(i32.eqz(i32.load(wordOf(level.get, other.get), filledAt(context))), [
            i32.store(kind.get, i32.xor(i32.load(kind.get), hit.get)),
            count.set(i32.sub(i32.load(wordOf(level.get, other.get), countAt(context)), i32.popcnt(hit.get))),
            i32.store(wordOf(level.get, other.get), count.get, countAt(context)),
            when(i32.eqz(count.get), giveUp(context, other, head, tail)),
            when(i32.eq(count.get, c(1)), [wake(context, other, tail)]),
          ]),
        ]),
        increase(cell, 4),
        branchIf(i32.ne(cell.get, end.get), again),
      ]),
    ]),
  ];
}

/** For every side: takes from its net the labels that the domain can no longer show, and strikes what showed them across. */
function telling(
  context: Context,
  level: Local,
  variable: Local,
  blocks: readonly Local[],
  queue: Queue,
): Code {
  const { model, layout, local } = context;
  const set = labelSets(model, layout);
  const { record, last, at, table, other, end, row } = named(
    local,
    ...(['record', 'last', 'at', 'table', 'other', 'end', 'row'] as const),
  );
  const [labels, rest, lost] = [local(set.type), local(set.type), local(set.type)];
  const overlap = blocks
    .map((here, i): Code => v128.and(here.get, v128.load(row.get, 16 * i)))
    .reduce((a, b) => v128.or(a, b));
  return [
    record.set(i32.add(c(layout.sides), i32.mul(variable.get, c(16 * model.sides)))),
    last.set(i32.add(record.get, c(16 * model.sides))),
    loop((nextSide) => [
      block((skip) => [
        at.set(i32.load(record.get)),
        branchIf(i32.eqz(at.get), skip),
        at.set(i32.add(level.get, at.get)),
        labels.set(set.load(at.get)),
        branchIf(set.isOne(labels), skip),
        table.set(i32.load(record.get, 4)),
        lost.set(set.zero),
        rest.set(labels.get),
        loop((again) => [
          row.set(set.rowOf(table, rest)),
          when(i32.eqz(anyTrue(overlap)), [set.addLowest(lost, rest)]),
          set.dropLowest(rest),
          branchIf(set.isAny(rest), again),
        ]),
        branchIf(set.isZero(lost.get), skip),
        set.store(at.get, set.xor(labels.get, lost.get)),
        other.set(i32.load(record.get, 8)),
        end.set(i32.load(record.get, 12)),
        block((leave) => [
          loop((again) => [
            branchIf(i32.eq(other.get, end.get), leave),
            striking(context, level, { other, lost, rest, row }, queue),
            increase(other, 8),
            branch(again),
          ]),
        ]),
      ]),
      increase(record, 16),
      branchIf(i32.ne(record.get, last.get), nextSide),
    ]),
  ];
}

interface Striking {
  readonly other: Local;
  readonly lost: Local;
  readonly rest: Local;
  readonly row: Local;
}

/** Removes the candidates of another side that show a lost label. */
function striking(
  context: Context,
  level: Local,
  { other, lost, rest, row }: Striking,
  { head, tail }: Queue,
): Code {
  const { model, layout, local } = context;
  const set = labelSets(model, layout);
  const { cell, table, domain, count } = named(local, 'cell', 'table', 'domain', 'count');
  const struck = Array.from({ length: layout.blocks }, () => local('v128'));
  const counted = Array.from({ length: 2 * layout.blocks }, (_, i): Code =>
    i64.popcnt(i64.load(domain.get, 8 * i)),
  ).reduce((a, b) => i64.add(a, b));
  return [
    cell.set(i32.load(other.get)),
    table.set(i32.load(other.get, 4)),
    rest.set(lost.get),
    row.set(set.rowOf(table, rest)),
    struck.map((here, i) => here.set(v128.load(row.get, 16 * i))),
    set.dropLowest(rest),
    block((leave) => [
      loop((again) => [
        branchIf(i32.eqz(set.isAny(rest)), leave),
        row.set(set.rowOf(table, rest)),
        struck.map((here, i) => here.set(v128.or(here.get, v128.load(row.get, 16 * i)))),
        set.dropLowest(rest),
        branch(again),
      ]),
    ]),
    domain.set(domainAt(context, level, cell.get)),
    struck.map((here, i) => v128.store(domain.get, andNot(v128.load(domain.get, 16 * i), here.get), 16 * i)),
    count.set(i64.wrap(counted)),
    when(i32.ne(count.get, i32.load(wordOf(level.get, cell.get), countAt(context))), [
      i32.store(wordOf(level.get, cell.get), count.get, countAt(context)),
      when(i32.eqz(count.get), giveUp(context, cell, head, tail)),
      wake(context, cell, tail),
    ]),
  ];
}

/** What `narrow` returns, as in the reference. */
const SEVERAL = 0;
const ALONE = 1;
const NARROWED = 2;

/** A kind whose candidates lie in one domain each: leaves nothing else in that domain if it is the same for all. */
function narrowing(context: Context, level: Local, kind: Local, seen: Local, group: Local): Code[] {
  const { layout, local } = context;
  const { cell, end, variable, at, here, count, tail } = named(
    local,
    ...(['cell', 'end', 'variable', 'at', 'here', 'count', 'tail'] as const),
  );
  return [
    cell.set(i32.load(group.get)),
    end.set(i32.load(group.get, 4)),
    loop((again) => [
      block((skip) => [
        variable.set(i32.load(cell.get)),
        branchIf(i32.load(wordOf(level.get, variable.get), filledAt(context)), skip),
        at.set(i32.add(domainAt(context, level, variable.get), i32.load(kind.get, 4))),
        here.set(i32.and(i32.load(at.get), i32.load(kind.get, 8))),
        branchIf(i32.eqz(i32.and(here.get, lowestOf(seen.get))), skip),
        when(i32.ne(here.get, seen.get), [returns(c(SEVERAL))]),
        count.set(i32.popcnt(seen.get)),
        when(i32.eq(count.get, i32.load(wordOf(level.get, variable.get), countAt(context))), [
          returns(c(ALONE)),
        ]),
        fill0(domainAt(context, level, variable.get), c(16 * layout.blocks)),
        i32.store(at.get, here.get),
        i32.store(wordOf(level.get, variable.get), count.get, countAt(context)),
        tail.set(i32.load(c(layout.tail))),
        wake(context, variable, tail),
        i32.store(c(layout.tail), tail.get),
        returns(c(NARROWED)),
      ]),
      increase(cell, 4),
      branchIf(i32.ne(cell.get, end.get), again),
    ]),
    c(SEVERAL),
  ];
}

function choosing(context: Context, level: Local, propagate: number, narrow: number): Code[] {
  const { model, layout, local } = context;
  const { group, best, narrowed } = named(local, 'group', 'best', 'narrowed');
  return [
    loop((anew) => [
      when(i32.eqz(i32.load(level.get, 4 * layout.level.open)), [returns(c(SOLVED))]),
      best.set(c(-1)),
      narrowed.set(c(0)),
      group.set(c(layout.groups)),
      loop((again) => [
        surveying(context, level, group, best),
        singling(context, level, group, narrowed, narrow),
        increase(group, 16),
        branchIf(i32.ne(group.get, c(layout.groups + 16 * model.groups)), again),
      ]),
      when(i32.eqz(narrowed.get), [returns(best.get)]),
      when(i32.eqz(call(propagate, level.get)), [returns(c(DEAD))]),
      branch(anew),
    ]),
    c(DEAD),
  ];
}

/** Goes over the open cells of a group: notes which candidates they have, and the best one to decide next. */
function surveying(context: Context, level: Local, group: Local, best: Local): Code {
  const { layout, local } = context;
  const { cell, end, variable, domain } = named(local, 'cell', 'end', 'variable', 'domain');
  const once = Array.from({ length: layout.blocks }, () => local('v128'));
  const twice = Array.from({ length: layout.blocks }, () => local('v128'));
  const here = local('v128');
  const zero = v128.const(new Uint8Array(16));
  return [
    [...once, ...twice].map((bits) => bits.set(zero)),
    cell.set(i32.load(group.get)),
    end.set(i32.load(group.get, 4)),
    block((leave) => [
      loop((again) => [
        branchIf(i32.eq(cell.get, end.get), leave),
        variable.set(i32.load(cell.get)),
        increase(cell, 4),
        branchIf(i32.load(wordOf(level.get, variable.get), filledAt(context)), again),
        domain.set(domainAt(context, level, variable.get)),
        once.map((seen, i) => [
          here.set(v128.load(domain.get, 16 * i)),
          twice[i]!.set(v128.or(twice[i]!.get, v128.and(seen.get, here.get))),
          seen.set(v128.or(seen.get, here.get)),
        ]),
        comparing(context, level, variable, best),
        branch(again),
      ]),
    ]),
    once.map((seen, i) => v128.store(c(layout.once), seen.get, 16 * i)),
    twice.map((seen, i) => v128.store(c(layout.twice), seen.get, 16 * i)),
  ];
}

/** Takes a variable for the best when it is better. */
function comparing(context: Context, level: Local, variable: Local, best: Local): Code {
  const { layout } = context;
  const late = (of: Local): Code => i32.load(i32.shl(of.get, c(4)), layout.variables + 12);
  const count = (of: Local): Code => i64.extend(i32.load(wordOf(level.get, of.get), countAt(context)));
  const fails = (of: Local): Code => i64.extend(i32.add(i32.load(i32.shl(of.get, c(2)), layout.fails), c(1)));
  return block((done) => [
    when(i32.eq(best.get, c(-1)), [best.set(variable.get), branch(done)]),
    when(i32.ne(late(variable), late(best)), [
      branchIf(late(variable), done),
      best.set(variable.get),
      branch(done),
    ]),
    when(less64(product64(count(variable), fails(best)), product64(count(best), fails(variable))), [
      best.set(variable.get),
    ]),
  ]);
}

/** Hidden singles and tiles without a cell, where every tile of the group is needed. */
function singling(context: Context, level: Local, group: Local, narrowed: Local, narrow: number): Code {
  const { layout, local } = context;
  const { at, end, kind, left, seen, result, head, tail } = named(
    local,
    ...(['at', 'end', 'kind', 'left', 'seen', 'result', 'head', 'tail'] as const),
  );
  const dead: Code = [
    head.set(i32.load(c(layout.head))),
    tail.set(i32.load(c(layout.tail))),
    emptyQueue(context, head, tail),
    returns(c(DEAD)),
  ];
  return [
    at.set(i32.load(group.get, 8)),
    end.set(i32.load(group.get, 12)),
    block((leave) => [
      loop((again) => [
        branchIf(i32.eq(at.get, end.get), leave),
        kind.set(i32.load(at.get)),
        increase(at, 4),
        left.set(i32.load(i32.add(level.get, i32.load(kind.get)))),
        branchIf(i32.eqz(left.get), again),
        seen.set(i32.and(i32.load(i32.load(kind.get, 4), layout.once), i32.load(kind.get, 8))),
        when(i32.eqz(seen.get), [dead]),
        branchIf(i32.and(i32.load(i32.load(kind.get, 4), layout.twice), i32.load(kind.get, 8)), again),
        result.set(call(narrow, level.get, kind.get, seen.get, group.get)),
        branchIf(i32.eq(result.get, c(SEVERAL)), again),
        when(i32.greaterSigned(left.get, c(1)), [dead]),
        when(i32.eq(result.get, c(NARROWED)), [increase(narrowed, 1)]),
        branch(again),
      ]),
    ]),
  ];
}
