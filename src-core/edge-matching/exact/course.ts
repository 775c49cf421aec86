/**
 * The course of a search: which cell is filled at which depth, and for each depth the list of ways to
 * fill it by the labels already known around it. All that a walker needs, as flat arrays; the
 * interpreter (`walk.ts`) and the compiler read the same course and so walk the same tree.
 */
import { mates } from '../../puzzle/labels.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { keepsHint } from '../../puzzle/score.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { random } from '../../random.ts';
import type { Shut } from './symmetry.ts';
import { kindsOf, type Kind } from './tiles.ts';

/** What is done at one depth. */
export interface Step {
  readonly cell: number;
  /**
   * Sides (cell · sides + side) laid before whose labels pick the list: the sides across from this
   * cell's, and under a rim of one colour that is not given the first side laid on the rim.
   */
  readonly inputs: readonly number[];
  readonly table: Table;
}

/**
 * From the input labels to a list of entries. `levels[0]` is indexed by label (one input) or by
 * label 1 · labels + label 2; each further level by row · labels + label, row being what the level
 * before gave, 0 when there is nothing. The last level gives the first entry of the list; entry 0 is the
 * empty list. With no inputs `levels` is empty and `start` is the list.
 */
export interface Table {
  readonly inputs: number;
  readonly levels: readonly Int32Array[];
  readonly start: number;
}

/** One way for one kind of tile to lie. Lists are runs of entries, each closed by an entry of kind -1. */
export interface Course {
  readonly puzzle: EdgePuzzle;
  readonly sides: number;
  readonly cells: number;
  readonly labels: number;
  readonly steps: readonly Step[];
  readonly tables: readonly Table[];
  readonly kinds: readonly Kind[];
  /** by kind: how many tiles there are of it */
  readonly stock: Int32Array;
  /** by entry: kind, index into its ways, labels (entry · sides + side) */
  readonly entryKind: Int32Array;
  readonly entryWay: Int32Array;
  readonly entryLabels: Int32Array;
}

export interface CourseOptions {
  /** cells in the order they are filled */
  readonly order: readonly number[];
  /** exchange of identical tiles is not searched, only counted */
  readonly mergeIdentical: boolean;
  /** beside a cell with a hint, only what fits the hint is tried */
  readonly besideHints: boolean;
  /** shuffles every list by this seed; null leaves them in order of tile number and rotation */
  readonly shuffle: number | null;
  /** ways that are left out; see `symmetry.ts` */
  readonly shut?: Shut | undefined;
}

interface Candidate {
  readonly kind: number;
  readonly way: number;
  readonly edges: readonly number[];
}

export function courseOf(puzzle: EdgePuzzle, options: CourseOptions): Course {
  const { board, open } = openBoardOf(puzzle);
  const { sides, across } = board;
  const kinds = kindsOf(puzzle, options.mergeIdentical);

  const dense = denseLabels(puzzle);
  const labels = Math.max(1, dense.size);
  const labelOf = [...dense.keys()];
  const matesOf = labelOf.map((label) =>
    labelOf.flatMap((other, i) => (mates(puzzle, label, other) ? [i] : [])),
  );

  const all: Candidate[] = kinds.flatMap((kind, k) =>
    kind.ways.map((way, w) => ({ kind: k, way: w, edges: way.edges.map((label) => dense.get(label)!) })),
  );
  if (options.shuffle !== null) random(options.shuffle, 1).shuffle(all);

  const rimColour = puzzle.rim.kind === 'colour' ? dense.get(puzzle.rim.colour)! : -1;
  const hints = new Map(puzzle.hints.map((hint) => [hint.cell, hint]));

  /** Whether a candidate may lie in a cell, whatever lies around it. */
  const mayLie = (cell: number, { kind, way, edges }: Candidate): boolean => {
    const { pinned, ways } = kinds[kind]!;
    if (pinned !== -1 && pinned !== cell) return false;
    const hint = hints.get(cell);
    if (hint && !ways[way]!.codes.every((code) => keepsHint(puzzle, hint, code))) return false;
    if (options.shut?.get(cell)?.has(ways[way]!.codes[0]!)) return false;
    let rimLabel = -1;
    for (let side = 0; side < sides; side++) {
      const label = edges[side]!;
      const other = across[cell * sides + side]!;
      if (other === -1) {
        if (rimColour !== -1 && label !== rimColour) return false;
        if (puzzle.rim.kind === 'uniform' && rimLabel !== -1 && label !== rimLabel) return false;
        rimLabel = label;
      } else if (open[Math.floor(other / sides)] && matesOf[label]!.length === 0) return false;
    }
    return true;
  };

  /** Labels a hinted cell can show on a side; null where the cell has no hint. */
  const shownByHint = new Map<number, Set<number>>();
  if (options.besideHints) {
    for (const cell of hints.keys()) {
      const fitting = all.filter((candidate) => mayLie(cell, candidate));
      for (let side = 0; side < sides; side++) {
        shownByHint.set(cell * sides + side, new Set(fitting.map(({ edges }) => edges[side]!)));
      }
    }
  }

  const entryKind: number[] = [-1];
  const entryWay: number[] = [0];
  const entryLabels: number[] = new Array<number>(sides).fill(0);
  const addList = (list: readonly Candidate[]): number => {
    if (list.length === 0) return 0;
    const start = entryKind.length;
    for (const { kind, way, edges } of list) {
      entryKind.push(kind);
      entryWay.push(way);
      entryLabels.push(...edges);
    }
    entryKind.push(-1);
    entryWay.push(0);
    for (let side = 0; side < sides; side++) entryLabels.push(0);
    return start;
  };

  const pinned = new Set(kinds.map((kind) => kind.pinned));
  /** Names what lies around a cell: cells of one name take the same tiles, unless hints say otherwise. */
  const surroundings = (cell: number): string => {
    let name = pinned.has(cell) ? `pinned ${cell} ` : '';
    const shut = options.shut?.get(cell);
    if (shut) name += `without ${[...shut].join()} `;
    for (let side = 0; side < sides; side++) {
      const other = across[cell * sides + side]!;
      name += other === -1 ? 'r' : open[Math.floor(other / sides)] ? 'o' : 'x';
    }
    return name;
  };

  const laid = new Uint8Array(board.cells);
  const tables = new Map<string, Table>();
  let rimInput = -1;
  const steps = options.order.map((cell): Step => {
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
    const onUniformRim = puzzle.rim.kind === 'uniform' && rimSide !== undefined;
    if (onUniformRim && rimInput !== -1) {
      inputs.push(rimInput);
      inputSides.push(rimSide);
    } else if (onUniformRim) rimInput = cell * sides + rimSide;

    const wanted = Array.from({ length: sides }, (_, side) => {
      const other = across[cell * sides + side]!;
      return laid[Math.floor(other / sides)] ? undefined : shownByHint.get(other);
    });
    const isPlain = !hints.has(cell) && wanted.every((shown) => !shown);
    const place = isPlain ? surroundings(cell) : `cell ${cell}`;
    const fittingHere = (): Candidate[] =>
      all.filter(
        (candidate) =>
          mayLie(cell, candidate) &&
          wanted.every(
            (shown, side) => !shown || matesOf[candidate.edges[side]!]!.some((mate) => shown.has(mate)),
          ),
      );
    laid[cell] = 1;

    // Cells with the same lists share a table.
    const signature = `${place}: ${inputs.map((from, i) => (from === rimInput ? 'rim' : inputSides[i]!)).join()}`;
    let table = tables.get(signature);
    if (!table) {
      const joined = inputSides.map(
        (side, i) => inputs[i] !== rimInput || across[cell * sides + side] !== -1,
      );
      table = buildTable(fittingHere(), inputSides, joined, labels, matesOf, addList);
      tables.set(signature, table);
    }
    return { cell, inputs, table };
  });

  return {
    puzzle,
    sides,
    cells: board.cells,
    labels,
    steps,
    tables: [...tables.values()],
    kinds,
    stock: Int32Array.from(kinds, ({ tiles }) => tiles.length),
    entryKind: Int32Array.from(entryKind),
    entryWay: Int32Array.from(entryWay),
    entryLabels: Int32Array.from(entryLabels),
  };
}

