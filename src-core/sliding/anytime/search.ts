import type { Search, Slice } from '../../engine.ts';
import type { PreparedPatterns } from '../optimal/pattern-search.ts';
import { PatternSearch } from '../optimal/pattern-search.ts';
import { goalPosition, tilesAlong, type Position } from '../state.ts';
import type { SlidingPuzzle } from '../../puzzle/puzzle.ts';
import { random } from '../../random.ts';
import { backwardPuzzles, withoutUndoing } from './backward.ts';
import { Beam } from './beam.ts';
import type {
  AnytimeData,
  AnytimeNews,
  AnytimeNote,
  BeamState,
  BeamWork,
  DeepenState,
  DeepenWork,
} from './data.ts';
import { leave } from './leave.ts';

/** What all kinds of search are given. */
export interface AnytimeSetup {
  readonly prepared: PreparedPatterns;
  readonly puzzle: SlidingPuzzle;
  /** blank-first */
  readonly start: Position;
  readonly pathBack: (path: Iterable<number>) => number[];
  readonly seed: number;
}

export const anytimeSlice = (
  nodes: number,
  depth: number,
  done: boolean,
  best: number,
  note: AnytimeNote,
): Slice<AnytimeData['note']> => ({
  nodes,
  nodesByDepth: null,
  findings:
    note.path && note.path.length < best
      ? [
          {
            type: 'path',
            moves: note.path,
            lowerBound: note.lowerBound,
            optimal: note.path.length === note.lowerBound,
          },
        ]
      : [],
  counts: {},
  current: null,
  depth,
  fraction: null,
  done,
  note,
});

export class BeamSearch implements Search<AnytimeData> {
  readonly #beam: Beam;
  #nodes = 0;
  #owed = 0;
  readonly #replayTo: number;
  readonly #answer: (path: readonly number[]) => number[];
  #best = Infinity;

  constructor(setup: AnytimeSetup, work: BeamWork, state?: BeamState) {
    const { prepared, start, pathBack, seed } = setup;
    const { size } = prepared;
    const chance = random(seed, work.stream);
    const backward = work.backward !== null;
    // From the end of a way where one is looked for backwards; `pathBack` names tiles to and fro.
    const origin = backward ? goalPosition(size, 'blank-first') : start;
    const along = work.leaving && pathBack(backward ? work.leaving.toReversed() : work.leaving);
    const { position, tiles } = along ? leave(size, origin, along, chance) : { position: origin, tiles: [] };
    const puzzles = backward ? backwardPuzzles(prepared, start, position) : [];
    const puzzle = puzzles[(work.backward ?? 0) % puzzles.length];
    // The walk of a backward puzzle to its corner is not counted: shortening often takes it back.
    const limit = work.limit === null ? undefined : work.limit - tiles.length;
    this.#beam = new Beam(prepared, puzzle?.start ?? position, work.width, chance, limit);
    this.#answer = (path) =>
      pathBack(
        withoutUndoing(puzzle ? [...puzzle.answer(path), ...tiles.toReversed()] : [...tiles, ...path]),
      );
    this.#replayTo = state?.nodes ?? 0;
  }

  step(nodeBudget: number): Slice<AnytimeData['note']> {
    while (!this.#beam.over && this.#owed < nodeBudget) {
      const nodes = this.#beam.run(nodeBudget - this.#owed);
      this.#owed += Math.max(0, Math.min(nodes, this.#nodes + nodes - this.#replayTo));
      this.#nodes += nodes;
    }
    const nodes = Math.min(this.#owed, nodeBudget);
    this.#owed -= nodes;
    const done = this.#beam.over && this.#owed === 0;
    const path = done && this.#beam.path ? this.#answer(this.#beam.path) : null;
    return anytimeSlice(nodes, this.#beam.depth, done, this.#best, { lowerBound: 0, path, deepening: null });
  }

  hear({ moves }: AnytimeNews): void {
    this.#best = moves;
  }

  checkpoint(): BeamState {
    return { nodes: Math.max(this.#replayTo, this.#nodes - this.#owed) };
  }
}

export class DeepenSearch implements Search<AnytimeData> {
  readonly #setup: AnytimeSetup;
  readonly #quota: number;
  readonly #search: PatternSearch;
  #bound: number;
  #spent = 0;
  #owed = 0;
  #path: readonly number[] | null = null;
  #best = Infinity;

  constructor(setup: AnytimeSetup, work: DeepenWork, state?: DeepenState) {
    const { prepared, start } = setup;
    this.#setup = setup;
    this.#quota = work.nodes;
    this.#search = new PatternSearch(prepared);
    const from = state ?? work.from;
    if (from && this.#search.fits(from.search)) {
      this.#bound = from.bound;
      this.#search.restore(from.search);
    } else {
      // At the beginning, or with better databases than before a stop: its last round begins again.
      this.#search.start(start, null, 0);
      this.#bound = Math.max(from?.bound ?? 0, this.#search.lowerBound);
      this.#search.start(start, null, this.#bound);
    }
    this.#spent = state?.spent ?? 0;
    this.#owed = state?.owed ?? 0;
    this.#path = state?.path ?? null;
  }

  get #over(): boolean {
    return this.#path !== null || this.#spent >= this.#quota;
  }

  step(nodeBudget: number): Slice<AnytimeData['note']> {
    while (!this.#over && this.#owed < nodeBudget) {
      const outcome = this.#search.run(Math.min(nodeBudget - this.#owed, this.#quota - this.#spent));
      const nodes = this.#search.takeNodes();
      this.#owed += nodes;
      this.#spent += nodes;
      if (outcome === 'found') this.#path = this.#tilesAlong(this.#search.cellsOfPath());
      else if (outcome === 'exhausted') {
        this.#bound += 2; // lengths of answers are all even or all odd
        this.#search.start(this.#setup.start, null, this.#bound);
      }
    }
    const nodes = Math.min(this.#owed, nodeBudget);
    this.#owed -= nodes;
    const done = this.#over && this.#owed === 0;
    return anytimeSlice(nodes, this.#search.depth, done, this.#best, {
      lowerBound: this.#bound,
      path: done ? this.#path : null,
      deepening: done && !this.#path ? { bound: this.#bound, search: this.#search.save() } : null,
    });
  }

  hear({ moves }: AnytimeNews): void {
    this.#best = moves;
  }

  checkpoint(): DeepenState {
    return {
      bound: this.#bound,
      spent: this.#spent,
      owed: this.#owed,
      search: this.#search.save(),
      path: this.#path,
    };
  }

  #tilesAlong(cells: readonly number[]): number[] {
    const { prepared, start, pathBack } = this.#setup;
    return pathBack(tilesAlong(prepared.size, start, cells));
  }
}
