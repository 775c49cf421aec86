/**
 * Reads boards for which the text shows the labels of each cell: as words, as letters without separators, or drawn in
 * boxes.
 */
import { before } from '../../text/trimmed.ts';
import { labelName } from '../../puzzle/labels.ts';
import { orientationsOf } from '../../puzzle/appearance.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { EMPTY, emptyBoard, placementCode, tileOf, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { shortLabels } from '../label-text.ts';
import { clockwise, knownOrders, type EdgeOrder } from '../edge-order.ts';
import { directionsOf, parsed } from './structured.ts';
import type { BoardCandidate } from './candidate.ts';
import { drawnRows } from './drawings.ts';

/**
 * What the text shows for a cell: its labels, not necessarily in clockwise order, and the number of its tile (counted
 * from 1; null if the text doesn't give it).
 */
export interface ShownCell {
  readonly labels: readonly string[];
  readonly tile: number | null;
}

const MAX_SEARCH_STEPS = 400_000;

/** Returns the boards whose cells show the labels in the text, or none if any cell lacks a label. */
export function colourBoards(puzzle: EdgePuzzle, text: string): BoardCandidate[] {
  const { cells, sides } = openBoardOf(puzzle).board;
  const drawn =
    puzzle.board.kind === 'rectangle' ? (drawnCells(text, puzzle.board) ?? crosses(text, cells)) : null;
  const named = drawn ? null : jsonCells(text, cells, sides);
  const shown = drawn ?? named?.cells ?? quotedCells(text, cells) ?? listedCells(text, cells, sides);
  if (!shown) return [];
  const isOrdered = drawn !== null || named?.named === true || sides !== 4;
  return boardsShowing(puzzle, shown, isOrdered ? ['NESW'] : knownOrders.map(({ order }) => order));
}

/**
 * Returns the boards whose cells show these labels. The text can use the puzzle's label names, or any other names that
 * map one to one to the puzzle's labels.
 */
