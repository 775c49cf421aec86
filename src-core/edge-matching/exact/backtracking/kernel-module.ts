/**
 * A tree as a module of WebAssembly, and the machines that run it: what is common to both kernels (`list-kernel.ts`,
 * `mask-kernel.ts`). Where things lie in its memory: `kernel-memory.ts`.
 */
import { I32 } from '../../../wasm/expressions.ts';
import {
  ModuleBuilder,
  type Locals,
  type Parameters,
  type Steps,
  type Taken,
} from '../../../wasm/statements.ts';
import type { SearchTree } from '../tree/search-tree.ts';
import { askedLater, depthByCell, type KernelLayout } from './kernel-memory.ts';

/** Clonable, so that one thread compiles for all. */
export interface KernelProgram<Layout extends KernelLayout> {
  readonly module: WebAssembly.Module;
  readonly layout: Layout;
  readonly pages: number;
}

/** What is known while the function of a depth is written. */
export interface KernelContext<Layout extends KernelLayout> {
  readonly tree: SearchTree;
  readonly layout: Layout;
  readonly depthOf: Int32Array;
  /** depths whose word is kept in memory */
  readonly kept: ReadonlySet<number>;
  /** first depth of the function that is written */
  readonly first: number;
  readonly locals: Locals;
}

/**
 * Writes one function a depth: `from3` tries the candidates of depth 3 from those given on. It returns 1 when it was
 * stopped on the way, with where each depth stands in memory, and 0 when they are through.
 */
export function programOf<Layout extends KernelLayout, P extends Parameters>(
  tree: SearchTree,
  layout: Layout,
  pages: number,
  takes: P,
  write: (taken: Taken<P>, context: KernelContext<Layout>) => Steps,
): KernelProgram<Layout> {
  const depthOf = depthByCell(tree);
  const kept = askedLater(tree, depthOf);
  const builder = new ModuleBuilder();
  tree.variables.forEach((_, first) => {
    builder.add(`from${first}`, takes, (taken, locals) => [
      write(taken, { tree, layout, depthOf, kept, first, locals }),
      I32.of(0),
    ]);
  });
  return { module: new WebAssembly.Module(builder.bytes([{ name: 'env', pages }])), layout, pages };
}

/**
 * Every so many depths share one function as nested loops: a call costs nearly as much as the work on a
 * tile (8 depths: 1.25 times the speed of one depth a function). The depths between also have a function
 * each, of one depth, by which a walk that was stopped there is taken up.
 */
const DEPTHS_A_FUNCTION = 8;

/** Whether the depth below is written into the function that begins at `first`, not called. */
export const isNested = (first: number, depth: number): boolean =>
  first % DEPTHS_A_FUNCTION === 0 && (depth + 1) % DEPTHS_A_FUNCTION !== 0;

/** A module brought to life: its functions by depth, and its memory. */
export function instanceOf(
  { variables }: SearchTree,
  { module, pages }: KernelProgram<KernelLayout>,
): { functions: unknown[]; heap: ArrayBuffer } {
  const memory = new WebAssembly.Memory({ initial: pages });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { functions: variables.map((_, depth) => exports[`from${depth}`]), heap: memory.buffer };
}

/** Machines of backtrackers that are through: a run has hundreds of short tasks, and making one takes a millisecond. */
export class SpareMachines<Program extends object, Machine> {
  readonly #spare = new WeakMap<Program, Machine[]>();

  take(program: Program): Machine | undefined {
    return this.#spare.get(program)?.pop();
  }

  giveBack(program: Program, machine: Machine): void {
    const machines = this.#spare.get(program);
    if (machines) machines.push(machine);
    else this.#spare.set(program, [machine]);
  }
}
