const ALIGNMENT = 16;
const PAGE = 65_536;

/** Hands out addresses in a WebAssembly memory one after another, each a multiple of 16. Nothing is given back. */
export class Allocator {
  #end: number;

  /** `first`: where to begin; 16 keeps address 0 free to mean "nothing". */
  constructor(first = 0) {
    this.#end = first;
  }

  /** Address of so many bytes that nobody else has. */
  take(bytes: number): number {
    const address = this.#end;
    this.#end += (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    return address;
  }

  /** The first address that was not handed out. */
  get end(): number {
    return this.#end;
  }

  /** Pages of 64 KiB that hold all of it. */
  get pages(): number {
    return Math.ceil(this.#end / PAGE);
  }
}
