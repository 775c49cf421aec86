/**
 * A puzzle in the form that the propagating search needs, as flat arrays. *Constraints* express which labels match.
 * The domains at the root of the search tree express all other rules. So the search itself knows nothing about
 * rectangles, rims, hints or rotations.
 *
 * - A *variable* is an open cell.
 * - A *candidate* is a kind of tile in one orientation.
 * - A *group* is a set of cells together with the kinds of tiles that fit these cells. These kinds fit no other
 *   cells.
 * - A *domain* is the set of a cell's candidates, as bits. It has one bit for each candidate of the cell's group.
 * - A *constraint* is a set of sides whose labels depend on each other: the two sides of an edge, or all sides of the
 *   rim if the rim must have one colour.
 */
import type { Candidates } from '../counting/candidates.ts';
import { kindsOf, type Kind } from '../counting/kinds.ts';
import type { SymmetryBreaking } from '../counting/symmetry-breaking.ts';
import { mates } from '../../puzzle/labels.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { keepsHint } from '../../puzzle/score.ts';

export interface Model extends Candidates {
  readonly sides: number;
  /** number of labels in use; labels are numbered without gaps */
  readonly labels: number;
  /** number of 32-bit words in a constraint's bit set of labels */
  readonly labelWords: number;
  /** for each label: the label that matches it inside the board, or -1 if there is none */
  readonly mate: Int32Array;
  /** Number of 32-bit words in a domain, a multiple of 4. All bits of a kind are in the same word. */
  readonly words: number;
  readonly groups: number;
  readonly groupOf: Int32Array;
  readonly cellsOf: readonly Int32Array[];
  /**
   * candidate of each bit in the domains of a group, indexed by `group * words * 32 + bit`; -1 if the bit is unused
   */
  readonly candidateAt: Int32Array;
  readonly kindsOf: readonly Int32Array[];
  /** label that a candidate shows on a side, indexed by `candidate * sides + side` */
  readonly candidateLabels: Int32Array;
  /** for each kind: its group, or -1 if the kind fits no cell */
  readonly kindGroup: Int32Array;
  /** for each kind: the word of a domain that holds the bits of its candidates */
  readonly kindWord: Int32Array;
  /** for each kind: the bits of its candidates within the word `kindWord` */
  readonly kindMask: Int32Array;
  /**
   * `words` words for each group, side and label: a bit set of the group's candidates that show the label on the side
   */
  readonly showing: Int32Array;
  readonly constraints: number;
  /** constraint of each side, indexed by `variable * sides + side`; -1 if the side may show any label */
  readonly constraintOf: Int32Array;
  /**
   * for each side, with the same index as `constraintOf`: 0 if the side shows the constraint's label, 1 if it shows
   * that label's mate
   */
  readonly mated: Uint8Array;
  /** `labelWords` words per constraint: a bit set of the labels allowed at the root of the search tree */
  readonly constraintLabels: Int32Array;
  /** sides of each constraint, numbered as in `constraintOf` */
  readonly constraintSides: readonly Int32Array[];
  /** `words` words per variable: its domain at the root of the search tree */
  readonly domains: Int32Array;
  /**
   * For each group: 1 if it has exactly as many tiles as cells, so every tile must be placed. The search then reaches
   * a dead end when a tile fits no cell.
   */
  readonly tight: Uint8Array;
  /** for each variable: 1 if its cell is on the rim and the puzzle has a rim rule; such cells are decided last */
  readonly framed: Uint8Array;
}

/** Returns the model of a valid puzzle. `leftOut` lists the placements excluded by symmetry breaking. */
export function modelOf(puzzle: EdgePuzzle, leftOut: SymmetryBreaking | null): Model {
  const kinds = kindsOf(puzzle, true);
  const { board, openCells } = openBoardOf(puzzle);
  const labels = labelling(puzzle, kinds);
  const flat = candidatesOf(kinds, labels.dense, board.sides);
  const rules = new PlacementRules(puzzle, kinds, flat, labels, leftOut);
  const allowed = Array.from(openCells, (cell) => rules.candidatesIn(cell));
  const grouping = groupsOf(allowed, flat, kinds);
  const bits = bitsOf(grouping, allowed, flat, kinds);
  const constraints = constraintsOf(puzzle, openCells, labels);
  const { sides } = board;
  return {
    puzzle,
    cells: board.cells,
    variables: Array.from(openCells, (cell) => ({ cell })),
    kinds,
    stock: Int32Array.from(kinds, ({ tiles }) => tiles.length),
    ...flat,
    sides,
    labels: labels.count,
    mate: labels.mate,
    ...grouping,
    ...bits,
    ...constraints,
    showing: showingOf(grouping.groups, bits, flat, sides, labels.count),
    tight: tightOf(grouping, kinds),
    framed: Uint8Array.from(openCells, (cell) =>
      puzzle.rim.kind !== 'free' && board.across.subarray(cell * sides, (cell + 1) * sides).includes(-1)
        ? 1
        : 0,
    ),
  };
}

