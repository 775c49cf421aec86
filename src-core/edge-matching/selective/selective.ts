/**
 * The engine `selective` looks for one solution of a framed puzzle. It scans the board row by row, but keeps only the
 * most promising partial boards. Until it finds a solution, it scans again and keeps more of them.
 *
 * - `view.ts` shows the puzzle from eight directions, and `model.ts` lists the candidates of each cell.
 * - `prices.ts` gives every partial board a score: how many completions it has on average.
 * - `thresholds.ts` chooses the lowest score to go on with, at each depth, so that a scan has a given width.
 * - `walk.ts` is the scan, and `kernel.ts` the same in WebAssembly. `scans.ts` lists the scans in order.
 *
 * docs/selective.md explains all this.
 */
import * as v from 'valibot';
import type {
  CheckpointSchemas,
  Engine,
  EngineData,
  Job,
  Plan,
  Search,
  Slice,
  Tally,
  Task,
} from '../../engine.ts';
import { isPlainRectangle } from '../../puzzle/board.ts';
import type { EdgePuzzle, Puzzle } from '../../puzzle/puzzle.ts';
import { canonicalKey, distinctKey } from '../../puzzle/symmetry.ts';
import { MAX_VIEW_LABELS, shownBy } from './model.ts';
import { thresholdsOf, wayOf, type Way } from './scans.ts';
import { NO_THRESHOLD } from './thresholds.ts';
import { KernelWalk } from './kernel.ts';
import type { Walk } from './walk.ts';

const MAX_CELLS = 400;

export interface SelectiveData extends EngineData {
  /** number of the scan, from 0 */
  work: number;
  /** true once a scan without thresholds has ended: no board is left */
  note: boolean;
  news: { readonly over: true };
  planState: Totals;
  searchState: { readonly thresholds: Int32Array; readonly path: Int32Array };
  prepared: undefined;
}

interface Totals {
  /** number of scans handed out, and number of scans that ended */
  readonly begun: number;
  readonly scans: number;
  /** true if a scan without thresholds has ended */
  readonly complete: boolean;
  readonly nodesByDepth: readonly number[];
  /**
   * Keys of the solutions found. `raw` has a key for every board. In `unique`, symmetric boards have the same key. In
   * `distinct`, boards that differ only in identical tiles have the same key too.
   */
  readonly raw: ReadonlySet<string>;
  readonly unique: ReadonlySet<string>;
  readonly distinct: ReadonlySet<string>;
}

const keys = v.set(v.string());

const checkpointSchemas: CheckpointSchemas<SelectiveData> = {
  plan: v.strictObject({
    begun: v.number(),
    scans: v.number(),
    complete: v.boolean(),
    nodesByDepth: v.array(v.number()),
    raw: keys,
    unique: keys,
    distinct: keys,
  }),
  work: v.number(),
  search: v.strictObject({ thresholds: v.instance(Int32Array), path: v.instance(Int32Array) }),
};

const edgePuzzle = ({ puzzle }: Job): EdgePuzzle => puzzle as EdgePuzzle;

