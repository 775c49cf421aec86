import type { Search, Slice } from '../../engine.ts';
import { BoundedSearch } from '../patterns/bounded-search.ts';
import { positionsAlong, tilesAlong, type Position } from '../state.ts';
import type { Anchor, AnytimeData, AnytimeNews, Piece, ShortenState, ShortenWork } from './data.ts';
import { anytimeSlice, knownAtFirst, type AnytimeSetup } from './setup.ts';
import { cornersOf, reflection, seenFrom } from './seen-from.ts';

/**
 * Length, in moves, of the first pieces (sections of a solution) that the search tries to shorten. Once every possible
 * end of a piece (see `Anchor`) has been tried, pieces become PIECE_GROWTH_MOVES longer. Shorter pieces are rarely
 * worth a search, because beams make few mistakes over short distances.
 */
const FIRST_PIECE_MOVES = 40;
const PIECE_GROWTH_MOVES = 8;
/**
 * Maximum number of search nodes per piece of a solution. If a piece would need more nodes, longer pieces that begin or
 * end at the same position (see `Anchor`) are not tried.
 */
const MAX_PIECE_NODES = 1_500_000;

/**
 * Shortens a solution piece by piece. At one end of each piece, the empty space is in a corner, because the pattern
 * databases need a goal with the empty space there (see seen-from.ts). If this end is the beginning of the piece, the
 * piece is searched backwards.
 */
export class ShortenSearch implements Search<AnytimeData> {
  readonly #setup: AnytimeSetup;
  readonly #quota: number;
  readonly #search: BoundedSearch;
  #path: readonly number[];
  #positions!: readonly Position[];
  #anchors!: readonly Anchor[];
  #turn = 0;
  /** indices of anchors to skip, because a search from them took MAX_PIECE_NODES nodes */
  #hopeless = new Set<number>();
  #piece: Piece | null = null;
  #spent = 0;
  #owed = 0;
  #over = false;
  #known: AnytimeNews;

  constructor(setup: AnytimeSetup, work: ShortenWork, state?: ShortenState) {
    this.#setup = setup;
    this.#known = knownAtFirst(setup);
    this.#quota = work.nodes;
    this.#search = new BoundedSearch(setup.prepared);
    this.#path = state?.path ?? work.path;
    this.#layOut();
    if (!state) return;
    this.#turn = state.turn;
    this.#hopeless = new Set(state.hopeless);
    this.#spent = state.spent;
    this.#owed = state.owed;
    this.#piece = state.piece && { ...state.piece };
    if (!this.#piece) return;
    if (state.search && this.#search.fits(state.search)) this.#search.restore(state.search);
    else this.#search.start(this.#startOf(this.#piece), null, this.#piece.bound);
  }

  step(nodeBudget: number): Slice<AnytimeData['note']> {
    let improved = false;
    // End the slice as soon as the solution gets shorter, so that every improvement is reported.
    while (!this.#over && !improved && this.#owed < nodeBudget) {
      if (this.#piece) improved = this.#work(this.#piece, nodeBudget - this.#owed);
      else this.#choosePiece();
    }
    const nodes = Math.min(this.#owed, nodeBudget);
    this.#owed -= nodes;
    const done = this.#over && this.#owed === 0;
    return anytimeSlice(nodes, this.#piece?.length ?? 0, done, this.#known, {
      lowerBound: 0,
      path: improved ? this.#path : null,
      deepening: null,
    });
  }

  hear(news: AnytimeNews): void {
    this.#known = news;
  }

  checkpoint(): ShortenState {
    return {
      path: this.#path,
      turn: this.#turn,
      hopeless: new Set(this.#hopeless),
      spent: this.#spent,
      owed: this.#owed,
      piece: this.#piece && { ...this.#piece },
      search: this.#piece && this.#search.save(),
    };
  }

  #layOut(): void {
    const { puzzle } = this.#setup;
    this.#positions = positionsAlong(puzzle, puzzle.start, this.#path);
    const corners = cornersOf(puzzle);
    this.#anchors = this.#positions.flatMap((position, at): Anchor[] =>
      corners.includes(position.indexOf(0))
        ? [
            { at, towards: -1 },
            { at, towards: 1 },
          ]
        : [],
    );
    this.#turn = 0;
    this.#hopeless.clear();
  }

  #choosePiece(): void {
    const anchors = this.#anchors;
    for (; this.#spent < this.#quota; this.#turn++) {
      const length = FIRST_PIECE_MOVES + PIECE_GROWTH_MOVES * Math.floor(this.#turn / anchors.length);
      if (anchors.length === 0 || length > this.#path.length) break;
      if (this.#hopeless.has(this.#turn % anchors.length)) continue;
      const anchor = anchors[this.#turn % anchors.length]!;
      const other = this.#positions[anchor.at + anchor.towards * length];
      if (!other) continue;
      const start = seenFrom(this.#setup.puzzle, this.#positions[anchor.at]!, other);
      this.#search.start(start, null, 0);
      const bound = this.#search.lowerBound;
      if (bound >= length) continue;
      this.#search.start(start, null, bound);
      this.#piece = { anchor, length, bound, nodes: 0 };
      return;
    }
    this.#over = true;
  }

  #work(piece: Piece, budget: number): boolean {
    const outcome = this.#search.run(Math.min(budget, MAX_PIECE_NODES - piece.nodes));
    const nodes = this.#search.takeNodes();
    piece.nodes += nodes;
    this.#spent += nodes;
    this.#owed += nodes;
    if (outcome === 'found') {
      this.#replace(piece);
      this.#piece = null;
      return true;
    }
    if (piece.nodes >= MAX_PIECE_NODES) this.#hopeless.add(this.#turn % this.#anchors.length);
    else if (outcome === 'stopped') return false;
    else if ((piece.bound += 2) < piece.length) {
      this.#search.start(this.#startOf(piece), null, piece.bound);
      return false;
    }
    this.#piece = null;
    this.#turn++;
    return false;
  }

  #startOf({ anchor: { at, towards }, length }: Piece): number[] {
    return seenFrom(this.#setup.puzzle, this.#positions[at]!, this.#positions[at + towards * length]!);
  }

  #replace({ anchor: { at, towards }, length }: Piece): void {
    const { puzzle } = this.#setup;
    const goal = this.#positions[at]!;
    const other = this.#positions[at + towards * length]!;
    const reflect = reflection(puzzle, goal.indexOf(0));
    const way = [other.indexOf(0), ...this.#search.cellsOfPath().map(reflect)];
    const from = Math.min(at, at + towards * length);
    const piece = tilesAlong(puzzle, this.#positions[from]!, (towards === -1 ? way : way.reverse()).slice(1));
    this.#path = [...this.#path.slice(0, from), ...piece, ...this.#path.slice(from + length)];
    this.#layOut();
  }
}