export function boardsShowing(
  puzzle: EdgePuzzle,
  shown: readonly (ShownCell | null)[],
  orders: readonly EdgeOrder[],
): BoardCandidate[] {
  for (const read of [byNames, byMapping]) {
    const found = orders.flatMap((order, i): BoardCandidate[] => {
      const cells = shown.map(
        (cell) => cell && { ...cell, labels: order === 'NESW' ? cell.labels : clockwise(cell.labels, order) },
      );
      const board = read(puzzle, cells);
      const title = `the labels of each cell${order === 'NESW' ? '' : `, edges ${Array.from(order).join(' ')}`}`;
      return board ? [{ board, title, oddity: 0.1 + 0.1 * i }] : [];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** Finds the cells of a board in JSON. A cell is a list of labels, an object with named edges, or empty. */
function jsonCells(
  text: string,
  cells: number,
  sides: number,
): { cells: (ShownCell | null)[]; named: boolean } | null {
  const json = parsed(text);
  if (json === undefined) return null;
  const queue: unknown[] = [json];
  for (let i = 0; i < queue.length && i < MAX_VISITED_VALUES; i++) {
    const value = queue[i];
    if (Array.isArray(value)) {
      const items = value as unknown[];
      const flat = items.length < cells && items.every((item) => Array.isArray(item)) ? items.flat(1) : items;
      const shown = flat.length === cells ? flat.map((item) => labelsIn(item, sides)) : [undefined];
      if (shown.every((cell) => cell !== undefined) && shown.some((cell) => cell !== null)) {
        return { cells: shown, named: flat.some((item) => item !== null && !Array.isArray(item)) };
      }
      queue.push(...items.slice(0, 300));
    } else if (value !== null && typeof value === 'object')
      queue.push(...(Object.values(value) as unknown[]));
  }
  return null;
}

const MAX_VISITED_VALUES = 5_000;

function labelsIn(item: unknown, sides: number): ShownCell | null | undefined {
  if (item === null || item === false || (Array.isArray(item) && item.length === 0)) return null;
  const labels = Array.isArray(item)
    ? (item as unknown[])
    : typeof item === 'object' && sides === 4
      ? directionsOf(item as Record<string, unknown>)
      : null;
  const isLabel = (label: unknown): boolean => typeof label === 'string' || typeof label === 'number';
  if (labels?.length !== sides || !labels.every(isLabel)) return undefined;
  return { labels: labels.map(String), tile: null };
}

/** Matches a list of labels in quotes, such as `['h', 'E', 'b', 'A']`. */
const QUOTED_LABELS = /[[({]\s*((?:["'][^"'\s,]{1,20}["'][\s,]*){3,6})[\])}]/g;

/** Returns the lists of labels in quotes, if there is one per cell. Other text may come between them. */
function quotedCells(text: string, cells: number): ShownCell[] | null {
  const lists = Array.from(text.matchAll(QUOTED_LABELS), ([, list = '']) => list.match(/[^"'\s,]+/g) ?? []);
  return lists.length === cells ? lists.map((labels) => ({ labels, tile: null })) : null;
}

/** Returns the labels of numbered lines such as `[3] => 1;9;5;2`. */
const numberedLines = (text: string, sides: number): string[][] =>
  text
    .split('\n')
    .flatMap((line) => /^\s*\[?\d+[\]:)](.*)$/.exec(line)?.[1] ?? [])
    .map((line) => line.split(/(?:[\s,;|]|[-=]>)+/).filter((word) => word !== ''))
    .filter(({ length }) => length === sides);

function listedCells(text: string, cells: number, sides: number): (ShownCell | null)[] | null {
  const bare = text
    .split(/\r\n|\n|\r/)
    .map((line) => before(line, '#'))
    .join('\n');
  const words = bare.split(/[\s,;|[\]{}()"']+/).filter((word) => word !== '');
  const cut = (list: readonly string[]): (ShownCell | null)[] =>
    Array.from({ length: cells }, (_, cell) => {
      const labels = list.slice(cell * sides, (cell + 1) * sides);
      return labels.every((label) => EMPTY_LABEL.test(label)) ? null : { labels, tile: null };
    });
  if (words.length === cells * sides) return cut(words);
  const letters = EDGES_IN_LINK.exec(text)?.[1] ?? '';
  if (letters.length === cells * sides)
    return cut(Array.from(letters)).map((cell) =>
      cell?.labels.every((label) => label === 'a') ? null : cell,
    );
  if (
    words.length === cells &&
    words.every(({ length }) => length === words[0]!.length && length % sides === 0)
  ) {
    const size = words[0]!.length / sides;
    return cut(
      words.flatMap((word) => Array.from({ length: sides }, (_, i) => word.slice(i * size, (i + 1) * size))),
    );
  }
  const lines = numberedLines(bare, sides);
  if (lines.length === cells) return cut(lines.flat());
  const joined = words.join('');
  if (joined.length === cells * sides) return cut(Array.from(joined));
  const rows = evenRows(bare, cells, sides);
  return rows === null ? null : cut(rows);
}

const EMPTY_LABEL = /^[-._*?]+$/;
/** Matches the parameter of a viewer link that holds the labels of all cells. */
const EDGES_IN_LINK = /board_edges=([a-z]+)/;

/**
 * Returns the labels on lines with equally many words, if together these lines hold exactly the labels of all cells.
 * Ignores lines of other lengths, such as a score or a size.
 */
function evenRows(text: string, cells: number, sides: number): string[] | null {
  const lines = text.split('\n').map((line) => line.split(/[\s,;|[\]{}()"']+/).filter((word) => word !== ''));
  const written = lines.filter(({ length }) => length > 0);
  for (const length of new Set(written.map((line) => line.length))) {
    const rows = written.filter((line) => line.length === length);
    if (length % sides === 0 && rows.length * length === cells * sides) return rows.flat();
    const isJoined = rows.every((row) => row.every((word) => word.length === sides));
    if (isJoined && rows.length * length === cells) return rows.flat().flatMap((word) => Array.from(word));
  }
  return null;
}

/** Reads cells drawn on three lines, with bars between them. */
function drawnCells(
  text: string,
  { width, height }: { width: number; height: number },
): (ShownCell | null)[] | null {
  const own = bandsOf(text.split(/\r\n|\n|\r/), width).slice(0, height);
  if (own.length < height) return null;
  const cells: (ShownCell | null | undefined)[] = own.flatMap((lines) =>
    Array.from({ length: width }, (_, column) => drawnCell(lines.map((parts) => wordsIn(parts[column]!)))),
  );
  return cells.every((cell) => cell !== undefined) ? cells : null;
}

/** Reads a full board without bars between the cells. Each cell's labels form a cross. */
function crosses(text: string, cells: number): ShownCell[] | null {
  const withoutProse = text
    .split('\n')
    .filter((line) => !/\p{L}{3}/u.test(line))
    .join('\n');
  const tiles = (drawnRows(text) ?? drawnRows(withoutProse))?.rows.slice(1);
  return tiles?.length === cells
    ? tiles.map(({ tokens }) => ({ labels: tokens.map((label) => label.text), tile: null }))
    : null;
}

function bandsOf(lines: readonly string[], width: number): string[][][] {
  const bands: string[][][] = [];
  let band: string[][] = [];
  for (const line of lines) {
    const parts = line.split('|');
    if (parts.length === width) band.push(parts);
    else if (parts.length === width + 2) band.push(parts.slice(1, -1));
    else if (parts.length === 2 * width + 1) band.push(parts.filter((_, at) => at % 2 === 1));
    else band = [];
    if (band.length < 3) continue;
    bands.push(band);
    band = [];
  }
  return bands;
}

/**
 * Returns the words in a part of a drawn line. Drops the diagonals and crosses that some programs draw inside cells.
 */
const wordsIn = (part: string): string[] =>
  part
    .replace(/[\\/╲╱]/g, ' ')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');

function drawnCell([top = [], middle = [], bottom = []]: readonly string[][]): ShownCell | null | undefined {
  if (top.length <= 1 && /^#*$/.test(top.join('')))
    return /^[#Xx×]*$/.test(middle.join('')) ? null : undefined;
  const lengths = [top.length, middle.length, bottom.length].join(' ');
  if (!/^[12] [23] 1$/.test(lengths)) return undefined;
  const number = top.length === 2 ? top[0]! : middle.length === 3 ? middle[1]! : '';
  const tile = /^\d+/.exec(number)?.[0];
  return {
    labels: [top.at(-1)!, middle.at(-1)!, bottom[0]!, middle[0]!],
    tile: tile === undefined ? null : Number(tile),
  };
}

interface Way {
  readonly code: number;
  readonly edges: readonly number[];
}

const waysOf = (puzzle: EdgePuzzle): Way[] =>
  puzzle.tiles.flatMap((tile, number) =>
    orientationsOf(tile, puzzle.turns).map(({ rotation, flipped, edges }) => ({
      code: placementCode(number, rotation, flipped),
      edges,
    })),
  );

function byNames(puzzle: EdgePuzzle, shown: readonly (ShownCell | null)[]): PartialBoard | null {
  const short = shortLabels(puzzle);
  const nameSets = [
    (label: number): string => short(label),
    (label: number): string => labelName(puzzle, label),
    (label: number): string =>
      puzzle.mating === 'same' ? (puzzle.labels[label]?.name ?? '') : String(label),
    (label: number): string => String(label),
  ];
  const ways = waysOf(puzzle);
  for (const nameOf of nameSets) {
    const codesByLabels = new Map<string, number[]>();
    for (const { code, edges } of ways) {
      const key = edges.map(nameOf).join('\n');
      codesByLabels.set(key, [...(codesByLabels.get(key) ?? []), code]);
    }
    const board = emptyBoard(shown.length);
    const used = new Set<number>();
    const fits = shown.every((cell, i) => {
      if (!cell) return true;
      const codes = codesByLabels.get(cell.labels.join('\n'));
      if (!codes) return false;
      const code =
        codes.find((each) => tileOf(each) + 1 === cell.tile) ??
        codes.find((each) => !used.has(tileOf(each))) ??
        codes[0]!;
      used.add(tileOf(code));
      board[i] = code;
      return true;
    });
    if (fits) return board;
  }
  return null;
}

function waysBySide(ways: readonly Way[]): (side: number, label: number) => readonly Way[] {
  const lists = new Map<string, Way[]>();
  for (const way of ways) {
    way.edges.forEach((label, side) => {
      const list = lists.get(`${side} ${label}`);
      if (list) list.push(way);
      else lists.set(`${side} ${label}`, [way]);
    });
  }
  return (side, label) => lists.get(`${side} ${label}`) ?? [];
}

/**
 * Maps the labels in the text one to one to the puzzle's labels, so that every cell shows one of the tiles. Returns the
 * resulting board, or null if there is no such mapping.
 */
function byMapping(puzzle: EdgePuzzle, shown: readonly (ShownCell | null)[]): PartialBoard | null {
  const cells = shown.flatMap((cell, index) => (cell ? [{ ...cell, index }] : []));
  if (cells.length < 4) return null;
  const theirs = countsOf(cells.map(({ labels }) => labels));
  const ours = countsOf(puzzle.tiles.map(({ edges }) => edges));
  if (theirs.size > ours.size) return null;
  const whole = cells.length === puzzle.tiles.length;
  const mayBe = (name: string, label: number): boolean =>
    whole ? theirs.get(name) === ours.get(label) : theirs.get(name)! <= ours.get(label)!;
  // Cells with rare labels come first, because they leave the fewest choices.
  const rarity = ({ labels }: ShownCell): number => Math.min(...labels.map((name) => theirs.get(name)!));
  const order = cells.toSorted((a, b) => rarity(a) - rarity(b));
  const board = emptyBoard(shown.length);
  return new Mapping(puzzle, order, mayBe).fill(board, 0) ? board : null;
}

function countsOf<Label>(lists: readonly (readonly Label[])[]): ReadonlyMap<Label, number> {
  const counts = new Map<Label, number>();
  for (const label of lists.flat()) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

class Mapping {
  readonly #to = new Map<string, number>();
  readonly #from = new Map<number, string>();
  readonly #ways: readonly Way[];
  readonly #waysAt: (side: number, label: number) => readonly Way[];
  /** the cells, in the order they are filled */
  readonly #order: (ShownCell & { index: number })[];
  readonly #mayBe: (name: string, label: number) => boolean;
  readonly #used: Uint8Array;
  #steps = 0;

  constructor(
    puzzle: EdgePuzzle,
    order: (ShownCell & { index: number })[],
    mayBe: (name: string, label: number) => boolean,
  ) {
    this.#ways = waysOf(puzzle);
    this.#waysAt = waysBySide(this.#ways);
    this.#order = order;
    this.#mayBe = mayBe;
    this.#used = new Uint8Array(puzzle.tiles.length);
  }

  /** Fills the cells of `#order` from index `depth`. Returns false if this is impossible or takes too many steps. */
  fill(board: PartialBoard, depth: number): boolean {
    if (depth === this.#order.length) return true;
    const { labels, index } = this.#next(depth);
    for (const { code, edges } of this.#waysFor(labels)) {
      if (++this.#steps > MAX_SEARCH_STEPS) return false;
      if (this.#used[tileOf(code)] === 1) continue;
      const added: string[] = [];
      if (edges.every((label, side) => this.#map(labels[side]!, label, added))) {
        this.#used[tileOf(code)] = 1;
        board[index] = code;
        if (this.fill(board, depth + 1)) return true;
        this.#used[tileOf(code)] = 0;
        board[index] = EMPTY;
      }
      for (const name of added) {
        this.#from.delete(this.#to.get(name)!);
        this.#to.delete(name);
      }
    }
    return false;
  }

  /**
   * Chooses the cell to fill next: the unfilled one with the most labels already mapped. Moves it to index `depth` of
   * `#order`.
   */
  #next(depth: number): ShownCell & { index: number } {
    let at = depth;
    let most = -1;
    for (let i = depth; i < this.#order.length; i++) {
      const { labels } = this.#order[i]!;
      const known = labels.filter((label) => this.#to.has(label)).length;
      if (known > most) [at, most] = [i, known];
      if (known === labels.length) break;
    }
    [this.#order[depth], this.#order[at]] = [this.#order[at]!, this.#order[depth]!];
    return this.#order[depth];
  }

  #waysFor(labels: readonly string[]): readonly Way[] {
    let least = this.#ways;
    labels.forEach((name, side) => {
      const label = this.#to.get(name);
      const list = label === undefined ? this.#ways : this.#waysAt(side, label);
      if (list.length < least.length) least = list;
    });
    return least;
  }

  /**
   * Maps a name to a label, and adds the name to `added` if it is new. Returns false if the name can't stand for this
   * label.
   */
  #map(name: string, label: number, added: string[]): boolean {
    const known = this.#to.get(name);
    if (known !== undefined) return known === label;
    if (this.#from.has(label) || !this.#mayBe(name, label)) return false;
    this.#to.set(name, label);
    this.#from.set(label, name);
    added.push(name);
    return true;
  }
}