class SelectivePlan implements Plan<SelectiveData> {
  readonly #job: Job;
  readonly #totals: {
    begun: number;
    scans: number;
    complete: boolean;
    nodesByDepth: number[];
    raw: Set<string>;
    unique: Set<string>;
    distinct: Set<string>;
  };

  constructor(job: Job, from?: Totals) {
    this.#job = job;
    this.#totals = {
      begun: from?.begun ?? 0,
      scans: from?.scans ?? 0,
      complete: from?.complete ?? false,
      nodesByDepth: [...(from?.nodesByDepth ?? [])],
      raw: new Set(from?.raw),
      unique: new Set(from?.unique),
      distinct: new Set(from?.distinct),
    };
  }

  next(): Task<number> | null {
    if (this.finished) return null;
    const scan = this.#totals.begun++;
    return { id: scan, work: scan };
  }

  absorb(_task: Task<number>, slice: Slice<boolean>): void {
    const totals = this.#totals;
    const puzzle = edgePuzzle(this.#job);
    slice.nodesByDepth?.forEach((nodes, depth) => {
      totals.nodesByDepth[depth] = (totals.nodesByDepth[depth] ?? 0) + nodes;
    });
    if (slice.done && !this.finished) totals.scans++;
    if (slice.note) totals.complete = true;
    for (const finding of slice.findings) {
      if (finding.type !== 'solution') continue;
      totals.raw.add(finding.board.join(' '));
      totals.unique.add(canonicalKey(puzzle, finding.board));
      totals.distinct.add(distinctKey(puzzle, finding.board));
    }
  }

  /** The first solution ends the search. Without one, the scans become wider, until a scan has no thresholds. */
  get finished(): boolean {
    return this.#totals.raw.size > 0 || this.#totals.complete;
  }

  /** Ends the scans that are under way once the search is finished. */
  news(): SelectiveData['news'] | undefined {
    return this.finished ? { over: true } : undefined;
  }

  /** Never returns `exhausted`, because this engine proves nothing. */
  outcome(): 'solved' | 'limit' {
    return this.#totals.raw.size > 0 && this.#job.wanted.solutions !== 'all' ? 'solved' : 'limit';
  }

  tally(): Tally {
    const { nodesByDepth, raw, unique, distinct, scans } = this.#totals;
    return {
      nodes: nodesByDepth.reduce((sum, nodes) => sum + nodes, 0),
      nodesByDepth: [...nodesByDepth],
      raw: raw.size,
      unique: unique.size,
      distinct: distinct.size,
      fraction: null,
      peakDepth: nodesByDepth.findLastIndex((nodes) => nodes > 0) + 1,
      counts: { scans },
      sliding: null,
    };
  }

  checkpoint(): Totals {
    return structuredClone(this.#totals);
  }
}

class SelectiveSearch implements Search<SelectiveData> {
  readonly #way: Way;
  readonly #walk: Walk;
  readonly #thresholds: Int32Array;
  #over = false;

  constructor(way: Way, thresholds: Int32Array, path?: Int32Array) {
    this.#way = way;
    this.#thresholds = thresholds;
    const { model, prices, firstKind } = way;
    this.#walk = new KernelWalk({ model, prices, thresholds, firstKind }, path);
  }

  step(nodeBudget: number): Slice<boolean> {
    const walk = this.#walk;
    const nodes = this.#over ? 0 : walk.run(nodeBudget);
    const { view, model } = this.#way;
    const { tiles, shown } = shownBy(model, walk.board());
    const board = view.board(tiles, shown);
    const nodesByDepth = walk.nodesByDepth.slice();
    walk.nodesByDepth.fill(0);
    return {
      nodes,
      nodesByDepth,
      findings: walk.depth === model.cells && !this.#over ? [{ type: 'solution', board }] : [],
      counts: {},
      current: walk.finished ? null : board,
      depth: walk.depth,
      fraction: null,
      done: walk.finished || this.#over,
      note: walk.finished && this.#thresholds.every((threshold) => threshold === NO_THRESHOLD),
    };
  }

  hear(): void {
    this.#over = true;
  }

  checkpoint(): SelectiveData['searchState'] {
    return { thresholds: this.#thresholds, path: this.#walk.path() };
  }
}

function refuses(puzzle: Puzzle): string | null {
  if (puzzle.kind !== 'edge-matching') return 'The engine “selective” solves edge-matching puzzles only.';
  const { board, rim, mating, turns, tiles, labels, hints, forbidden } = puzzle;
  const reasons: readonly (readonly [boolean, string])[] = [
    [!isPlainRectangle(board) || forbidden.length > 0, 'rectangles without holes'],
    [rim.kind !== 'colour' || rim.inside, 'puzzles with a frame: a colour that only the rim shows'],
    [mating === 'opposite', 'puzzles whose touching edges have the same label'],
    [turns === 'flip', 'tiles with one face'],
    [
      isPlainRectangle(board) && tiles.length !== board.width * board.height,
      'puzzles with a tile for every cell',
    ],
    [tiles.length > MAX_CELLS, `boards with at most ${MAX_CELLS} cells`],
    [labels.length > MAX_VIEW_LABELS, `puzzles with at most ${MAX_VIEW_LABELS} labels`],
    [
      hints.some(({ tile, rotation }) => tile === undefined || rotation === undefined),
      'hints with a tile and its rotation',
    ],
  ];
  const reason = reasons.find(([applies]) => applies);
  return reason ? `The engine “selective” supports only ${reason[1]}.` : null;
}

export const selective: Engine<SelectiveData> = {
  name: 'selective',
  title: 'Selective scan',
  summary:
    'Looks for one solution of a framed puzzle. It fills the board row by row and continues only from the most promising boards, so it can’t prove that there is no solution.',
  version: 2,
  checkpointSchemas,
  solves: 'edge-matching',
  proves: false,
  hunts: false,
  endsAtFirst: true,
  counters: [{ name: 'scans', title: 'Scans completed', sentence: '# scans completed' }],
  stepping: null,
  options: [],
  refuses,
  plan: (job, checkpoint) => new SelectivePlan(job, checkpoint),
  open(job, { work }, _prepared, checkpoint) {
    const puzzle = edgePuzzle(job);
    const thresholds = checkpoint?.thresholds ?? thresholdsOf(puzzle, work, job.seed);
    return new SelectiveSearch(wayOf(puzzle, work), thresholds, checkpoint?.path);
  },
};
