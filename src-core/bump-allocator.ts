/**
 * Assigns addresses in the memory of a WebAssembly module, to plan its layout before the module is created. Nothing is
 * ever freed.
 */
export class BumpAllocator {
  /** the first free address, in bytes */
  end: number;
  readonly #alignment: number;
  readonly #most: number;

  /**
   * `from`: the first address. `alignment`: every block begins at a multiple of this power of two after `from`. `most`:
   * maximum total size in bytes.
   */
  constructor({ from = 16, alignment = 16, most = 2 ** 32 } = {}) {
    this.end = from;
    this.#alignment = alignment;
    this.#most = most;
  }

  /** Returns the address of a new block of `bytes` bytes. */
  take(bytes: number): number {
    const at = this.end;
    this.end += Math.ceil(bytes / this.#alignment) * this.#alignment;
    return at;
  }

  /** The size of all memory handed out, in WebAssembly pages (64 KiB each), rounded up. */
  get pages(): number {
    return Math.ceil(this.end / 65536);
  }

  /** True if more than `most` bytes were requested. */
  get tooLarge(): boolean {
    return this.end > this.#most;
  }
}
