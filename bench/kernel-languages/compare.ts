/**
 * Compares three versions of the kernel `select` (src-core/sliding/anytime/beam-kernel.ts): Edgewise's own, built
 * with src-core/wasm, and one each in AssemblyScript (select.as) and WebAssembly text (select.wat). Prints nanoseconds
 * per child. Throws unless all three versions write the same bytes.
 *
 *   cp bench/kernel-languages/select.as /tmp/select.ts
 *   npx -y -p assemblyscript@0.28.20 asc /tmp/select.ts -O3 --noAssert --runtime stub --importMemory \
 *     -o /tmp/select-as.wasm
 *   npx -y -p wabt@1.0.39 wat2wasm bench/kernel-languages/select.wat -o /tmp/select-wat.wasm
 *   node bench/kernel-languages/compare.ts /tmp/select-as.wasm /tmp/select-wat.wasm
 */
import { readFileSync } from 'node:fs';
import { random } from '../../src-core/random.ts';
import {
  beamModule,
  DRAW_VALUES,
  select,
  type BeamKernel,
} from '../../src-core/sliding/anytime/beam-kernel.ts';
import { beamLayout, CHILD, ROW_ENTRIES, TILE } from '../../src-core/sliding/anytime/beam-layout.ts';
import type { PreparedPatterns } from '../../src-core/sliding/patterns/prepared.ts';

const PARENTS = 20_000;
const CHILDREN = 60_000;
const WIDTH = 20_000;
const ROUNDS = 400;
const ESTIMATE_VALUES = 40;
const MASK = 2 ** 17 - 1;

const layout = beamLayout({
  size: { width: 4, height: 4 },
  patterns: [[1], [2], [3]],
  mirrored: true,
} as unknown as PreparedPatterns);
const { bytes: recordBytes } = layout.record;
const aligned = (at: number): number => (at + 15) & ~15;
const from = aligned(layout.end);
const children = from + PARENTS * recordBytes;
const to = aligned(children + CHILDREN * CHILD.bytes);
const parents = to + WIDTH * recordBytes;
const moves = parents + 4 * WIDTH;
const seen = aligned(moves + WIDTH);
const end = seen + 4 * (MASK + 1);
const pages = Math.ceil(end / 65_536);

/** Returns a new memory with arbitrary positions and children, the same on every call. */
function filledMemory(): WebAssembly.Memory {
  const memory = new WebAssembly.Memory({ initial: pages });
  const view = new DataView(memory.buffer);
  const bytes = new Uint8Array(memory.buffer);
  const chance = random(1);
  for (let cell = 0; cell < 16; cell++) bytes[layout.mirror + cell] = (cell % 4) * 4 + (cell >> 2);
  for (let i = 0; i < 16 * ROW_ENTRIES; i++) bytes[layout.steps + i] = chance.below(7);
  for (let entry = 0; entry < 2 * ROW_ENTRIES; entry++) {
    const at = layout.tiles + entry * TILE.bytes;
    view.setInt32(at + TILE.value, layout.record.values + (entry % 6), true);
    view.setInt32(at + TILE.number, layout.record.numbers + 4 * (entry % 6), true);
    view.setInt32(at + TILE.weight, 16 ** (entry % 3), true);
  }
  for (let parent = 0; parent < PARENTS; parent++) {
    const at = from + parent * recordBytes;
    const tiles = chance.shuffle(Array.from({ length: 16 }, (_, i) => i));
    bytes.set(tiles, at);
    bytes[at + layout.record.blank] = tiles.indexOf(0);
    view.setUint16(at + layout.record.steps, 30 + chance.below(20), true);
  }
  for (let child = 0; child < CHILDREN; child++) {
    const at = children + child * CHILD.bytes;
    view.setInt32(at + CHILD.parent, Math.floor((child * PARENTS) / CHILDREN), true);
    view.setInt32(at + CHILD.hash, chance.below(CHILDREN) * 0x10001, true);
    view.setUint16(at + CHILD.estimate, chance.below(ESTIMATE_VALUES), true);
    bytes[at + CHILD.cell] = chance.below(16);
    bytes[at + CHILD.values] = chance.below(256);
  }
  return memory;
}

interface Kernel {
  readonly language: string;
  readonly size: number;
  readonly memory: WebAssembly.Memory;
  readonly select: BeamKernel['select'];
  readonly times: number[];
}

function kernelOf(language: string, code: Uint8Array<ArrayBuffer>): Kernel {
  const memory = filledMemory();
  const shared = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const imports = {
    env: { memory, abort: () => undefined },
    own: { memory },
    shared: { memory: shared },
  };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), imports);
  return { language, size: code.length, memory, select: exports.select as Kernel['select'], times: [] };
}

function runOnce(kernel: Kernel, salt: number): number {
  const { memory, times } = kernel;
  new Uint8Array(memory.buffer).fill(0, to);
  const endOfChildren = children + CHILDREN * CHILD.bytes;
  const began = process.hrtime.bigint();
  const kept = select(kernel, {
    child: children,
    end: endOfChildren,
    estimate: ESTIMATE_VALUES / 2,
    share: DRAW_VALUES / 2,
    salt,
    width: WIDTH,
    from,
    to,
    parents,
    moves,
    seen,
    mask: MASK,
  });
  times.push(Number(process.hrtime.bigint() - began) / CHILDREN);
  return kept;
}

const [assemblyScript, text] = process.argv.slice(2);
if (assemblyScript === undefined || text === undefined)
  throw new Error(
    'Give the two compiled modules: select-as.wasm, then select-wat.wasm (see the top of this file).',
  );
const kernels = [
  kernelOf('expressions', beamModule(layout, 1)),
  kernelOf('AssemblyScript', Uint8Array.from(readFileSync(assemblyScript))),
  kernelOf('WebAssembly text', Uint8Array.from(readFileSync(text))),
];
for (let round = 0; round < ROUNDS; round++) {
  const kept = kernels.map((kernel) => runOnce(kernel, round));
  const written = kernels.map(({ memory }) => Buffer.from(memory.buffer));
  if (kept.some((count) => count !== kept[0]) || written.some((bytes) => !bytes.equals(written[0]!)))
    throw new Error(`round ${round}: the kernels differ; they kept ${kept.join(', ')} children`);
}
for (const { language, size, times } of kernels) {
  const sorted = times.slice(ROUNDS / 4).sort((a, b) => a - b);
  const [least, median] = [sorted[0]!, sorted[Math.floor(sorted.length / 2)]!];
  console.log(
    `${language.padEnd(17)} ${size} bytes  ${median.toFixed(2)} ns per child (median), ${least.toFixed(2)} (least)`,
  );
}
