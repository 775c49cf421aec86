// The core is compiled without the types of browsers or Node. These APIs exist in both.
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: new (bytes: Uint8Array) => Module;
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}

declare class TextDecoder {
  constructor(encoding: string);
  decode(bytes: Uint8Array): string;
}

declare function structuredClone<T>(value: T): T;

declare const console: { error(...data: unknown[]): void };
