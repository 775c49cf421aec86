/** Statements of a kernel: branches, loops and functions. */
import {
  FunctionScope,
  Label,
  ModuleAssembler,
  unsigned,
  type Code,
  type ImportedMemory,
} from './assembler.ts';
import { I32, Step, Value, type Kind, type Local } from './expressions.ts';
import { localOf } from './places.ts';

/** Steps that run in order. Lists of steps can be nested. */
export type Steps = Step | readonly Steps[];

function codeOf(steps: Steps): Code {
  return steps instanceof Step ? steps.code : steps.map(codeOf);
}

function scoped(opcode: number, body: (label: Label) => Steps): Label {
  const label = new Label(opcode);
  label.body.push(codeOf(body(label)));
  return label;
}

/** Runs the steps once. A branch to `leave` skips the rest of them. */
export const block = (body: (leave: Label) => Steps): Step => new Step(scoped(0x02, body));
/** Runs the steps. A branch to `again` starts over at the first step. */
export const loop = (body: (again: Label) => Steps): Step => new Step(scoped(0x03, body));
export const when = (condition: I32, ...body: readonly Steps[]): Step =>
  new Step([condition.code, scoped(0x04, () => body)]);

export const branch = (to: Label): Step => new Step({ opcode: 0x0c, to });
export const branchIf = (condition: I32, to: Label): Step => new Step([condition.code, { opcode: 0x0d, to }]);

/** Repeats the steps until the condition is true. Checks the condition before each round. */
export const until = (done: I32, ...body: readonly Steps[]): Step =>
  endless((leave) => [branchIf(done, leave), body]);
/**
 * Repeats the steps while a condition is true: `repeat(…).while(condition)`. Checks the condition after each round.
 */
export const repeat = (...body: readonly Steps[]): { while(again: I32): Step } => ({
  while: (again) => loop((start) => [body, branchIf(again, start)]),
});
/** Repeats the steps until they branch to `leave`. */
export const endless = (body: (leave: Label) => Steps): Step =>
  block((leave) => loop((again) => [body(leave), branch(again)]));

/** Copies bytes within the first memory. The two ranges may overlap. */
export const copyBytes = (to: I32, from: I32, bytes: number): Step =>
  new Step([to.code, from.code, I32.of(bytes).code, 0xfc, 0x0a, 0, 0]);
/** Sets bytes of the first memory to 0. */
export const clearBytes = (at: I32, bytes: number): Step =>
  new Step([at.code, I32.of(0).code, I32.of(bytes).code, 0xfc, 0x0b, 0]);

/** Ends the function and returns a result. */
export const returns = (value: I32 | number): Step =>
  new Step([(typeof value === 'number' ? I32.of(value) : value).code, 0x0f]);

const callCode = (index: number, given: readonly Value[]): Code => [
  given.map(({ code }) => code),
  0x10,
  unsigned(index),
];
/** Calls a function by its index and returns its result. */
export const call = (index: number, ...given: readonly Value[]): I32 => new I32(callCode(index, given));
/** Calls a function that returns nothing. */
export const run = (index: number, ...given: readonly Value[]): Step => new Step(callCode(index, given));

/** Creates a function's local variables. WebAssembly sets them to 0 on every call. */
export class Locals {
  readonly #scope: FunctionScope;

  constructor(scope: FunctionScope) {
    this.#scope = scope;
  }

  one<V extends Value>(kind: Kind<V>): Local<V> {
    return localOf(kind, this.#scope.take(kind.type));
  }

  several<V extends Value>(kind: Kind<V>, count: number): Local<V>[] {
    return Array.from({ length: count }, () => this.one(kind));
  }

  /**
   * Creates several locals by name. For example, `locals.named(I32, 'cell', 'tile')` returns the locals `cell` and
   * `tile`.
   */
  named<V extends Value, N extends string>(kind: Kind<V>, ...names: readonly N[]): Record<N, Local<V>> {
    return Object.fromEntries(names.map((name) => [name, this.one(kind)])) as Record<N, Local<V>>;
  }
}

/** A function's parameters by name, in order. */
export type Parameters = Readonly<Record<string, Kind<Value>>>;
export type Taken<P extends Parameters> = {
  readonly [N in keyof P]: P[N] extends Kind<infer V> ? Local<V> : never;
};

/**
 * Returns parameters that are all 32-bit integers. For example, `words('cell', 'tile')` returns the parameters `cell`
 * and `tile`.
 */
export const words = <N extends string>(...names: readonly N[]): Record<N, typeof I32> =>
  Object.fromEntries(names.map((name) => [name, I32])) as Record<N, typeof I32>;

/** A function's steps. If the function has a result, it comes last. */
export type Body = readonly Steps[] | readonly [...Steps[], I32];

export class ModuleBuilder {
  readonly #assembler = new ModuleAssembler();

  /** Adds a function and returns its index. If `exportName` is null, the function isn't exported. */
  add<P extends Parameters>(
    exportName: string | null,
    parameters: P,
    body: (taken: Taken<P>, locals: Locals) => Body,
  ): number {
    const scope = new FunctionScope();
    const locals = new Locals(scope);
    const taken = Object.entries(parameters).map(([name, kind]) => [name, locals.one(kind)] as const);
    const parts = body(Object.fromEntries(taken) as Taken<P>, locals);
    const result = parts.at(-1) instanceof Value;
    return this.#assembler.addFunction({
      exportName,
      parameters: taken.length,
      results: result ? ['i32'] : [],
      scope,
      code: parts.map((part) => (part instanceof Value ? part.code : codeOf(part))),
    });
  }

  /** Writes these bytes to address `at` of the first memory on instantiation. */
  data(at: number, bytes: Uint8Array): void {
    this.#assembler.data(at, bytes);
  }

  bytes(memories: readonly ImportedMemory[]): Uint8Array<ArrayBuffer> {
    return this.#assembler.bytes(memories);
  }
}
