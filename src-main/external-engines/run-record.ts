import { serialize } from 'node:v8';
import * as v from 'valibot';
import type { Finding } from '../../src-core/engine.ts';
import { readBoard } from '../../src-core/formats/read-board.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { boardFault, scoreOf } from '../../src-core/puzzle/score.ts';
import type { EngineMessage } from '../../src-core/run/engine-protocol.ts';
import { noFigures, type RunFigures } from '../../src-core/run/figures.ts';
import { newestReadable } from '../solver-process/checkpoints.ts';
import { isBetter, type BoardMeasure } from '../solver-process/figures.ts';
import { scorerOf } from '../solver-process/scorer.ts';
import { shortKey, shortKeys } from '../solver-process/short-keys.ts';

/** A checkpoint: the engine's own state, and the totals of the run. */
const Kept = v.object({
  state: v.string(),
  nodes: v.number(),
  elapsedMs: v.number(),
  unique: v.array(v.string()),
  distinct: v.array(v.string()),
  raw: v.number(),
  /** keys of the solutions found so far, which a resumed engine may report again; missing in older checkpoints */
  announced: v.optional(v.array(v.string()), []),
});
type Kept = v.InferOutput<typeof Kept>;

type Said<Type extends EngineMessage['type']> = Extract<EngineMessage, { type: Type }>;

interface Measured {
  readonly elapsedMs: number;
  readonly nodesPerSecond: number;
  readonly cpuMs: number;
}

/**
 * Records what an external program reports about its run: boards, distinct solutions and nodes. The scores of boards
 * are computed here, not taken from the program. If a report can't be true, methods throw an error that blames the
 * engine.
 */
export class RunRecord {
  readonly #puzzle: EdgePuzzle;
  readonly #scorer;
  readonly #kept: Kept | undefined;
  #nodes: number;
  #depth = 0;
  #fraction: number | null = null;
  #current: PartialBoard | null = null;
  #best: BoardMeasure | null = null;
  #raw: number;
  readonly #unique: Set<string>;
  readonly #distinct: Set<string>;
  readonly #announced: Set<string>;

  /** `checkpoints`: newest first. Throws if none of the given checkpoints can be read. */
  constructor(puzzle: EdgePuzzle, checkpoints: readonly Uint8Array[]) {
    this.#puzzle = puzzle;
    this.#scorer = scorerOf(puzzle);
    this.#kept = newestReadable(checkpoints, (state) => v.parse(Kept, state));
    this.#nodes = this.#kept?.nodes ?? 0;
    this.#raw = this.#kept?.raw ?? 0;
    this.#unique = shortKeys(this.#kept?.unique ?? []);
    this.#distinct = shortKeys(this.#kept?.distinct ?? []);
    this.#announced = shortKeys(this.#kept?.announced ?? []);
  }

  /** the state that the engine resumes from; null if it starts from the beginning */
  get state(): string | null {
    return this.#kept?.state ?? null;
  }
  /** how long the run had been searching before it was resumed, in milliseconds */
  get elapsedBefore(): number {
    return this.#kept?.elapsedMs ?? 0;
  }
  get nodes(): number {
    return this.#nodes;
  }
  /** number of solutions found */
  get raw(): number {
    return this.#raw;
  }
  /** the search's current board, for display; null if there is none */
  get current(): PartialBoard | null {
    return this.#current;
  }

  progress({ nodes, depth, fraction, placements }: Said<'progress'>): void {
    if (nodes < this.#nodes && !this.#kept) throw new Error('a node count that decreases');
    this.#nodes = Math.max(this.#nodes, nodes);
    this.#depth = depth;
    this.#fraction = fraction;
    if (placements) this.#current = this.#boardOf(placements);
  }

  done({ nodes = 0, status }: Said<'done'>): void {
    this.#nodes = Math.max(this.#nodes, nodes);
    if (status === 'solved' && this.#raw === 0) throw new Error('“solved” without a solution');
  }

  /** Returns a board as a result if it is a new solution or the best board so far; otherwise null. */
  board({ placements, solution }: Said<'board'>): Finding | null {
    const board = this.#boardOf(placements);
    const score = scoreOf(this.#puzzle, board);
    const fault = boardFault(score, solution ? 'solution' : 'improved');
    if (fault !== null) throw new Error(fault);
    if (!score.solved) {
      if (!isBetter(score, this.#best)) return null;
      this.#best = score;
      return { type: 'improved', board };
    }
    const name = shortKey(board.join());
    if (this.#announced.has(name)) return null;
    this.#announced.add(name);
    const { unique, distinct } = this.#scorer.classOf(board);
    this.#unique.add(unique);
    this.#distinct.add(distinct);
    this.#raw++;
    this.#best = score;
    return { type: 'solution', board };
  }

  /** Returns a checkpoint, as bytes, that a later process can resume the run from. */
  keep(state: string, elapsedMs: number): Uint8Array {
    const kept: Kept = {
      state,
      nodes: this.#nodes,
      elapsedMs,
      unique: [...this.#unique],
      distinct: [...this.#distinct],
      raw: this.#raw,
      announced: [...this.#announced],
    };
    return serialize(kept);
  }

  figures({ elapsedMs, nodesPerSecond, cpuMs }: Measured): RunFigures {
    return {
      ...noFigures,
      ...this.#scorer.sizes,
      nodes: this.#nodes,
      nodesPerSecond,
      elapsedMs,
      raw: this.#raw,
      unique: this.#unique.size,
      distinct: this.#distinct.size,
      fraction: this.#fraction,
      depth: this.#depth,
      peakDepth: Math.max(this.#depth, this.#best?.placed ?? 0),
      matched: this.#best?.matched ?? 0,
      placed: this.#best?.placed ?? 0,
      hintsKept: this.#best?.hintsKept ?? 0,
      counts: { cpuSeconds: cpuMs / 1000 },
    };
  }

  #boardOf(placements: unknown): PartialBoard {
    try {
      return readBoard(this.#puzzle, JSON.stringify(placements), { format: 'json' });
    } catch (error) {
      throw new Error(`an invalid board: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
}
