/**
 * A small WebAssembly assembler: expressions are functions that return code, so that a module reads like
 * the arithmetic it does. Only what the search kernels need. Byte values: WebAssembly core specification
 * 3.0, chapter 5; multiple memories as in its multi-memory part.
 */
export type ValueType = 'i32' | 'i64' | 'v128';

/** A block or loop to branch to. */
export class Label {
  readonly opcode: number;
  readonly body: Code[] = [];

  constructor(opcode: number) {
    this.opcode = opcode;
  }
}

interface Branch {
  readonly opcode: number;
  readonly to: Label;
}

export type Code = number | Label | Branch | readonly Code[];

const TYPE = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const;

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
  return [...bytes, value];
}

function signed(value: bigint): number[] {
  const bytes: number[] = [];
  for (;;) {
    const low = Number(value & 0x7fn);
    value >>= 7n;
    if ((value === 0n && (low & 0x40) === 0) || (value === -1n && (low & 0x40) !== 0)) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

const text = (value: string): number[] => [
  value.length,
  ...Array.from({ length: value.length }, (_, i) => value.charCodeAt(i)),
];
const list = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];
const section = (id: number, body: readonly number[]): number[] => [id, ...unsigned(body.length), ...body];

/** A memory access. Bit 6 of the alignment says that the number of a memory follows. */
const access =
  (opcode: number) =>
  (address: Code, offset = 0, memory = 0): Code => [
    address,
    opcode,
    memory === 0 ? 0 : [0x40, memory],
    unsigned(offset),
  ];
const storing =
  (opcode: number) =>
  (address: Code, value: Code, offset = 0): Code => [address, value, opcode, 0, unsigned(offset)];
const binary =
  (opcode: number) =>
  (a: Code, b: Code): Code => [a, b, opcode];
const unary =
  (opcode: number) =>
  (a: Code): Code => [a, opcode];

export const i32 = {
  const: (value: number): Code => [0x41, signed(BigInt(value | 0))],
  load: access(0x28),
  load8: access(0x2d),
  load16Signed: access(0x2e),
  load16: access(0x2f),
  store: storing(0x36),
  store8: storing(0x3a),
  store16: storing(0x3b),
  eqz: unary(0x45),
  eq: binary(0x46),
  ne: binary(0x47),
  lessSigned: binary(0x48),
  greaterSigned: binary(0x4a),
  greaterOrEqualSigned: binary(0x4e),
  ctz: unary(0x68),
  popcnt: unary(0x69),
  add: binary(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  and: binary(0x71),
  or: binary(0x72),
  xor: binary(0x73),
  shl: binary(0x74),
  shr: binary(0x76),
};

export const i64 = {
  const: (value: number): Code => [0x42, signed(BigInt(value))],
  load: access(0x29),
  store: storing(0x37),
  eqz: unary(0x50),
  ctz: unary(0x7a),
  popcnt: unary(0x7b),
  add: binary(0x7c),
  sub: binary(0x7d),
  and: binary(0x83),
  xor: binary(0x85),
  shl: binary(0x86),
  shr: binary(0x88),
  wrap: unary(0xa7),
  extend: unary(0xad),
  extendSigned: unary(0xac),
};

/** A vector instruction: prefix and number (chapter 5.4.8). Loads of 16 bytes state no alignment. */
const vector = (opcode: number): number[] => [0xfd, ...unsigned(opcode)];
const vectorLoad =
  (opcode: number) =>
  (address: Code, offset = 0): Code => [address, vector(opcode), 0, unsigned(offset)];
const vectorUnary =
  (opcode: number) =>
  (a: Code): Code => [a, vector(opcode)];
const vectorBinary =
  (opcode: number) =>
  (a: Code, b: Code): Code => [a, b, vector(opcode)];
const vectorLane =
  (opcode: number) =>
  (a: Code, lane: number): Code => [a, vector(opcode), lane];

/** Vectors of 16 bytes, named as the instructions are: shape, then what is done. */
export const v128 = {
  const: (bytes: Uint8Array): Code => [vector(0x0c), [...bytes]],
  load: vectorLoad(0x00),
  /** eight bytes as eight unsigned 16-bit lanes */
  load8x8: vectorLoad(0x02),
  loadSplat32: vectorLoad(0x09),
  store: (address: Code, value: Code, offset = 0): Code => [
    address,
    value,
    vector(0x0b),
    0,
    unsigned(offset),
  ],
  not: vectorUnary(0x4d),
  and: vectorBinary(0x4e),
  or: vectorBinary(0x50),
  select: (mask: Code, yes: Code, no: Code): Code => [yes, no, mask, vector(0x52)],
  /** lanes of `a` by the byte indices of `at`; 0 where an index is 16 or more */
  swizzle: vectorBinary(0x0e),
  /** the same, in one instruction, where every index is below 16 or has its highest bit set; any other gives what the machine likes */
  relaxedSwizzle: vectorBinary(0x100),
  shuffle: (a: Code, b: Code, lanes: readonly number[]): Code => [a, b, vector(0x0d), [...lanes]],
};
export const i8x16 = {
  splat: vectorUnary(0x0f),
  eq: vectorBinary(0x23),
  lessOrEqualUnsigned: vectorBinary(0x2a),
  /** the highest bit of each lane, that of lane 0 lowest */
  bitmask: vectorUnary(0x64),
  narrow: vectorBinary(0x66),
  /** stops at 255 */
  addUnsigned: vectorBinary(0x70),
  sub: vectorBinary(0x71),
  minUnsigned: vectorBinary(0x77),
};
export const i16x8 = {
  splat: vectorUnary(0x10),
  addPairs: vectorUnary(0x7d),
  narrow: vectorBinary(0x85),
  extendLow: vectorUnary(0x89),
  extendHigh: vectorUnary(0x8a),
  shr: (a: Code, bits: number): Code => [a, i32.const(bits), vector(0x8d)],
  /** stops at 65,535 */
  addUnsigned: vectorBinary(0x90),
  sub: vectorBinary(0x91),
  /** stops at 0 */
  subUnsigned: vectorBinary(0x93),
  minSigned: vectorBinary(0x96),
  /** products of unsigned bytes: of the first eight, of the last eight */
  productsLow: vectorBinary(0x9e),
  productsHigh: vectorBinary(0x9f),
  laneSigned: vectorLane(0x18),
};
export const i32x4 = {
  splat: vectorUnary(0x11),
  lane: vectorLane(0x1b),
  withLane: (a: Code, lane: number, value: Code): Code => [a, value, vector(0x1c), lane],
  addPairs: vectorUnary(0x7f),
  extendLow: vectorUnary(0xa9),
  extendHigh: vectorUnary(0xaa),
  eq: vectorBinary(0x37),
  shrSigned: (a: Code, bits: number): Code => [a, i32.const(bits), vector(0xac)],
  shr: (a: Code, bits: number): Code => [a, i32.const(bits), vector(0xad)],
  add: vectorBinary(0xae),
  sub: vectorBinary(0xb1),
  /** sums of two products of signed 16-bit lanes */
  dot: vectorBinary(0xba),
};
export const f32x4 = {
  add: vectorBinary(0xe4),
  sub: vectorBinary(0xe5),
  mul: vectorBinary(0xe6),
  div: vectorBinary(0xe7),
  /** the second where it is more than the first */
  most: vectorBinary(0xeb),
  convert: vectorUnary(0xfa),
};

export const select = (condition: Code, yes: Code, no: Code): Code => [yes, no, condition, 0x1b];
export const returns = (value: Code): Code => [value, 0x0f];
export const branch = (to: Label): Code => ({ opcode: 0x0c, to });
export const branchIf = (condition: Code, to: Label): Code => [condition, { opcode: 0x0d, to }];
export const call = (index: number, ...args: Code[]): Code => [...args, 0x10, unsigned(index)];

/** Branching to a block leaves it; branching to a loop begins it again. */
function scope(opcode: number, body: (label: Label) => Code[]): Code {
  const label = new Label(opcode);
  label.body.push(...body(label));
  return label;
}
export const block = (body: (leave: Label) => Code[]): Code => scope(0x02, body);
export const loop = (body: (again: Label) => Code[]): Code => scope(0x03, body);
export const when = (condition: Code, body: Code[]): Code => [condition, scope(0x04, () => body)];

export interface Local {
  readonly get: Code;
  set(value: Code): Code;
  tee(value: Code): Code;
}

function localAt(index: number): Local {
  const at = unsigned(index);
  return { get: [0x20, at], set: (value) => [value, 0x21, at], tee: (value) => [value, 0x22, at] };
}

/** Bytes of code; branches become distances to the labels around them. */
function assemble(code: Code, around: readonly Label[], into: number[]): void {
  if (typeof code === 'number') into.push(code);
  else if (code instanceof Label) {
    into.push(code.opcode, 0x40);
    for (const part of code.body) assemble(part, [code, ...around], into);
    into.push(0x0b);
  } else if ('to' in code) {
    const distance = around.indexOf(code.to);
    if (distance === -1) throw new Error('a branch leads to a label that is not around it');
    into.push(code.opcode, ...unsigned(distance));
  } else for (const part of code) assemble(part, around, into);
}

interface Func {
  readonly exportName: string | null;
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
  readonly locals: readonly ValueType[];
  readonly body: number[];
}

/** A memory that a module imports as `name.memory`; memory 0 is its first. */
export interface ImportedMemory {
  readonly name: string;
  readonly pages: number;
  /** read by many threads, and never to grow */
  readonly shared?: boolean;
}

/** Locals of a function by name, 32 bits each unless `local` makes others: `const move = named(local, 'cell', 'tile')`. */
export const named = <N extends string>(
  local: (type: ValueType) => Local,
  ...names: readonly N[]
): Record<N, Local> => Object.fromEntries(names.map((name) => [name, local('i32')])) as Record<N, Local>;

export class ModuleBuilder {
  readonly #functions: Func[] = [];
  readonly #data: { readonly at: number; readonly bytes: Uint8Array }[] = [];

  /** Adds a function and returns its number. `body` gets its parameters and a way to make locals. */
  add(
    exportName: string | null,
    parameters: readonly ValueType[],
    results: readonly ValueType[],
    body: (parameters: Local[], local: (type: ValueType) => Local) => Code[],
  ): number {
    const locals: ValueType[] = [];
    const local = (type: ValueType): Local => localAt(parameters.length + locals.push(type) - 1);
    const bytes: number[] = [];
    assemble(
      body(
        parameters.map((_, i) => localAt(i)),
        local,
      ),
      [],
      bytes,
    );
    return this.#functions.push({ exportName, parameters, results, locals, body: bytes }) - 1;
  }

  /** Bytes that instantiating the module writes into its first memory. */
  data(at: number, bytes: Uint8Array): void {
    this.#data.push({ at, bytes });
  }

  bytes(memories: readonly ImportedMemory[]): Uint8Array<ArrayBuffer> {
    const types = (names: readonly ValueType[]): number[] => list(names.map((t) => [TYPE[t]]));
    const functions = this.#functions;
    const exported = functions.flatMap((f, i) =>
      f.exportName === null ? [] : [[...text(f.exportName), 0, ...unsigned(i)]],
    );
    return Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, list(functions.map((f) => [0x60, ...types(f.parameters), ...types(f.results)]))),
      ...section(
        2,
        list(
          memories.map(({ name, pages, shared }) => {
            const size = shared ? [3, ...unsigned(pages), ...unsigned(pages)] : [0, ...unsigned(pages)];
            return [...text(name), ...text('memory'), 2, ...size];
          }),
        ),
      ),
      ...section(3, list(functions.map((_, i) => unsigned(i)))),
      ...section(7, list(exported)),
      ...section(
        10,
        list(
          functions.map(({ locals, body }) => {
            const code = [...list(locals.map((t) => [1, TYPE[t]])), ...body, 0x0b];
            return [...unsigned(code.length), ...code];
          }),
        ),
      ),
      ...section(
        11,
        list(
          this.#data.map(({ at, bytes }) => [
            0,
            ...[0x41, ...signed(BigInt(at)), 0x0b],
            ...unsigned(bytes.length),
            ...bytes,
          ]),
        ),
      ),
    ]);
  }
}
