/**
 * The search tree of a puzzle as data. The *variable order* determines which cell is filled at each depth. The
 * *candidate lists* contain the orientations that match the labels already known around a cell. The lists reflect all
 * rules: matching, the rim, rotations, hints and closed cells. The search itself doesn't need to check any rule.
 * docs/exact.md prints the tables of a 2 × 2 puzzle.
 */
import { mates } from '../../../puzzle/labels.ts';
import { openBoardOf } from '../../../puzzle/open-board.ts';
import { keepsHint } from '../../../puzzle/score.ts';
import type { EdgePuzzle } from '../../../puzzle/puzzle.ts';
import { random } from '../../../random.ts';
import { kindsOf, type Kind } from '../../counting/kinds.ts';
import type { SymmetryBreaking } from '../../counting/symmetry-breaking.ts';
import { listsByKey, lookUp, tableOf, type CandidateTable } from './candidate-table.ts';

/** The cell filled at one depth. */
export interface Variable {
  readonly cell: number;
  /**
   * The sides whose labels determine the candidate list. These are the sides of earlier cells that touch this cell,
   * numbered `cell * sides + side`. If all rim sides must have the same colour and this colour is not known in advance,
   * the first side placed on the rim is an input too.
   */
  readonly inputs: readonly number[];
  readonly table: CandidateTable;
}

/**
 * A search tree. A candidate is a kind of tile in one orientation. Candidates are numbered, and a list is a range of
 * consecutive numbers that ends with a candidate of kind -1.
 */
export interface SearchTree {
  readonly puzzle: EdgePuzzle;
  readonly sides: number;
  readonly cells: number;
  readonly labels: number;
  /** for each depth: the cell to fill, and its candidate lists */
  readonly variables: readonly Variable[];
  readonly tables: readonly CandidateTable[];
  readonly kinds: readonly Kind[];
  /** for each kind: its number of tiles */
  readonly stock: Int32Array;
  /** for each candidate: the index of its kind; -1 at the end of a list */
  readonly candidateKind: Int32Array;
  /** for each candidate: its orientation, as an index into the orientations of its kind */
  readonly candidateOrientation: Int32Array;
  /** labels of all candidates, indexed by `candidate * sides + side` */
  readonly candidateLabels: Int32Array;
}

export interface SearchTreeOptions {
  readonly order: readonly number[];
  /** true if the search treats identical tiles as equal; the counts still include all ways of exchanging them */
  readonly mergeIdentical: boolean;
  /** true if cells next to a hint accept only tiles that match the hinted tile */
  readonly besideHints: boolean;
  /** seed for shuffling all candidate lists; null if candidates stay ordered by tile number and rotation */
  readonly shuffle: number | null;
  /** placements that the search skips to avoid symmetric images of solutions */
  readonly symmetryBreaking?: SymmetryBreaking | undefined;
}

/**
 * Returns the number of the first candidate that fits in a cell. `shown` has the label on each side of each cell,
 * indexed by `cell * sides + side`.
 */
export const candidatesAt = ({ table, inputs }: Variable, labels: number, shown: Int32Array): number =>
  lookUp(table, inputs, labels, shown);

export function searchTreeOf(puzzle: EdgePuzzle, options: SearchTreeOptions): SearchTree {
  const kinds = kindsOf(puzzle, options.mergeIdentical);
  const domain = new Domain(puzzle, kinds, options);
  const lists = new Lists(domain.sides);
  const laid = new Uint8Array(domain.cells);
  const tables = new Map<string, CandidateTable>();
  /**
   * the first side placed on the rim, if the rim rule is `uniform`; -1 for other rules or before any rim side has been
   * placed
   */
  let rimInput = -1;

  const variables = options.order.map((cell): Variable => {
    const { sides, across } = domain;
    const inputs: number[] = [];
    const inputSides: number[] = [];
    for (let side = 0; side < sides; side++) {
      const other = across[cell * sides + side]!;
      if (other !== -1 && laid[Math.floor(other / sides)]) {
        inputs.push(other);
        inputSides.push(side);
      }
    }
    const rimSide = [...Array(sides).keys()].find((side) => across[cell * sides + side] === -1);
    if (puzzle.rim.kind === 'uniform' && rimSide !== undefined) {
      if (rimInput === -1) rimInput = cell * sides + rimSide;
      else {
        inputs.push(rimInput);
        inputSides.push(rimSide);
      }
    }
    const here = domain.at(cell, laid);
    laid[cell] = 1;

    const name = `${here.name}: ${inputs.map((from, i) => (from === rimInput ? 'rim' : inputSides[i]!)).join()}`;
    let table = tables.get(name);
    if (!table) {
      // Sides that touch must have matching labels. All rim sides must show the label of the first one placed.
      const keyOf = ({ labels }: Candidate): number[] =>
        inputSides.map((side, i) =>
          inputs[i] === rimInput && across[cell * sides + side] === -1
            ? labels[side]!
            : domain.mateOf(labels[side]!),
        );
      const keyed = listsByKey(here.candidates(), keyOf, domain.labels);
      table = tableOf(inputs.length, keyed, domain.labels, (list) => lists.add(list));
      tables.set(name, table);
    }
    return { cell, inputs, table };
  });

  return {
    puzzle,
    sides: domain.sides,
    cells: domain.cells,
    labels: domain.labels,
    variables,
    tables: [...tables.values()],
    kinds,
    stock: Int32Array.from(kinds, ({ tiles }) => tiles.length),
    ...lists.arrays(),
  };
}

