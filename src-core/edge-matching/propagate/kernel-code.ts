/**
 * Generates WebAssembly code for propagation, using 128-bit vectors. The code does the same as `reference.ts`, in the
 * same order. `kernel-layout.ts` describes the tables that it reads.
 */
import { I32, I64 } from '../../wasm/expressions.ts';
import { i32At, i64At } from '../../wasm/places.ts';
import { call, clearBytes, copyBytes, ModuleBuilder, words, type Steps } from '../../wasm/statements.ts';
import { choosing, narrowing, SEVERAL_DOMAINS } from './kernel-choice.ts';
import { LabelSets, type SetWord } from './kernel-label-sets.ts';
import type { KernelLayout } from './kernel-layout.ts';
import { propagation } from './kernel-propagation.ts';
import { countOf, domainAt, wakeStored, type Context } from './kernel-state.ts';
import type { Model } from './model.ts';
import { DEAD } from './propagator.ts';

/**
 * Returns a module that imports `env.memory` and exports `place(level, variable, bit)` and `choose(level)`. They
 * correspond to the methods of `Propagator` (`propagator.ts`), but take the address of a level instead of its depth.
 */
export function kernelModule(model: Model, layout: KernelLayout): Uint8Array<ArrayBuffer> {
  return model.labels <= 32
    ? moduleWith(model, layout, new LabelSets<I32>(I32, i32At))
    : moduleWith(model, layout, new LabelSets<I64>(I64, i64At));
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
      I32.of(SEVERAL_DOMAINS),
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
