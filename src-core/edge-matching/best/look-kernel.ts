/** The compiled look in its memory, beside the boards it looks at. */
import type { BoardShape } from './boards.ts';
import type { Instance } from './instance.ts';
import { answerBytesOf, type Looker } from './look-interpreter.ts';
import { logTable, paddedLabels, type LookLevel, type LookStep, type Met, type Ways } from './look.ts';
import {
  KINDS,
  LEVEL,
  lookMemoryOf,
  lookModule,
  STEP,
  STEP_BYTES,
  wayVectorBytes,
  type LookMemory,
  type LookShape,
} from './look-code.ts';

/** More labels or tiles than this take more registers than the gain is worth. */
const MOST_LABELS = 48;
const MOST_TILES = 1024;

/** Whether the compiled look can take a puzzle. */
export const looksCompiled = ({ labels, tiles }: Instance): boolean =>
  labels <= MOST_LABELS && tiles <= MOST_TILES;

type LookFunction = (first: number, boards: number, answers: number) => void;

const modules = new Map<string, WebAssembly.Module>();

/** What the code depends on, for boards of a shape. */
export function lookShapeOf({ labels, mate }: Instance, board: BoardShape): LookShape {
  const size = board.wide ? 2 : 1;
  return {
    labels,
    mate: [...mate],
    usedVectors: board.usedBytes / 16,
    boardBytes: board.bytes,
    frontierAt: board.frontier * size,
    countsAt: board.counts * size,
    mostCount: board.wide ? 65_535 : 255,
    wide: board.wide,
    answerBytes: answerBytesOf(labels),
  };
}

export class LookKernel implements Looker {
  readonly shape: LookShape;
  readonly #memory: WebAssembly.Memory;
  readonly #map: LookMemory;
  readonly #tablesAt: number;
  readonly #look: LookFunction;
  #levels: { readonly words: readonly number[] }[] = [];

