import { compile, KernelPropagator, type Program } from './kernel.ts';
import type { Propagator } from './propagator.ts';
import { levelsOf, referenceAt, type Setup } from './setup.ts';

const programs = new WeakMap<Setup, Program | null>();
/** Kernels of finished searches, kept for the next search. A run has hundreds of short tasks. */
const spare = new WeakMap<Setup, KernelPropagator[]>();

/**
 * Returns the compiled search of a setup; null for a small tree or a very large board, which the reference searches.
 */
export function programOf(setup: Setup): Program | null {
  let program = programs.get(setup);
  if (program === undefined) {
    program = setup.small ? null : compile(setup.model, levelsOf(setup.model));
    programs.set(setup, program);
  }
  return program;
}

/** Returns a propagator at the root, for one search at a time. */
export function propagatorAt(setup: Setup, program: Program | null): Propagator {
  if (!program) return referenceAt(setup);
  const propagator = spare.get(setup)?.pop() ?? new KernelPropagator(setup.model, program);
  propagator.memory.set(setup.root, propagator.base);
  propagator.fails.set(setup.rootFails);
  return propagator;
}

/** Returns a propagator at the root, as a kernel if one is compiled already. */
export const readyPropagatorAt = (setup: Setup): Propagator =>
  propagatorAt(setup, programs.get(setup) ?? null);

/** Keeps the propagator of a finished search for the next one. */
export function giveBack(setup: Setup, propagator: Propagator): void {
  if (!(propagator instanceof KernelPropagator)) return;
  const others = spare.get(setup);
  if (others) others.push(propagator);
  else spare.set(setup, [propagator]);
}
