/**
 * Assigns addresses in the memory of a WebAssembly module. The layout can be planned before the module exists. Nothing
 * is ever freed.
 */
export class BumpAllocator {
  /** the first free address, in bytes */
  end: number;
  readonly #alignment: number;
  readonly #maxBytes: number;

  /**
   * `from`: the first address. `alignment`: sizes are rounded up to a multiple of this power of two. `maxBytes`:
   * maximum total size in bytes.
   */
  constructor({ from = 16, alignment = 16, maxBytes = 2 ** 32 } = {}) {
    this.end = from;
    this.#alignment = alignment;
    this.#maxBytes = maxBytes;
  }

  /** Returns the address of a new block of `bytes` bytes. */
  take(bytes: number): number {
    const at = this.end;
    this.end += Math.ceil(bytes / this.#alignment) * this.#alignment;
    return at;
  }

  /** The number of WebAssembly pages (64 KiB each) that hold all memory assigned so far. */
  get pages(): number {
    return Math.ceil(this.end / 65536);
  }

  /** True if more than `maxBytes` bytes have been assigned. */
  get tooLarge(): boolean {
    return this.end > this.#maxBytes;
  }
}
