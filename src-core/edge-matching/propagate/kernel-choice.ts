/**
 * Generates the kernel's function `choose` and the functions that it calls. They correspond to the methods `choose`,
 * `#survey`, `#isBetter`, `#fillHiddenSingles` and `#narrowTo` in `reference.ts`.
 */
import { I32, I64, type Local, type Step } from '../../wasm/expressions.ts';
import { i32At, v128At } from '../../wasm/places.ts';
import { I8x16, V128 } from '../../wasm/vectors.ts';
import {
  block,
  branch,
  branchIf,
  call,
  clearBytes,
  loop,
  repeat,
  returns,
  when,
  type Steps,
} from '../../wasm/statements.ts';
import {
  countOf,
  domainAt,
  emptyQueue,
  failsOf,
  filledOf,
  loadQueue,
  recordOf,
  wakeStored,
  type Context,
} from './kernel-state.ts';
import { DEAD, SOLVED } from './propagator.ts';

/**
 * The results of the kernel's function `narrow`, which is called for one kind of tile:
 *
 * - SEVERAL_DOMAINS: the kind's remaining candidates are not all in one domain. Nothing was changed.
 * - SOLE_IN_DOMAIN: one domain holds all remaining candidates of the kind, and no others. Nothing was changed.
 * - NARROWED: one domain holds all remaining candidates of the kind. The candidates of other kinds were removed from
 *   it.
 */
export const SEVERAL_DOMAINS = 0;
const SOLE_IN_DOMAIN = 1;
const NARROWED = 2;

interface Narrowing {
  /** addresses of the kind's entry and its group's entry (see `kernel-layout.ts`) */
  readonly kind: I32;
  readonly group: I32;
  /** the kind's remaining candidates, as bits; the caller has checked that none of them is in two domains */
  readonly seen: I32;
}

/**
 * Returns the body of the kernel's function `narrow`. If one domain holds all remaining candidates of a kind, `narrow`
 * removes the candidates of other kinds from that domain. The caller must append an instruction that returns
 * SEVERAL_DOMAINS.
 */
export function narrowing(context: Context, level: I32, { kind, seen, group }: Narrowing): Steps {
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
        when(here.differs(seen), returns(SEVERAL_DOMAINS)),
        count.set(seen.bitCount()),
        when(count.equals(countOf(context, level, variable)), returns(SOLE_IN_DOMAIN)),
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

/** Returns the code of the kernel's function `choose`, which returns the variable to decide next, or SOLVED or DEAD. */
export function choosing(context: Context, level: I32, propagate: number, narrow: number): Steps {
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
        branchIf(result.equals(SEVERAL_DOMAINS), again),
        when(left.greater(1), dead),
        when(result.equals(NARROWED), narrowed.increase(1)),
        branch(again),
      ]),
    ),
  ];
}
