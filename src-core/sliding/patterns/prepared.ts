import type { Assets, Preparing } from '../../engine.ts';
import { BumpAllocator } from '../../bump-allocator.ts';
import type { BoardSize } from '../state.ts';
import { keptDatabase, patternDatabase } from './databases.ts';
import { kernelModule } from './kernel.ts';
import { kernelLayout } from './kernel-layout.ts';
import { entryCount, isRanked } from './numbering.ts';
import { patternSet, type SetName } from './sets.ts';

/** Databases in shared memory, and the kernel compiled for them. Both can be sent to other threads. */
export interface PreparedPatterns {
  readonly size: BoardSize;
  /** tiles of each pattern; the last pattern consists of the tiles without a database */
  readonly patterns: readonly (readonly number[])[];
  readonly withoutDatabase: number;
  /** address of each pattern's database */
  readonly databases: readonly number[];
  /** number of tiles in each ranked pattern, which has compact position numbers (see `isRanked`) */
  readonly ranked: readonly number[];
  readonly mirrored: boolean;
  readonly memory: WebAssembly.Memory;
  readonly module: WebAssembly.Module;
}

/** Loads or builds a board's databases and compiles its kernel. Yields the progress and returns both. */
export function* preparePatterns(
  size: BoardSize,
  set: SetName,
  assets: Assets,
): Generator<Preparing, PreparedPatterns, void> {
  const chosen = patternSet(size, set);
  const shared = new SharedDatabases(size, chosen);
  for (const [i, tiles] of chosen.entries()) {
    shared.add(yield* ofAll(patternDatabase(size, tiles, assets), i, chosen.length));
  }
  return shared.prepared();
}

/** Like `preparePatterns`, but builds nothing: returns null if a file is missing or damaged. */
export function keptPatterns(size: BoardSize, set: SetName, assets: Assets): PreparedPatterns | null {
  const chosen = patternSet(size, set);
  const shared = new SharedDatabases(size, chosen);
  for (const tiles of chosen) {
    const bytes = keptDatabase(size, tiles, assets);
    if (!bytes) return null;
    shared.add(bytes);
  }
  return shared.prepared();
}

/** Stores the databases one after another in one shared memory. */
class SharedDatabases {
  readonly #size: BoardSize;
  readonly #chosen: readonly (readonly number[])[];
  readonly #memory: WebAssembly.Memory;
  readonly #addresses: readonly number[];
  /** address of an entry that is always 0, used for tiles without a database */
  readonly #zero: number;
  readonly #pages: number;
  #filled = 0;

  constructor(size: BoardSize, chosen: readonly (readonly number[])[]) {
    this.#size = size;
    this.#chosen = chosen;
    const cells = size.width * size.height;
    const allocator = new BumpAllocator({ from: 0 });
    this.#addresses = chosen.map((tiles) => allocator.take(Math.ceil(entryCount(cells, tiles.length) / 2)));
    this.#zero = allocator.take(1);
    this.#pages = allocator.pages;
    this.#memory = new WebAssembly.Memory({ initial: this.#pages, maximum: this.#pages, shared: true });
  }

  /** Adds the next database. Databases must be added in the order of their patterns. */
  add(bytes: Uint8Array): void {
    new Uint8Array(this.#memory.buffer).set(bytes, this.#addresses[this.#filled++]);
  }

  prepared(): PreparedPatterns {
    const size = this.#size;
    const chosen = this.#chosen;
    const cells = size.width * size.height;
    const rest = Array.from({ length: cells - 1 }, (_, i) => i + 1).filter(
      (t) => !chosen.some((p) => p.includes(t)),
    );
    const mirrored = size.width === size.height;
    const patterns = rest.length > 0 ? [...chosen, rest] : chosen;
    // Tiles without a database read the value 0, so they contribute only their Manhattan distance.
    const databases = rest.length > 0 ? [...this.#addresses, this.#zero] : this.#addresses;
    const ranked = chosen.map((tiles) => tiles.length).filter((tiles) => isRanked(cells, tiles));
    const placed = ranked.length < patterns.length;
    const module = new WebAssembly.Module(
      kernelModule(kernelLayout(size, ranked), ranked, placed, mirrored, this.#pages),
    );
    const memory = this.#memory;
    return { size, patterns, withoutDatabase: rest.length, ranked, databases, mirrored, memory, module };
  }
}

/**
 * Reports the progress of one of several preparations as progress of the whole. All have equal shares, because they
 * take about the same time.
 */
function* ofAll<R>(
  steps: Generator<Preparing, R, void>,
  index: number,
  count: number,
): Generator<Preparing, R, void> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield {
      what: `${step.value.what}, ${index + 1} of ${count}`,
      fraction: (index + step.value.fraction) / count,
    };
  }
}