interface Labels {
  readonly count: number;
  readonly dense: ReadonlyMap<number, number>;
  readonly mate: Int32Array;
  /** label of the frame, or -1 if there is no frame */
  readonly rim: number;
}

function labelling(puzzle: EdgePuzzle, kinds: readonly Kind[]): Labels {
  const used = new Set(kinds.flatMap(({ orientations }) => orientations.flatMap(({ edges }) => edges)));
  if (puzzle.rim.kind === 'colour') used.add(puzzle.rim.colour);
  const all = [...used].sort((a, b) => a - b);
  const dense = new Map(all.map((label, i) => [label, i]));
  const mate = Int32Array.from(all, (label) => {
    const other = puzzle.mating === 'same' ? label : label ^ 1;
    return mates(puzzle, label, other) ? (dense.get(other) ?? -1) : -1;
  });
  const rim = puzzle.rim.kind === 'colour' ? dense.get(puzzle.rim.colour)! : -1;
  return { count: Math.max(1, all.length), dense, mate, rim };
}

interface Flat {
  readonly candidateKind: Int32Array;
  readonly candidateOrientation: Int32Array;
  readonly candidateLabels: Int32Array;
}

function candidatesOf(kinds: readonly Kind[], dense: ReadonlyMap<number, number>, sides: number): Flat {
  const all = kinds.flatMap(({ orientations }, kind) =>
    orientations.map(({ edges }, orientation) => ({ kind, orientation, edges })),
  );
  const candidateLabels = new Int32Array(all.length * sides);
  all.forEach(({ edges }, i) =>
    edges.forEach((label, s) => (candidateLabels[i * sides + s] = dense.get(label)!)),
  );
  return {
    candidateKind: Int32Array.from(all, ({ kind }) => kind),
    candidateOrientation: Int32Array.from(all, ({ orientation }) => orientation),
    candidateLabels,
  };
}

/**
 * Decides which candidates are allowed in a cell whatever its neighbours are. It checks every rule except that
 * neighbouring tiles must match.
 */
class PlacementRules {
  readonly #puzzle: EdgePuzzle;
  readonly #kinds: readonly Kind[];
  readonly #flat: Flat;
  readonly #labels: Labels;
  readonly #leftOut: SymmetryBreaking | null;
  readonly #pinned: ReadonlySet<number>;
  /**
   * cached results of `candidatesIn`, for cells without a hint or excluded placements; the key describes what touches
   * each side of the cell
   */
  readonly #known = new Map<string, Int32Array>();

  constructor(
    puzzle: EdgePuzzle,
    kinds: readonly Kind[],
    flat: Flat,
    labels: Labels,
    leftOut: SymmetryBreaking | null,
  ) {
    this.#puzzle = puzzle;
    this.#kinds = kinds;
    this.#flat = flat;
    this.#labels = labels;
    this.#leftOut = leftOut;
    this.#pinned = new Set(kinds.map(({ pinned }) => pinned));
  }

