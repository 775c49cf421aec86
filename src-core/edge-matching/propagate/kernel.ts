import { kernelModule } from './kernel-code.ts';
import { kernelLayoutOf, type KernelLayout } from './kernel-layout.ts';
import type { LevelLayout } from './level.ts';
import type { Model } from './model.ts';
import type { Propagator } from './propagator.ts';

/** The compiled kernel. One thread compiles it and sends it to the others. */
export interface Program {
  readonly module: WebAssembly.Module;
  readonly layout: KernelLayout;
}

/** Compiles the propagation of a model. Returns null if the model exceeds a limit of the kernel. */
export function compile(model: Model, levels: number): Program | null {
  const layout = kernelLayoutOf(model, levels);
  return layout && { module: new WebAssembly.Module(kernelModule(model, layout)), layout };
}

type Place = (from: number, variable: number, bit: number) => number;
type Choose = (level: number) => number;

export class KernelPropagator implements Propagator {
  readonly memory: Int32Array;
  readonly base: number;
  readonly layout: LevelLayout;
  readonly fails: Int32Array;
  readonly #place: Place;
  readonly #choose: Choose;
  readonly #levels: number;
  readonly #bytes: number;

  constructor(model: Model, { module, layout }: Program) {
    const memory = new WebAssembly.Memory({ initial: layout.pages });
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    this.memory = new Int32Array(memory.buffer);
    this.memory.set(layout.tables);
    this.base = layout.levels / 4;
    this.layout = layout.level;
    this.fails = new Int32Array(memory.buffer, layout.fails, model.variables.length);
    this.#place = exports['place'] as Place;
    this.#choose = exports['choose'] as Choose;
    this.#levels = layout.levels;
    this.#bytes = 4 * layout.level.size;
  }

  place(depth: number, variable: number, bit: number): boolean {
    return this.#place(this.#levels + depth * this.#bytes, variable, bit) === 1;
  }

  choose(depth: number): number {
    return this.#choose(this.#levels + depth * this.#bytes);
  }
}
