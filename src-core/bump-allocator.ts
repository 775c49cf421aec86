/**
 * Hands out the memory of a WebAssembly module, piece after piece, to be laid out before the module is made.
 * A bump allocator: nothing is given back.
 */
export class BumpAllocator {
  /** in bytes, the first address that is free */
  end: number;
  readonly #alignment: number;
  readonly #most: number;

  /** `from`: the first address; `alignment`: of every piece, a power of two; `most`: bytes in all. */
  constructor({ from = 16, alignment = 16, most = 2 ** 32 } = {}) {
    this.end = from;
    this.#alignment = alignment;
    this.#most = most;
  }

  /** The address of a fresh piece. */
  take(bytes: number): number {
    const at = this.end;
    this.end += Math.ceil(bytes / this.#alignment) * this.#alignment;
    return at;
  }

  /** What has been handed out, in pages of WebAssembly's memory (64 KiB). */
  get pages(): number {
    return Math.ceil(this.end / 65536);
  }

  /** More was asked for than `most`. */
  get tooLarge(): boolean {
    return this.end > this.#most;
  }
}