  candidatesIn(cell: number): Int32Array {
    const surroundings = this.#surroundings(cell);
    const hint = this.#puzzle.hints.find((hint) => hint.cell === cell);
    const plain = !hint && !this.#pinned.has(cell) && !this.#leftOut?.has(cell);
    const name = surroundings.join();
    const known = plain ? this.#known.get(name) : undefined;
    if (known) return known;
    const list: number[] = [];
    for (let candidate = 0; candidate < this.#flat.candidateKind.length; candidate++) {
      if (this.#fitsSurroundings(surroundings, candidate) && this.#mayLie(cell, candidate, hint))
        list.push(candidate);
    }
    const candidates = Int32Array.from(list);
    if (plain) this.#known.set(name, candidates);
    return candidates;
  }

  #mayLie(cell: number, candidate: number, hint: EdgePuzzle['hints'][number] | undefined): boolean {
    const { pinned, orientations } = this.#kinds[this.#flat.candidateKind[candidate]!]!;
    const { codes } = orientations[this.#flat.candidateOrientation[candidate]!]!;
    if (pinned !== -1 && pinned !== cell) return false;
    if (hint && !codes.every((code) => keepsHint(this.#puzzle, hint, code))) return false;
    return this.#leftOut?.get(cell)?.has(codes[0]!) !== true;
  }

  #fitsSurroundings(surroundings: readonly number[], candidate: number): boolean {
    const { candidateLabels } = this.#flat;
    const { mate, rim } = this.#labels;
    const sides = surroundings.length;
    const uniform = this.#puzzle.rim.kind === 'uniform';
    let rimLabel = -1;
    for (let side = 0; side < sides; side++) {
      const label = candidateLabels[candidate * sides + side]!;
      const around = surroundings[side]!;
      if (around === RIM) {
        if (rim !== -1 && label !== rim) return false;
        if (uniform && rimLabel !== -1 && label !== rimLabel) return false;
        rimLabel = label;
      } else if (around !== FORBIDDEN) {
        if (mate[label] === -1) return false;
        // On a cylinder or torus that is one cell wide, a cell touches itself.
        if (around >= 0 && candidateLabels[candidate * sides + around] !== mate[label]) return false;
      }
    }
    return true;
  }

  /**
   * Returns what touches each side of a cell: RIM, OPEN or FORBIDDEN. If a side touches another side of the same cell,
   * returns the index of that side instead.
   */
  #surroundings(cell: number): number[] {
    const { board, open } = openBoardOf(this.#puzzle);
    return Array.from({ length: board.sides }, (_, side) => {
      const other = board.across[cell * board.sides + side]!;
      if (other === -1) return RIM;
      const neighbour = Math.floor(other / board.sides);
      if (neighbour === cell) return other % board.sides;
      return open[neighbour] ? OPEN : FORBIDDEN;
    });
  }
}

const RIM = -1;
const OPEN = -2;
const FORBIDDEN = -3;

interface Grouping {
  readonly groups: number;
  readonly groupOf: Int32Array;
  readonly cellsOf: readonly Int32Array[];
  readonly kindsOf: readonly Int32Array[];
  readonly kindGroup: Int32Array;
}

/**
 * Computes the groups: the connected components of the graph that links each cell to the kinds of tiles allowed in it.
 */
function groupsOf(allowed: readonly Int32Array[], { candidateKind }: Flat, kinds: readonly Kind[]): Grouping {
  const parent = Int32Array.from(kinds, (_, kind) => kind);
  const find = (kind: number): number => {
    while (parent[kind] !== kind) kind = parent[kind] = parent[parent[kind]!]!;
    return kind;
  };
  const lists = new Set(allowed);
  for (const list of lists)
    for (const candidate of list) parent[find(candidateKind[candidate]!)] = find(candidateKind[list[0]!]!);
  const numbers = new Map<number, number>();
  const numberOf = (root: number): number => {
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    return numbers.get(root)!;
  };
  const groupOf = Int32Array.from(allowed, (list) =>
    list.length === 0 ? -1 : numberOf(find(candidateKind[list[0]!]!)),
  );
  const kindGroup = Int32Array.from(kinds, (_, kind) => numbers.get(find(kind)) ?? -1);
  const cellsOf = Array.from({ length: numbers.size }, (_, group) =>
    Int32Array.from([...groupOf.keys()].filter((variable) => groupOf[variable] === group)),
  );
  // Put a cell without candidates into group 0. The choice doesn't matter, because the root is a dead end anyway.
  return {
    groups: Math.max(1, numbers.size),
    groupOf: groupOf.map((group) => Math.max(0, group)),
    cellsOf,
    kindsOf: Array.from({ length: numbers.size }, (_, group) =>
      Int32Array.from([...kindGroup.keys()].filter((kind) => kindGroup[kind] === group)),
    ),
    kindGroup,
  };
}

interface Bits {
  readonly words: number;
  readonly candidateAt: Int32Array;
  readonly kindWord: Int32Array;
  readonly kindMask: Int32Array;
  readonly domains: Int32Array;
}

function bitsOf(
  { groups, kindGroup }: Grouping,
  allowed: readonly Int32Array[],
  { candidateKind }: Flat,
  kinds: readonly Kind[],
): Bits {
  const used = new Set([...new Set(allowed)].flatMap((list) => [...list]));
  const byKind = kinds.map((): number[] => []);
  candidateKind.forEach((kind, candidate) => used.has(candidate) && byKind[kind]!.push(candidate));
  const ends = new Int32Array(groups);
  const firstBit = byKind.map((candidates, kind) => {
    const group = kindGroup[kind]!;
    if (group === -1) return -1;
    let at = ends[group]!;
    if ((at & 31) + candidates.length > 32) at = (at | 31) + 1;
    ends[group] = at + candidates.length;
    return at;
  });
  const words = 4 * Math.max(1, Math.ceil(Math.max(0, ...ends) / 128));
  const candidateAt = new Int32Array(groups * words * 32).fill(-1);
  const bitOf = new Int32Array(candidateKind.length).fill(-1);
  byKind.forEach((candidates, kind) =>
    candidates.forEach((candidate, i) => {
      bitOf[candidate] = firstBit[kind]! + i;
      candidateAt[kindGroup[kind]! * words * 32 + firstBit[kind]! + i] = candidate;
    }),
  );
  const domains = new Int32Array(allowed.length * words);
  allowed.forEach((list, variable) => {
    for (const candidate of list)
      domains[variable * words + (bitOf[candidate]! >> 5)]! |= 1 << (bitOf[candidate]! & 31);
  });
  return {
    words,
    candidateAt,
    kindWord: Int32Array.from(firstBit, (bit) => bit >> 5),
    kindMask: Int32Array.from(firstBit, (bit, kind) =>
      bit === -1 ? 0 : (2 ** byKind[kind]!.length - 1) << (bit & 31),
    ),
    domains,
  };
}

function showingOf(
  groups: number,
  { words, candidateAt }: Bits,
  flat: Flat,
  sides: number,
  labels: number,
): Int32Array {
  const showing = new Int32Array(groups * sides * labels * words);
  candidateAt.forEach((candidate, at) => {
    if (candidate === -1) return;
    const group = Math.floor(at / (words * 32));
    const bit = at % (words * 32);
    for (let side = 0; side < sides; side++) {
      const label = flat.candidateLabels[candidate * sides + side]!;
      showing[((group * sides + side) * labels + label) * words + (bit >> 5)]! |= 1 << (bit & 31);
    }
  });
  return showing;
}

function tightOf({ groups, cellsOf, kindGroup }: Grouping, kinds: readonly Kind[]): Uint8Array {
  const tiles = new Int32Array(groups);
  kinds.forEach((kind, i) => kindGroup[i] !== -1 && (tiles[kindGroup[i]!]! += kind.tiles.length));
  return Uint8Array.from(tiles, (count, group) => (count === (cellsOf[group]?.length ?? 0) ? 1 : 0));
}

type Constraints = Pick<
  Model,
  'labelWords' | 'constraints' | 'constraintOf' | 'mated' | 'constraintLabels' | 'constraintSides'
>;

function constraintsOf(puzzle: EdgePuzzle, openCells: Int32Array, { count, mate }: Labels): Constraints {
  const { board, edges, rim } = openBoardOf(puzzle);
  const { sides } = board;
  const variableOf = new Int32Array(board.cells).fill(-1);
  openCells.forEach((cell, variable) => (variableOf[cell] = variable));
  const sideOf = (side: number): number => variableOf[Math.floor(side / sides)]! * sides + (side % sides);
  const constraintOf = new Int32Array(openCells.length * sides).fill(-1);
  const mated = new Uint8Array(constraintOf.length);
  const constraintSides: Int32Array[] = [];
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [sideOf(edges[i]!), sideOf(edges[i + 1]!)];
    // An edge between two sides of the same cell needs no constraint, because `PlacementRules` has checked it.
    if (Math.floor(a / sides) === Math.floor(b / sides)) continue;
    constraintOf[a] = constraintOf[b] = constraintSides.length;
    mated[b] = 1;
    constraintSides.push(Int32Array.of(a, b));
  }
  if (puzzle.rim.kind === 'uniform' && rim.length > 0) {
    const all = rim.map(sideOf);
    for (const side of all) constraintOf[side] = constraintSides.length;
    constraintSides.push(all);
  }
  const labelWords = Math.ceil(count / 32);
  const constraintLabels = new Int32Array(constraintSides.length * labelWords);
  constraintSides.forEach((touching, constraint) => {
    for (let label = 0; label < count; label++) {
      const possible = mated[touching[1] ?? 0] === 0 || (mate[label] ?? -1) !== -1;
      if (possible) constraintLabels[constraint * labelWords + (label >> 5)]! |= 1 << (label & 31);
    }
  });
  return {
    labelWords,
    constraints: constraintSides.length,
    constraintOf,
    mated,
    constraintLabels,
    constraintSides,
  };
}
