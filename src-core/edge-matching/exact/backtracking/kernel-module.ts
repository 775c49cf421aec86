/**
 * Code shared by both kernels (`list-kernel.ts`, `mask-kernel.ts`): compiles a search tree and instantiates the
 * resulting module.
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
import { readLater, depthByCell, type KernelLayout } from './kernel-memory.ts';

/** A compiled search tree. One thread compiles it and sends it to the others. */
export interface KernelProgram<Layout extends KernelLayout> {
  readonly module: WebAssembly.Module;
  readonly layout: Layout;
  readonly pages: number;
}

/** The data from which a kernel generates the function for one depth. */
export interface KernelContext<Layout extends KernelLayout> {
  readonly tree: SearchTree;
  readonly layout: Layout;
  readonly depthOf: Int32Array;
  /** depths at which the candidate's word (its packed labels) is kept in memory (`readLater` in `kernel-memory.ts`) */
  readonly kept: ReadonlySet<number>;
  /** depth at which the function starts */
  readonly first: number;
  readonly locals: Locals;
}

/**
 * Compiles a search tree to functions, one for each depth at which the search can start. For example, the function
 * `from3` tries the candidates of depth 3, starting with the one passed to it. A function returns 0 after trying all
 * candidates. It returns 1 if it stopped earlier, in which case memory holds the position at each depth.
 */
export function programOf<Layout extends KernelLayout, P extends Parameters>(
  tree: SearchTree,
  layout: Layout,
  pages: number,
  takes: P,
  write: (taken: Taken<P>, context: KernelContext<Layout>) => Steps,
): KernelProgram<Layout> {
  const depthOf = depthByCell(tree);
  const kept = readLater(tree, depthOf);
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
 * A function that starts at a multiple of this number contains up to this many depths, as nested loops. Any other
 * function has a single depth. Calling a function costs nearly as much as placing a tile. If all functions had a single
 * depth, the search would take 1.25 times as long.
 */
const DEPTHS_PER_FUNCTION = 8;

/**
 * Returns whether the function that starts at depth `first` reaches the depth after `depth` by a nested loop (true) or
 * by calling another function (false).
 */
export const isNested = (first: number, depth: number): boolean =>
  first % DEPTHS_PER_FUNCTION === 0 && (depth + 1) % DEPTHS_PER_FUNCTION !== 0;

/** Instantiates a compiled search tree. Returns one function per depth, and the memory. */
export function instanceOf(
  { variables }: SearchTree,
  { module, pages }: KernelProgram<KernelLayout>,
): { functions: unknown[]; heap: ArrayBuffer } {
  const memory = new WebAssembly.Memory({ initial: pages });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { functions: variables.map((_, depth) => exports[`from${depth}`]), heap: memory.buffer };
}

/**
 * Keeps machines (instantiated modules with their memory) for reuse, because a run has hundreds of short tasks and
 * creating a machine takes a millisecond.
 */
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
