/**
 * Code shared by the generators of the kernel: the addresses of a level's data, and the queue of variables to process.
 */
import { choose, I32, type Local, type Step } from '../../wasm/expressions.ts';
import { i32At } from '../../wasm/places.ts';
import { returns, until, when, type Locals, type Steps } from '../../wasm/statements.ts';
import type { KernelLayout } from './kernel-layout.ts';
import type { Model } from './model.ts';

const MAX_FAILS = 2 ** 30;

/** The data shared by the generators of one kernel function. */
export interface Context {
  readonly model: Model;
  readonly layout: KernelLayout;
  readonly locals: Locals;
}

export const domainAt = ({ layout }: Context, level: I32, variable: I32): I32 =>
  level.plus(variable.times(16 * layout.blocks));
export const countOf = ({ layout }: Context, level: I32, variable: I32) =>
  i32At(level.plus(variable.scaled(4)), 4 * layout.level.count);
export const filledOf = ({ layout }: Context, level: I32, variable: I32) =>
  i32At(level.plus(variable.scaled(4)), 4 * layout.level.filled);
export const failsOf = ({ layout }: Context, variable: I32) => i32At(variable.scaled(4), layout.fails);
/** Returns code that reads one word of a variable's entry in the table of variables (`KernelLayout.variables`). */
export const recordOf = ({ layout }: Context, variable: I32, word: 0 | 1 | 2 | 3): I32 =>
  i32At(variable.scaled(16), layout.variables + 4 * word);

export interface Queue {
  readonly head: Local<I32>;
  readonly tail: Local<I32>;
}
const headOf = ({ layout }: Context) => i32At(I32.of(layout.head));
const tailOf = ({ layout }: Context) => i32At(I32.of(layout.tail));
export const loadQueue = (context: Context, { head, tail }: Queue): Steps => [
  head.set(headOf(context)),
  tail.set(tailOf(context)),
];
export const storeQueue = (context: Context, { head, tail }: Queue): Steps => [
  headOf(context).set(head),
  tailOf(context).set(tail),
];

/** Returns code that adds a variable to the queue unless it is already queued. */
export function wake({ model, layout }: Context, variable: I32, tail: Local<I32>): Step {
  const queued = i32At(variable.scaled(4), layout.queued);
  return when(
    queued.isZero(),
    queued.set(1),
    i32At(tail.scaled(4), layout.queue).set(variable),
    advance(tail, model.variables.length + 1),
  );
}

/** Like `wake`, but adds the variable to the front of the queue. */
export function wakeFirst({ model, layout }: Context, variable: I32, head: Local<I32>): Step {
  const queued = i32At(variable.scaled(4), layout.queued);
  return when(
    queued.isZero(),
    queued.set(1),
    head.set(choose(head, head, model.variables.length + 1).minus(1)),
    i32At(head.scaled(4), layout.queue).set(variable),
  );
}

/**
 * Like `wake`, but for functions that keep the end of the queue in memory. Only the function `propagation` keeps it in
 * a local variable.
 */
export function wakeStored(context: Context, variable: I32, tail: Local<I32>): Steps {
  return [tail.set(tailOf(context)), wake(context, variable, tail), tailOf(context).set(tail)];
}

export const advance = (place: Local<I32>, length: number): Step =>
  place.set(choose(place.equals(length - 1), 0, place.plus(1)));

/** Returns code that counts a dead end at a variable, empties the queue, and returns 0 from the enclosing function. */
export function giveUp(context: Context, dead: I32, queue: Queue): Steps {
  const fails = failsOf(context, dead);
  return [when(fails.less(MAX_FAILS), fails.increase(1)), emptyQueue(context, queue), returns(0)];
}

export function emptyQueue(context: Context, queue: Queue): Steps {
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