/** Labels in use, numbered without gaps in ascending order. */
function denseLabels(puzzle: EdgePuzzle): Map<number, number> {
  const used = new Set(puzzle.tiles.flatMap(({ edges }) => edges));
  if (puzzle.rim.kind === 'colour') used.add(puzzle.rim.colour);
  return new Map([...used].sort((a, b) => a - b).map((label, i) => [label, i]));
}

/** `joined` by input: a side across (its label must mate with ours) or the rim (must be equal to ours). */
function buildTable(
  candidates: readonly Candidate[],
  inputSides: readonly number[],
  joined: readonly boolean[],
  labels: number,
  matesOf: readonly (readonly number[])[],
  addList: (list: readonly Candidate[]) => number,
): Table {
  const inputs = inputSides.length;
  if (inputs === 0) return { inputs, levels: [], start: addList(candidates) };

  const keyOf = (candidate: Candidate): number[] =>
    inputSides.map((side, i) => {
      // Under both mating rules a label mates with one other at most.
      const label = candidate.edges[side]!;
      return joined[i] ? matesOf[label]![0]! : label;
    });
  const lists = new Map<number, { key: number[]; list: Candidate[] }>();
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    let name = 0;
    for (const label of key) name = name * labels + label;
    const entry = lists.get(name);
    if (entry) entry.list.push(candidate);
    else lists.set(name, { key, list: [candidate] });
  }

  const last = Math.max(0, inputs - 2);
  const rows = Array.from({ length: last + 1 }, () => new Map<number, number>());
  for (const { key, list } of lists.values()) {
    let index = inputs === 1 ? key[0]! : key[0]! * labels + key[1]!;
    for (let level = 0; level < last; level++) {
      let row = rows[level]!.get(index);
      if (row === undefined) rows[level]!.set(index, (row = rows[level]!.size + 1));
      index = row * labels + key[level + 2]!;
    }
    rows[last]!.set(index, addList(list));
  }
  const levels = rows.map((row, level) => {
    const size = level > 0 ? (rows[level - 1]!.size + 1) * labels : inputs === 1 ? labels : labels * labels;
    const array = new Int32Array(size);
    for (const [index, value] of row) array[index] = value;
    return array;
  });
  return { inputs, levels, start: 0 };
}

/** The list at a step, given the label shown on every side laid so far. */
export function listAt({ table, inputs }: Step, labels: number, shown: Int32Array): number {
  const { levels } = table;
  if (levels.length === 0) return table.start;
  const index = inputs.length === 1 ? shown[inputs[0]!]! : shown[inputs[0]!]! * labels + shown[inputs[1]!]!;
  let row = levels[0]![index]!;
  for (let level = 1; level < levels.length; level++) {
    row = levels[level]![row * labels + shown[inputs[level + 1]!]!]!;
  }
  return row;
}
