/** Assigns addresses in the memory of a WebAssembly module, before it exists. Nothing is ever freed. */
export class BumpAllocator {
  /** the first free address */
  end: number;
  readonly #alignment: number;
  readonly #maxBytes: number;

  /**
   * Creates an allocator. `from`: the first address. `alignment`: a power of two to which sizes are rounded up.
   * `maxBytes`: maximum total size.
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

  /** Returns the number of pages (64 KiB each) for all blocks. */
  get pages(): number {
    return Math.ceil(this.end / 65536);
  }

  get tooLarge(): boolean {
    return this.end > this.#maxBytes;
  }
}
