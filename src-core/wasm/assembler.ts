/**
 * Generates the bytes of WebAssembly modules: functions from trees of code, and modules from functions. The byte
 * values come from chapter 5 of the WebAssembly core specification 3.0, the first version with several memories.
 */
export type ValueType = 'i32' | 'i64' | 'v128';

/** A variable of a function. */
export interface Slot {
  readonly index: number;
  readonly scope: FunctionScope;
}

/** The variables of a function: its parameters, followed by its locals. */
export class FunctionScope {
  readonly types: ValueType[] = [];

  take(type: ValueType): Slot {
    return { index: this.types.push(type) - 1, scope: this };
  }
}

/**
 * A block or a loop, as the target of branches. A branch to a block jumps to its end. A branch to a loop jumps to its
 * start.
 */
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

interface Access {
  readonly opcode: number;
  readonly slot: Slot;
}

export type Code = number | Label | Branch | Access | readonly Code[];

/** Returns a whole number of at least 0 as LEB128 bytes. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
  return [...bytes, value];
}

/** Returns a positive or negative whole number as LEB128 bytes. */
export function signed(value: bigint): number[] {
  const bytes: number[] = [];
  for (;;) {
    const low = Number(value & 0x7fn);
    value >>= 7n;
    if ((value === 0n && (low & 0x40) === 0) || (value === -1n && (low & 0x40) !== 0)) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

/**
 * Appends the bytes of `code` to `into`. A branch is encoded as the index of its label in `around`, the list of
 * enclosing labels, innermost first.
 */
function assemble(code: Code, scope: FunctionScope, around: readonly Label[], into: number[]): void {
  if (typeof code === 'number') into.push(code);
  else if (code instanceof Label) {
    into.push(code.opcode, 0x40);
    for (const part of code.body) assemble(part, scope, [code, ...around], into);
    into.push(0x0b);
  } else if ('to' in code) {
    const distance = around.indexOf(code.to);
    if (distance === -1) throw new Error('a branch must be inside the block or loop of its label');
    into.push(code.opcode, ...unsigned(distance));
  } else if ('slot' in code) {
    if (code.slot.scope !== scope) throw new Error('a local variable was used outside its own function');
    into.push(code.opcode, ...unsigned(code.slot.index));
  } else for (const part of code) assemble(part, scope, around, into);
}

const VALUE_TYPE_CODE = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const;

const text = (value: string): number[] => [
  value.length,
  ...Array.from({ length: value.length }, (_, i) => value.charCodeAt(i)),
];
const list = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];
const typeList = (types: readonly ValueType[]): number[] =>
  list(types.map((type) => [VALUE_TYPE_CODE[type]]));
const section = (id: number, body: readonly number[]): number[] => [id, ...unsigned(body.length), ...body];

export interface FunctionSource {
  /** name under which the function is exported; null for an internal function */
  readonly exportName: string | null;
  /** number of parameters, which are the first variables of `scope` */
  readonly parameters: number;
  readonly results: readonly ValueType[];
  readonly scope: FunctionScope;
  readonly code: Code;
}

interface AssembledFunction {
  readonly exportName: string | null;
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
  readonly locals: readonly ValueType[];
  readonly body: readonly number[];
}

/** A memory that a module imports as `name.memory`. The first imported memory has number 0. */
export interface ImportedMemory {
  readonly name: string;
  readonly pages: number;
  /** true if threads share the memory; its size is then fixed */
  readonly shared?: boolean;
}

interface Data {
  readonly at: number;
  readonly bytes: Uint8Array;
}

export class ModuleAssembler {
  readonly #functions: AssembledFunction[] = [];
  readonly #data: Data[] = [];

  /** Adds a function and returns its index. */
  addFunction({ exportName, parameters, results, scope, code }: FunctionSource): number {
    const body: number[] = [];
    assemble(code, scope, [], body);
    const types = [scope.types.slice(0, parameters), scope.types.slice(parameters)] as const;
    return this.#functions.push({ exportName, parameters: types[0], results, locals: types[1], body }) - 1;
  }

  /** Writes these bytes to address `at` of the first memory on instantiation. */
  data(at: number, bytes: Uint8Array): void {
    this.#data.push({ at, bytes });
  }

  bytes(memories: readonly ImportedMemory[]): Uint8Array<ArrayBuffer> {
    const functions = this.#functions;
    return Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, list(functions.map((f) => [0x60, ...typeList(f.parameters), ...typeList(f.results)]))),
      ...section(2, list(memories.map(importEntry))),
      ...section(3, list(functions.map((_, i) => unsigned(i)))),
      ...section(7, list(functions.flatMap(exportEntry))),
      ...section(10, list(functions.map(codeEntry))),
      ...section(11, list(this.#data.map(dataEntry))),
    ]);
  }
}

function importEntry({ name, pages, shared }: ImportedMemory): number[] {
  const size = shared ? [3, ...unsigned(pages), ...unsigned(pages)] : [0, ...unsigned(pages)];
  return [...text(name), ...text('memory'), 2, ...size];
}

const exportEntry = ({ exportName }: AssembledFunction, index: number): number[][] =>
  exportName === null ? [] : [[...text(exportName), 0, ...unsigned(index)]];

function codeEntry({ locals, body }: AssembledFunction): number[] {
  const code = [...list(locals.map((type) => [1, VALUE_TYPE_CODE[type]])), ...body, 0x0b];
  return [...unsigned(code.length), ...code];
}

const dataEntry = ({ at, bytes }: Data): number[] => [
  0,
  ...[0x41, ...signed(BigInt(at)), 0x0b],
  ...unsigned(bytes.length),
  ...bytes,
];
