/**
 * Just enough of a WebAssembly assembler for the compiled walker: functions over i32, loads, stores,
 * loops, imports and exports. Binary format: https://webassembly.github.io/spec/core/binary/
 */

/** Code as a tree of byte sequences; flattened once at the end. */
export type Code = readonly (number | Code)[];

const unsigned = (value: number): number[] => {
  const bytes: number[] = [];
  do {
    const low = value % 128;
    value = Math.floor(value / 128);
    bytes.push(value > 0 ? low | 0x80 : low);
  } while (value > 0);
  return bytes;
};

const signed = (value: number): number[] => {
  const bytes: number[] = [];
  for (;;) {
    const low = value & 0x7f;
    value >>= 7;
    const last = (value === 0 && !(low & 0x40)) || (value === -1 && Boolean(low & 0x40));
    bytes.push(last ? low : low | 0x80);
    if (last) return bytes;
  }
};

const I32 = 0x7f;
const NO_RESULT = 0x40;

const access =
  (opcode: number, align: number) =>
  (address: Code, offset = 0): Code => [address, opcode, align, unsigned(offset)];
const storing =
  (opcode: number, align: number) =>
  (address: Code, value: Code, offset = 0): Code => [address, value, opcode, align, unsigned(offset)];
const binary =
  (opcode: number) =>
  (a: Code, b: Code): Code => [a, b, opcode];

/** i32 instructions; every argument is code that leaves one i32 on the stack. */
export const i32 = {
  const: (value: number): Code => [0x41, signed(value | 0)],
  get: (local: number): Code => [0x20, unsigned(local)],
  set: (local: number, value: Code): Code => [value, 0x21, unsigned(local)],
  tee: (local: number, value: Code): Code => [value, 0x22, unsigned(local)],
  add: binary(0x6a),
  sub: binary(0x6b),
  and: binary(0x71),
  or: binary(0x72),
  shl: binary(0x74),
  shrU: binary(0x76),
  eqz: (a: Code): Code => [a, 0x45],
  ltS: binary(0x48),
  load: access(0x28, 2),
  load8: access(0x2d, 0),
  load16: access(0x2f, 1),
  store: storing(0x36, 2),
  store8: storing(0x3a, 0),
  store16: storing(0x3b, 1),
};

/** Control. `depth` of a branch counts enclosing blocks, 0 the innermost. */
export const flow = {
  block: (...body: Code): Code => [0x02, NO_RESULT, body, 0x0b],
  loop: (...body: Code): Code => [0x03, NO_RESULT, body, 0x0b],
  if: (condition: Code, then: Code): Code => [condition, 0x04, NO_RESULT, then, 0x0b],
  br: (depth: number): Code => [0x0c, unsigned(depth)],
  brIf: (depth: number, condition: Code): Code => [condition, 0x0d, unsigned(depth)],
  return: (value: Code): Code => [value, 0x0f],
  call: (fn: number, ...args: Code[]): Code => [args, 0x10, unsigned(fn)],
};

export interface WasmFunction {
  readonly params: number;
  /** locals beyond the parameters */
  readonly locals: number;
  /** leaves the i32 result on the stack */
  readonly body: Code;
  readonly exportAs?: string;
}

/**
 * A module that imports memory `env.memory` and the functions `env.<name>` (i32 parameters, i32 result),
 * numbered before its own.
 */
export function assemble(
  imports: readonly { readonly name: string; readonly params: number }[],
  functions: readonly WasmFunction[],
  pages: number,
): Uint8Array<ArrayBuffer> {
  const arities = [...new Set([...imports, ...functions].map(({ params }) => params))];
  const types = arities.map((params) => [
    0x60,
    vector(Array.from({ length: params }, () => [I32])),
    vector([[I32]]),
  ]);
  const typeOf = (params: number): number[] => unsigned(arities.indexOf(params));
  const env = (name: string): Code => [text('env'), text(name)];
  const code: Code = [
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    section(1, vector(types)),
    section(
      2,
      vector([
        [env('memory'), 0x02, 0x00, unsigned(pages)],
        ...imports.map(({ name, params }) => [env(name), 0x00, typeOf(params)]),
      ]),
    ),
    section(3, vector(functions.map(({ params }) => typeOf(params)))),
    section(
      7,
      vector(
        functions.flatMap(({ exportAs }, i) =>
          exportAs === undefined ? [] : [[text(exportAs), 0x00, unsigned(imports.length + i)]],
        ),
      ),
    ),
    section(
      10,
      vector(
        functions.map(({ locals, body }) => {
          const declared = locals > 0 ? vector([[unsigned(locals), I32]]) : vector([]);
          return sized([declared, body, 0x0b]);
        }),
      ),
    ),
  ];
  return Uint8Array.from(flatten(code));
}

const vector = (items: readonly Code[]): Code => [unsigned(items.length), items];
const text = (name: string): Code => [unsigned(name.length), Array.from(name, (c) => c.charCodeAt(0))];
const sized = (content: Code): Code => [unsigned(lengthOf(content)), content];
const section = (id: number, content: Code): Code => [id, sized(content)];

function lengthOf(code: Code): number {
  let length = 0;
  for (const part of code) length += typeof part === 'number' ? 1 : lengthOf(part);
  return length;
}

function flatten(code: Code, into: number[] = []): number[] {
  for (const part of code) {
    if (typeof part === 'number') into.push(part);
    else flatten(part, into);
  }
  return into;
}
