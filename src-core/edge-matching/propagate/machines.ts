import { compile, KernelPropagator, type Program } from './kernel.ts';
import type { Propagator } from './propagator.ts';
import { levelsOf, referenceAt, type Setup } from './setup.ts';

const programs = new WeakMap<Setup, Program | null>();
/** Kernels of searches that are over: a run has hundreds of short tasks. */
const spare = new WeakMap<Setup, KernelPropagator[]>();

/** The compiled search of a setup; null where the reference searches, because the tree is small or the board very large. */
export function programOf(setup: Setup): Program | null {
  let program = programs.get(setup);
  if (program === undefined) {
    program = setup.small ? null : compile(setup.model, levelsOf(setup.model));
    programs.set(setup, program);
  }
  return program;
}

/** A propagator that stands at the root, for one search at a time. */
export function propagatorAt(setup: Setup, program: Program | null): Propagator {
  if (!program) return referenceAt(setup);
  const propagator = spare.get(setup)?.pop() ?? new KernelPropagator(setup.model, program);
  propagator.memory.set(setup.root, propagator.base);
  propagator.fails.set(setup.rootFails);
  return propagator;
}

/** Keeps the propagator of a finished search for the next. */
export function giveBack(setup: Setup, propagator: Propagator): void {
  if (!(propagator instanceof KernelPropagator)) return;
  const others = spare.get(setup);
  if (others) others.push(propagator);
  else spare.set(setup, [propagator]);
}
