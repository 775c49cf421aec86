import type { Search, Slice } from '../../engine.ts';
import { random } from '../../random.ts';
import { goalPosition } from '../state.ts';
import { backwardPuzzles, withoutUndoing } from './backward.ts';
import { Beam } from './beam.ts';
import type { AnytimeData, AnytimeNews, BeamState, BeamWork } from './data.ts';
import { leave } from './leave.ts';
import { anytimeSlice, knownAtFirst, type AnytimeSetup } from './setup.ts';

export class BeamSearch implements Search<AnytimeData> {
  readonly #beam: Beam;
  #nodes = 0;
  #owed = 0;
  readonly #replayTo: number;
  readonly #solutionFrom: (path: readonly number[]) => number[];
  #known: AnytimeNews;

  constructor(setup: AnytimeSetup, work: BeamWork, state?: BeamState) {
    const { prepared, start, pathBack, pathForth, rest, seed } = setup;
    this.#known = knownAtFirst(setup);
    const { size } = prepared;
    const chance = random(seed, work.stream);
    const backward = work.backward !== null;
    const origin = backward ? goalPosition(size, 'blank-first') : start;
    const along =
      work.leaving &&
      pathForth(backward ? withoutUndoing([...rest, ...work.leaving.toReversed()]) : work.leaving);
    const { position, tiles } = along ? leave(size, origin, along, chance) : { position: origin, tiles: [] };
    const puzzles = backward ? backwardPuzzles(prepared, start, position) : [];
    const puzzle = puzzles[(work.backward ?? 0) % puzzles.length];
    // In a backward search, the moves that take the start's empty space to a corner don't count towards the limit,
    // because shortening often removes them.
    const limit = work.limit === null ? undefined : work.limit - tiles.length;
    this.#beam = new Beam(prepared, puzzle?.start ?? position, work.width, chance, limit);
    this.#solutionFrom = (path) =>
      pathBack(puzzle ? [...puzzle.solutionFrom(path), ...tiles.toReversed()] : [...tiles, ...path]);
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
    const path = done && this.#beam.path ? this.#solutionFrom(this.#beam.path) : null;
    return anytimeSlice(nodes, this.#beam.depth, done, this.#known, { lowerBound: 0, path, deepening: null });
  }

  hear(news: AnytimeNews): void {
    this.#known = news;
  }

  checkpoint(): BeamState {
    return { nodes: Math.max(this.#replayTo, this.#nodes - this.#owed) };
  }
}
