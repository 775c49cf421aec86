/** Assigns addresses in a WebAssembly module's memory before the module exists. Addresses are never freed. */
export class BumpAllocator {
  /** the first free address */
  end: number;
  readonly #alignment: number;
  readonly #maxBytes: number;

  /**
   * Creates an allocator. The first address is `from`. Sizes are rounded up to a multiple of `alignment`, which is a
   * power of two. Together, the blocks may take up at most `maxBytes`.
   */
  constructor({ from = 16, alignment = 16, maxBytes = 2 ** 32 } = {}) {
    this.end = from;
    this.#alignment = alignment;
    this.#maxBytes = maxBytes;
  }

  /** Reserves a block of `bytes` bytes and returns its address. */
  take(bytes: number): number {
    const at = this.end;
    this.end += Math.ceil(bytes / this.#alignment) * this.#alignment;
    return at;
  }

  /** Returns the number of pages of 64 KiB that hold all blocks. */
  get pages(): number {
    return Math.ceil(this.end / 65536);
  }

  get tooLarge(): boolean {
    return this.end > this.#maxBytes;
  }
}
