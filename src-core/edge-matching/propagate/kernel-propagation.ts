/**
 * Generates the kernel's code for propagation. It corresponds to the methods `#propagate`, `#fill`, `#tell` and
 * `#strike` in `reference.ts`.
 */
import { I32, I64, type Local } from '../../wasm/expressions.ts';
import { i32At, i64At, v128At } from '../../wasm/places.ts';
import { I8x16, V128 } from '../../wasm/vectors.ts';
import { block, branch, branchIf, loop, repeat, until, when, type Steps } from '../../wasm/statements.ts';
import type { LabelSets, SetWord, Settable } from './kernel-label-sets.ts';
import {
  advance,
  countOf,
  domainAt,
  filledOf,
  giveUp,
  loadQueue,
  recordOf,
  storeQueue,
  wake,
  wakeFirst,
  type Context,
  type Queue,
} from './kernel-state.ts';

/**
 * Returns code that processes the variables in the queue until the queue is empty. At a dead end, it returns 0 from
 * the enclosing function.
 */
export function propagation<W extends SetWord<W>>(context: Context, sets: LabelSets<W>, level: I32): Steps {
  const { model, layout, locals } = context;
  const { head, tail, variable, domain } = locals.named(I32, 'head', 'tail', 'variable', 'domain');
  const queue = { head, tail };
  return [
    loadQueue(context, queue),
    until(
      head.equals(tail),
      variable.set(i32At(head.scaled(4), layout.queue)),
      advance(head, model.variables.length + 1),
      i32At(variable.scaled(4), layout.queued).set(0),
      domain.set(domainAt(context, level, variable)),
      when(
        countOf(context, level, variable).equals(1),
        when(
          filledOf(context, level, variable).isZero(),
          filling(context, { level, variable, domain }, queue),
        ),
      ),
      showing(context, variable, domain),
      telling(context, sets, { level, variable }, queue),
    ),
    storeQueue(context, queue),
  ];
}

/**
 * Returns code that collects the labels shown on each side by a domain's candidates, and stores them at
 * `layout.shown`.
 */
function showing({ layout, locals }: Context, variable: I32, domain: I32): Steps {
  const { shownBlocks } = layout;
  const rest = locals.one(I64);
  const { table, at } = locals.named(I32, 'table', 'at');
  const shown = locals.several(V128, shownBlocks);
  return [
    table.set(i32At(variable.scaled(4), layout.shownByBit)),
    shown.map((labels) => labels.set(I8x16.of(new Uint8Array(16)))),
    Array.from({ length: 2 * layout.blocks }, (_, i) => [
      rest.set(i64At(domain, 8 * i)),
      until(
        rest.isZero(),
        at.set(table.plus(rest.trailingZeros().times(16 * shownBlocks))),
        shown.map((labels, block) => labels.set(labels.or(v128At(at, 16 * (64 * i * shownBlocks + block))))),
        rest.set(rest.and(rest.minus(1))),
      ),
    ]),
    shown.map((labels, block) => v128At(I32.of(layout.shown), 16 * block).set(labels)),
  ];
}

interface Filling {
  readonly level: I32;
  readonly variable: I32;
  readonly domain: I32;
}

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
    // find the only bit set in the domain
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
            when(count.equals(1), wakeFirst(context, other, queue.head)),
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
}

function telling<W extends SetWord<W>>(
  context: Context,
  sets: LabelSets<W>,
  { level, variable }: Telling,
  queue: Queue,
): Steps {
  const { model, layout, locals } = context;
  const { record, last, at, other, end, row, shown } = locals.named(
    I32,
    ...(['record', 'last', 'at', 'other', 'end', 'row', 'shown'] as const),
  );
  const [labels, rest, lost] = [sets.local(locals), sets.local(locals), sets.local(locals)];
  return [
    record.set(I32.of(layout.sides).plus(variable.times(16 * model.sides))),
    last.set(record.plus(16 * model.sides)),
    shown.set(layout.shown),
    repeat(
      block((skip) => [
        at.set(i32At(record)),
        branchIf(at.isZero(), skip),
        at.set(level.plus(at)),
        labels.set(sets.at(at)),
        branchIf(sets.isOne(labels), skip),
        lost.set(labels.xor(labels.and(sets.at(shown)))),
        branchIf(lost.isZero(), skip),
        labels.set(labels.xor(lost)),
        sets.at(at).set(labels),
        other.set(i32At(record, 4)),
        end.set(i32At(record, 8)),
        until(
          other.equals(end),
          striking(context, sets, { level, other, labels, lost, rest, row }, queue),
          other.increase(8),
        ),
      ]),
      record.increase(16),
      shown.increase(layout.setBytes),
    ).while(record.differs(last)),
  ];
}

/**
 * Returns code that computes the address of the row for the lowest label in `set`. `table` is the address of a side's
 * table of candidates by label (see `kernel-layout.ts`).
 */
const rowOf = ({ layout }: Context, table: I32, set: { trailingZeros(): I32 }): I32 =>
  table.plus(set.trailingZeros().times(16 * layout.blocks));

interface Striking<W> {
  readonly level: I32;
  readonly other: I32;
  /** labels still allowed by the constraint of the side */
  readonly labels: W;
  /** labels just removed from this constraint */
  readonly lost: W;
  readonly rest: Settable<W>;
  readonly row: Local<I32>;
}

function striking<W extends SetWord<W>>(
  context: Context,
  sets: LabelSets<W>,
  { level, other, labels, lost, rest, row }: Striking<W>,
  queue: Queue,
): Steps {
  const { layout, locals } = context;
  const { cell, table, domain, count } = locals.named(I32, 'cell', 'table', 'domain', 'count');
  const struck = locals.several(V128, layout.blocks);
  const inDomain = (i: number) => v128At(domain, 16 * i);
  const inRow = (i: number) => v128At(row, 16 * i);
  const counted = Array.from({ length: 2 * layout.blocks }, (_, i) => i64At(domain, 8 * i).bitCount64())
    .reduce((a, b) => a.plus(b))
    .low();
  return [
    cell.set(i32At(other)),
    table.set(i32At(other, 4)),
    domain.set(domainAt(context, level, cell)),
    block((done) => [
      when(
        sets.isOne(labels),
        // The constraint allows only one label, so the domain keeps only candidates that show this label.
        row.set(rowOf(context, table, labels)),
        struck.map((_, i) => inDomain(i).set(inDomain(i).and(inRow(i)))),
        branch(done),
      ),
      rest.set(lost),
      row.set(rowOf(context, table, rest)),
      struck.map((here, i) => here.set(inRow(i))),
      sets.dropLowest(rest),
      until(
        rest.isNotZero().isZero(),
        row.set(rowOf(context, table, rest)),
        struck.map((here, i) => here.set(here.or(inRow(i)))),
        sets.dropLowest(rest),
      ),
      struck.map((here, i) => inDomain(i).set(inDomain(i).andNot(here))),
    ]),
    count.set(counted),
    when(
      count.differs(countOf(context, level, cell)),
      countOf(context, level, cell).set(count),
      when(count.isZero(), giveUp(context, cell, queue)),
      block((done) => [
        when(count.equals(1), wakeFirst(context, cell, queue.head), branch(done)),
        wake(context, cell, queue.tail),
      ]),
    ),
  ];
}
