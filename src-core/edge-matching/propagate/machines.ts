import { KernelPropagator } from './kernel.ts';
import type { Propagator } from './propagator.ts';
import { atRoot, referenceAt, type Setup } from './setup.ts';

/** WebAssembly propagators of finished searches, kept for reuse because a run has hundreds of short tasks */
const spare = new WeakMap<Setup, KernelPropagator[]>();

/**
 * Returns a propagator at the root of the search tree (level 0). No other search can use it until `giveBack` is
 * called.
 */
export function propagatorAt(setup: Setup): Propagator {
  if (!setup.program) return referenceAt(setup);
  return atRoot(spare.get(setup)?.pop() ?? new KernelPropagator(setup.model, setup.program), setup);
}

/** Keeps the propagator of a finished search for reuse by another search. */
export function giveBack(setup: Setup, propagator: Propagator): void {
  if (!(propagator instanceof KernelPropagator)) return;
  const others = spare.get(setup);
  if (others) others.push(propagator);
  else spare.set(setup, [propagator]);
}