interface Candidate {
  readonly kind: number;
  readonly orientation: number;
  /** label on each side; labels are numbered without gaps */
  readonly labels: readonly number[];
}

/** Finds the candidates of each cell that obey all rules, regardless of the cell's neighbours. */
class Domain {
  readonly cells: number;
  readonly sides: number;
  readonly across: Int32Array;
  /** number of labels; they are numbered without gaps in ascending order */
  readonly labels: number;
  readonly #puzzle: EdgePuzzle;
  readonly #options: SearchTreeOptions;
  readonly #kinds: readonly Kind[];
  readonly #open: Uint8Array;
  readonly #all: readonly Candidate[];
  /** for each label: the only label that matches it, or -1 if there is none */
  readonly #mate: Int32Array;
  readonly #rimLabel: number;
  readonly #hints: ReadonlyMap<number, EdgePuzzle['hints'][number]>;
  readonly #pinned: ReadonlySet<number>;
  /** for each side of a hinted cell: the labels that the hint allows there */
  readonly #shownByHint = new Map<number, ReadonlySet<number>>();

  constructor(puzzle: EdgePuzzle, kinds: readonly Kind[], options: SearchTreeOptions) {
    const { board, open } = openBoardOf(puzzle);
    this.#puzzle = puzzle;
    this.#options = options;
    this.#kinds = kinds;
    this.#open = open;
    this.cells = board.cells;
    this.sides = board.sides;
    this.across = board.across;

    const used = new Set(kinds.flatMap(({ orientations }) => orientations.flatMap(({ edges }) => edges)));
    if (puzzle.rim.kind === 'colour') used.add(puzzle.rim.colour);
    const labelOf = [...used].sort((a, b) => a - b);
    const dense = new Map(labelOf.map((label, i) => [label, i]));
    this.labels = Math.max(1, labelOf.length);
    this.#mate = Int32Array.from(labelOf, (label) => {
      const mate = puzzle.mating === 'same' ? label : label ^ 1;
      return mates(puzzle, label, mate) ? (dense.get(mate) ?? -1) : -1;
    });
    this.#rimLabel = puzzle.rim.kind === 'colour' ? dense.get(puzzle.rim.colour)! : -1;

    const all = kinds.flatMap(({ orientations }, kind) =>
      orientations.map(({ edges }, orientation): Candidate => {
        return { kind, orientation, labels: edges.map((label) => dense.get(label)!) };
      }),
    );
    this.#all = options.shuffle === null ? all : random(options.shuffle, 1).shuffle(all);
    this.#hints = new Map(puzzle.hints.map((hint) => [hint.cell, hint]));
    this.#pinned = new Set(kinds.map(({ pinned }) => pinned));
    if (options.besideHints) this.#lookAtHints();
  }

  mateOf(label: number): number {
    return this.#mate[label]!;
  }

  /**
   * Returns a name for a cell and a function that lists its candidates. `laid` marks the cells filled earlier. Cells
   * with the same name and the same inputs can share a table.
   */
  at(cell: number, laid: Uint8Array): { name: string; candidates: () => Candidate[] } {
    const { sides, across } = this;
    const shown = Array.from({ length: sides }, (_, side) => {
      const other = across[cell * sides + side]!;
      return laid[Math.floor(other / sides)] ? undefined : this.#shownByHint.get(other);
    });
    const isPlain = !this.#hints.has(cell) && shown.every((labels) => !labels);
    return {
      name: isPlain ? this.#surroundings(cell) : `cell ${cell}`,
      candidates: () =>
        this.#all.filter(
          (candidate) =>
            this.#mayLie(cell, candidate) &&
            shown.every((labels, side) => !labels || labels.has(this.mateOf(candidate.labels[side]!))),
        ),
    };
  }

  #mayLie(cell: number, { kind, orientation, labels }: Candidate): boolean {
    const { pinned, orientations } = this.#kinds[kind]!;
    const { codes } = orientations[orientation]!;
    if (pinned !== -1 && pinned !== cell) return false;
    const hint = this.#hints.get(cell);
    if (hint && !codes.every((code) => keepsHint(this.#puzzle, hint, code))) return false;
    if (this.#options.symmetryBreaking?.get(cell)?.has(codes[0]!)) return false;
    return this.#keepsRim(cell, labels) && this.#hasMates(cell, labels);
  }

  #keepsRim(cell: number, labels: readonly number[]): boolean {
    const rim = labels.filter((_, side) => this.across[cell * this.sides + side] === -1);
    if (this.#rimLabel !== -1) return rim.every((label) => label === this.#rimLabel);
    return this.#puzzle.rim.kind !== 'uniform' || rim.every((label) => label === rim[0]);
  }

  #hasMates(cell: number, labels: readonly number[]): boolean {
    const { sides, across } = this;
    for (let side = 0; side < sides; side++) {
      const label = labels[side]!;
      const other = across[cell * sides + side]!;
      if (other === -1) continue;
      const neighbour = Math.floor(other / sides);
      if (this.#open[neighbour] && this.mateOf(label) === -1) return false;
      // On a cylinder or torus that is one cell wide, a cell is its own neighbour.
      if (neighbour === cell && labels[other % sides] !== this.mateOf(label)) return false;
    }
    return true;
  }

  /**
   * Returns a name for the surroundings of a cell. Two cells with the same name allow the same tiles, unless a hint
   * restricts one of the cells.
   */
  #surroundings(cell: number): string {
    const { sides, across } = this;
    let name = this.#pinned.has(cell) ? `pinned ${cell} ` : '';
    const leftOut = this.#options.symmetryBreaking?.get(cell);
    if (leftOut) name += `without ${[...leftOut].join()} `;
    for (let side = 0; side < sides; side++) {
      const other = across[cell * sides + side]!;
      const neighbour = Math.floor(other / sides);
      if (other === -1) name += 'r';
      else if (neighbour === cell) name += `side ${other % sides}`;
      else name += this.#open[neighbour] ? 'o' : 'x';
    }
    return name;
  }

  #lookAtHints(): void {
    for (const cell of this.#hints.keys()) {
      const fitting = this.#all.filter((candidate) => this.#mayLie(cell, candidate));
      for (let side = 0; side < this.sides; side++) {
        const labels = new Set(fitting.map((candidate) => candidate.labels[side]!));
        this.#shownByHint.set(cell * this.sides + side, labels);
      }
    }
  }
}

class Lists {
  readonly #sides: number;
  readonly #kinds: number[] = [];
  readonly #orientations: number[] = [];
  readonly #labels: number[] = [];

  constructor(sides: number) {
    this.#sides = sides;
    this.#close();
  }

  /** Stores a list and returns the number of its first candidate, or 0 for the empty list. */
  add(list: readonly Candidate[]): number {
    if (list.length === 0) return 0;
    const start = this.#kinds.length;
    for (const { kind, orientation, labels } of list) {
      this.#kinds.push(kind);
      this.#orientations.push(orientation);
      this.#labels.push(...labels);
    }
    this.#close();
    return start;
  }

  #close(): void {
    this.#kinds.push(-1);
    this.#orientations.push(0);
    for (let side = 0; side < this.#sides; side++) this.#labels.push(0);
  }

  arrays(): Pick<SearchTree, 'candidateKind' | 'candidateOrientation' | 'candidateLabels'> {
    return {
      candidateKind: Int32Array.from(this.#kinds),
      candidateOrientation: Int32Array.from(this.#orientations),
      candidateLabels: Int32Array.from(this.#labels),
    };
  }
}
