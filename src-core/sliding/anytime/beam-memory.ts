/** A beam's memory and the kernel that uses it. */
import { BumpAllocator } from '../../bump-allocator.ts';
import { random } from '../../random.ts';
import type { PreparedPatterns } from '../patterns/prepared.ts';
import { distance, neighbours } from '../state.ts';
import { beamModule, type BeamKernel } from './beam-kernel.ts';
import { beamLayout, CHILD, NONE, ROW_ENTRIES, TILE, type BeamLayout } from './beam-layout.ts';

const PAGE_BYTES = 65_536;

/** Addresses of the parts that grow with the beam's width. */
interface LayerAddresses {
  /** addresses of the current and the next layer */
  readonly layers: readonly [number, number];
  readonly children: number;
  /** for each position kept: the index of its parent (i32), and the cell that the empty space moved to (u8) */
  readonly parents: number;
  readonly moves: number;
  /** hash table of positions; its size in words, `seenWords`, is a power of two */
  readonly seen: number;
  readonly seenWords: number;
}

export class BeamMemory {
  readonly layout: BeamLayout;
  readonly kernel: BeamKernel;
  readonly #memory: WebAssembly.Memory;
  addresses!: LayerAddresses;
  bytes!: Uint8Array<ArrayBuffer>;
  view!: DataView<ArrayBuffer>;

  constructor(prepared: PreparedPatterns, layout: BeamLayout, module: WebAssembly.Module) {
    this.layout = layout;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(layout.end / PAGE_BYTES) });
    const instance = new WebAssembly.Instance(module, {
      own: { memory: this.#memory },
      shared: { memory: prepared.memory },
    });
    this.kernel = instance.exports as unknown as BeamKernel;
    this.#updateViews();
    this.#fill(prepared);
  }

  /** Makes room for layers of `width` positions. */
  widen(width: number): void {
    const allocator = new BumpAllocator({ from: this.layout.end });
    const { bytes } = this.layout.record;
    const seenWords = 2 ** Math.ceil(Math.log2(width * 2 + 2));
    this.addresses = {
      layers: [allocator.take(width * bytes), allocator.take(width * bytes)],
      children: allocator.take((width * 3 + 4) * CHILD.bytes),
      parents: allocator.take(4 * width),
      moves: allocator.take(width),
      seen: allocator.take(4 * seenWords),
      seenWords,
    };
    const missing = allocator.pages - this.#memory.buffer.byteLength / PAGE_BYTES;
    if (missing > 0) this.#memory.grow(missing);
    this.#updateViews();
  }

  /** Recreates the views of the memory, which become invalid when the memory grows. */
  #updateViews(): void {
    const buffer = this.#memory.buffer;
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
  }

  #fill({ size, patterns, databases, withoutDatabase }: PreparedPatterns): void {
    const { layout, bytes, view } = this;
    const { cells, sides, record } = layout;
    const mirror = (cell: number): number =>
      sides === 2 ? (cell % size.width) * size.width + Math.floor(cell / size.width) : cell;
    neighbours(size).forEach((beside, cell) => {
      for (let i = 0; i < 4; i++) bytes[layout.beside + 4 * cell + i] = beside[i] ?? NONE;
      bytes[layout.mirror + cell] = mirror(cell);
    });
    const chance = random(0x5eed);
    for (let tile = 1; tile < cells; tile++) {
      for (let cell = 0; cell < cells; cell++) {
        bytes[layout.steps + tile * ROW_ENTRIES + cell] = distance(size.width, cell, tile);
        view.setInt32(layout.hashes + 4 * (tile * ROW_ENTRIES + cell), chance.next() | 0, true);
      }
    }
    for (let side = 0; side < sides; side++) {
      patterns.forEach((tiles, p) => {
        const group = side * patterns.length + p;
        const without = withoutDatabase > 0 && p === patterns.length - 1;
        tiles.forEach((tile, i) => {
          const player = side === 0 ? tile : mirror(tile);
          const entry = layout.tiles + (side * ROW_ENTRIES + player) * TILE.bytes;
          view.setInt32(entry + TILE.value, record.values + group, true);
          view.setInt32(entry + TILE.number, record.numbers + 4 * group, true);
          view.setInt32(entry + TILE.weight, without ? 0 : cells ** i, true);
          view.setInt32(entry + TILE.database, databases[p]!, true);
        });
      });
    }
  }
}

const pools = new WeakMap<
  PreparedPatterns,
  { readonly layout: BeamLayout; readonly module: WebAssembly.Module; readonly idle: BeamMemory[] }
>();

/**
 * Returns a memory for a beam of this width. The caller hands it back with `giveBack` for reuse by the next beam. A
 * narrow beam takes only milliseconds, so allocating a new memory for each would be slow.
 */
export function borrowMemory(prepared: PreparedPatterns, width: number): BeamMemory {
  if (prepared.ranked.length > 0) throw new Error('beam search can’t read ranked databases');
  let pool = pools.get(prepared);
  if (!pool) {
    const layout = beamLayout(prepared);
    const sharedPages = prepared.memory.buffer.byteLength / PAGE_BYTES;
    pool = { layout, module: new WebAssembly.Module(beamModule(layout, sharedPages)), idle: [] };
    pools.set(prepared, pool);
  }
  const memory = pool.idle.pop() ?? new BeamMemory(prepared, pool.layout, pool.module);
  memory.widen(width);
  return memory;
}

export function giveBack(prepared: PreparedPatterns, memory: BeamMemory): void {
  pools.get(prepared)?.idle.push(memory);
}