  /** `tablesAt`: from here on, all of the memory is for its tables; it may grow. */
  constructor(memory: WebAssembly.Memory, shape: LookShape, tablesAt: number) {
    this.shape = shape;
    this.#memory = memory;
    this.#map = lookMemoryOf(shape);
    this.#tablesAt = tablesAt;
    const name = JSON.stringify(shape);
    let module = modules.get(name);
    if (!module) {
      module = new WebAssembly.Module(lookModule(shape, this.#map).bytes([{ name: 'env', pages: 1 }]));
      modules.set(name, module);
    }
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    this.#look = exports.look as LookFunction;
    const words = new Int32Array(memory.buffer);
    const floats = new Float32Array(memory.buffer);
    const lanes = paddedLabels(shape.labels);
    words.fill(0, 0, this.#map.end >> 2);
    floats.fill(1, this.#map.ones >> 2, (this.#map.ones >> 2) + lanes);
    words.set(logTable(shape.mostCount), this.#map.logs >> 2);
    const cells = shape.wide ? new Uint16Array(memory.buffer) : new Uint8Array(memory.buffer);
    const first = this.#map.labelCells / cells.BYTES_PER_ELEMENT;
    for (let label = 0; label <= shape.labels; label++) cells[first + label] = label;
  }

  /** Bytes that the kernel needs at the start of memory. */
  static bytes(shape: LookShape): number {
    return lookMemoryOf(shape).end;
  }

  begin(levels: readonly LookLevel[]): void {
    const { labels, wide, frontierAt } = this.shape;
    const size = wide ? 2 : 1;
    let end = (this.#tablesAt + 15) & ~15;
    const take = (bytes: number): number => {
      const at = end;
      end += (bytes + 15) & ~15;
      return at;
    };
    const allWays = new Map<Ways, { at: number; layers: Int32Array }>();
    const steps = (list: readonly LookStep[]) => ({ list, at: take(list.length * STEP_BYTES) });
    const made = levels.map((level) => ({
      level,
      frontier: take(level.frontier.length * 8),
      back: steps(level.back),
      forward: steps(level.forward),
    }));
    for (const { back, forward } of levels) {
      for (const { ways } of [...back, ...forward]) {
        if (!ways || allWays.has(ways)) continue;
        const layers = layersOf(ways, labels);
        const vectors = layers.reduce((sum, n) => sum + n, 0) * (paddedLabels(labels) / 8);
        allWays.set(ways, { layers, at: take((labels + 1) * 8 + 8 + vectors * wayVectorBytes(this.shape)) });
      }
    }
    const missing = Math.ceil((end - this.#memory.buffer.byteLength) / 65536);
    if (missing > 0) this.#memory.grow(missing);
    const words = new Int32Array(this.#memory.buffer);
    const bytes = new Uint8Array(this.#memory.buffer);
    for (const [ways, { at, layers }] of allWays) this.#writeWays(words, bytes, ways, at, layers);
    const met = ({ column, label }: Met): [number, number] =>
      column < 0 ? [0, this.#map.labelCells + size * label] : [-1, frontierAt + size * column];
    const writeSteps = ({ list, at }: { list: readonly LookStep[]; at: number }): void => {
      list.forEach((step, i) => {
        const base = (at + i * STEP_BYTES) >> 2;
        const [onBoard, cell] = met(step.met ?? { column: -1, label: labels });
        words[base + (STEP.kind >> 2)] = KINDS[step.kind];
        words[base + (STEP.onBoard >> 2)] = onBoard;
        words[base + (STEP.at >> 2)] = cell;
        words[base + (STEP.ways >> 2)] = step.ways ? allWays.get(step.ways)!.at : 0;
        words[base + (STEP.price >> 2)] = step.weighed ? this.#map.price : this.#map.ones;
        words[base + (STEP.gather >> 2)] = step.gather;
        words[base + (STEP.lane >> 2)] = step.kind === 'pinned' ? step.lane : -1;
        words[base + (STEP.counted >> 2)] = step.met ? labels : 0;
      });
    };
    this.#levels = made.map(({ level, frontier, back, forward }) => {
      level.frontier.forEach((entry, i) => words.set(met(entry), (frontier >> 2) + 2 * i));
      writeSteps(back);
      writeSteps(forward);
      const level32: number[] = [];
      level32[LEVEL.frontier >> 2] = frontier;
      level32[LEVEL.frontierEnd >> 2] = frontier + level.frontier.length * 8;
      level32[LEVEL.back >> 2] = back.at;
      level32[LEVEL.backEnd >> 2] = back.at + back.list.length * STEP_BYTES;
      level32[LEVEL.forward >> 2] = forward.at;
      level32[LEVEL.forwardEnd >> 2] = forward.at + forward.list.length * STEP_BYTES;
      level32[LEVEL.divided >> 2] = Number(level.divided);
      return { words: level32 };
    });
  }

  look(index: number, first: number, boards: number, answers: number): void {
    new Int32Array(this.#memory.buffer).set(this.#levels[index]!.words, this.#map.level >> 2);
    this.#look(first, boards, answers);
  }

  #writeWays(words: Int32Array, bytes: Uint8Array, ways: Ways, at: number, layers: Int32Array): void {
    const { labels, usedVectors } = this.shape;
    const size = wayVectorBytes(this.shape);
    const groups = paddedLabels(labels) / 8;
    let next = at + (((labels + 1) * 8 + 15) & ~15);
    const filled = new Int32Array(paddedLabels(labels));
    for (let label = 0; label <= labels; label++) {
      const end = next + layers[label]! * groups * size;
      words[(at >> 2) + 2 * label] = next;
      words[(at >> 2) + 2 * label + 1] = end;
      bytes.fill(0xff, next, end);
      filled.fill(0);
      for (let i = ways.from[label]!; i < ways.from[label + 1]!; i++) {
        const lane = ways.lane[i]!;
        const slot = filled[lane]!++;
        const vector = next + ((slot >> 1) * groups + (lane >> 3)) * size + (lane & 7) * 2 + (slot & 1);
        const tile = ways.tile[i]!;
        bytes[vector + 16 * (tile >> 7)] = (tile >> 3) & 15;
        bytes[vector + 16 * usedVectors] = 1 << (tile & 7);
        const gather = ways.gather[i]!;
        bytes[vector + 16 * (usedVectors + 1 + (gather >> 4))] = gather & 15;
      }
      next = end;
    }
  }
}

/** By label on top: vectors that follow one another, two ways of each label in each. */
function layersOf({ from, lane }: Ways, labels: number): Int32Array {
  const count = new Int32Array(paddedLabels(labels));
  return Int32Array.from({ length: labels + 1 }, (_, label) => {
    count.fill(0);
    for (let i = from[label]!; i < from[label + 1]!; i++) count[lane[i]!]!++;
    return (Math.max(...count) + 1) >> 1;
  });
}
