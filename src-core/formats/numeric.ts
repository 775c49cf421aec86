import { counted } from '../text/counted.ts';
import { gridOf } from '../puzzle/board.ts';
import { numberedLabels } from '../puzzle/labels.ts';
import { MAX_LABELS, type EdgePuzzle, type RimRule } from '../puzzle/puzzle.ts';
import { clockwise, knownOrders, parseEdgeOrder, type EdgeOrder } from './edge-order.ts';
import { CannotWrite, FormatError } from './format-error.ts';
import type { Format, ReadOptions, WrittenPuzzle } from './format.ts';
import { headLines, meaningOf, needsHead, rimRule, type Meaning } from './meaning.ts';
import { puzzleOfRows, readerFor } from './rows.ts';
import { sizeOf, type Size } from './size.ts';
import { facesOf, isNumber, numberIn, shareOfWords, type Line, type Token } from './text.ts';
import { changedIn, lostIn, refuseFewTiles, sizeName } from './written.ts';

/**
 * Numbered colours, one tile per line. A first line can give the size, as `width height`. A 0 is the colour of a
 * frame. Lines `# key: value` can specify any board and rules. Each tile then has one label per side. Labels after a
 * `|` are those of the tile's back.
 */
export const numeric: Format = {
  name: 'numeric',
  title: 'Numbers (0 1 2 0) with 0 for the border',
  extension: 'txt',
  usesOptions: ['size', 'edgeOrder', 'board', 'mating', 'pairs', 'rim', 'turns'],

  recognises: ({ lines }) => (isNumbered(lines) ? 1 : 0.95 * shareOfWords(lines, true, isNumber)),

  readPuzzle(source, options) {
    const { lines } = source;
    const meaning = meaningOf(source, options);
    const faces = facesOf(lines);
    if (meaning.board || meaning.mating === 'opposite' || faces.some(({ back }) => back)) {
      const board = meaning.board ?? { kind: 'rectangle', ...sizeOf(faces.length, options.size) };
      const reader = readerFor(faces, meaning.mating ?? 'same', meaning.rim);
      return { puzzle: puzzleOfRows(faces, reader, { ...meaning, board }, options.name) };
    }
    const all = faces.map(({ edges }) => [...edges]);
    const isHeaded = all[0]!.length <= 2 && all.slice(1).some((row) => row.length > 2);
    const header = isHeaded ? headerSize(all.shift()!) : undefined;
    const rows = withoutNumbers(all);
    const pieces = rows.map((row) => pieceOf(row));
    const tiles = pieces.length;
    if (tiles === 0) {
      throw new FormatError({
        line: 1,
        found: 'the size of a board, but no tiles',
        expected: 'tiles after the size',
        fix: 'Add the tiles.',
      });
    }
    if (header && !options.size && tiles !== header.width * header.height) {
      throw new FormatError({
        line: lines[0]!.number,
        found: `the size ${sizeName(header)} and ${counted(tiles, 'tile')}`,
        expected: counted(header.width * header.height, 'tile'),
        fix: 'Correct the size, or check for a missing or an extra line.',
      });
    }
    const rimEdges = pieces.flat().filter((colour) => colour === 0).length;
    const size = options.size || !header ? sizeOf(tiles, options.size, rimEdges) : header;
    const read = (order: EdgeOrder): EdgePuzzle =>
      ruled(puzzleFrom(pieces, order, size, rimEdges > 0, options), meaning);

    if (options.edgeOrder !== undefined) return { puzzle: read(parseEdgeOrder(options.edgeOrder)) };
    return { puzzle: read(plausibleOrders(pieces, size)[0]!) };
  },

  writePuzzle(puzzle, options) {
    if (puzzle.kind === 'edge-matching' && (options?.head || needsHead(puzzle))) return withHead(puzzle);
    if (puzzle.kind !== 'edge-matching' || puzzle.mating !== 'same') {
      throw new CannotWrite(
        'The numeric format can hold only plain colours. Use the scramble or edgewise format.',
      );
    }
    const { rim, tiles } = puzzle;
    // In this format, colour 0 is the frame. Swap the puzzle's frame colour with 0. Without a frame, number colours
    // from 1.
    const begins = rim.kind === 'free' && tiles.some(({ edges }) => edges.includes(0)) ? 1 : 0;
    const number = (colour: number): number => {
      if (rim.kind !== 'colour') return colour + begins;
      return colour === rim.colour ? 0 : colour === 0 ? rim.colour : colour;
    };
    const { width, height } = gridOf(puzzle.board);
    const full = tiles.length === width * height;
    refuseFewTiles(puzzle, 'edgewise or csv');
    const rows = tiles.map(({ edges }) => edges.map(number).join(' '));
    const lost = lostIn(puzzle);
    return {
      text: [...(full ? [`${width} ${height}`] : []), ...rows, ''].join('\n'),
      lost: full ? lost : [...lost, 'the size of the board'],
      changed: changedIn(puzzle, {
        rim: rim.kind === 'colour' ? 'frame' : 'free',
        turns: 'rotate',
        board: 'plain',
      }),
    };
  },
};

function ruled(puzzle: EdgePuzzle, { rim, turns }: Meaning): EdgePuzzle {
  if (!rim) return turns ? { ...puzzle, turns } : puzzle;
  const rule = rimRule(rim, (text) =>
    numberIn({ text, line: 0, column: 0 }, MAX_LABELS - 1, 'the rim’s colour'),
  );
  const least = rule.kind === 'colour' ? rule.colour + 1 : 0;
  const labels = puzzle.labels.length < least ? numberedLabels(least) : puzzle.labels;
  return { ...puzzle, rim: rule, labels, turns: turns ?? puzzle.turns };
}

function withHead(puzzle: EdgePuzzle): WrittenPuzzle {
  refuseFewTiles(puzzle, 'edgewise or csv');
  const rows = puzzle.tiles.map(({ edges, back }) => edges.join(' ') + (back ? ` | ${back.join(' ')}` : ''));
  return {
    text: [...headLines(puzzle, String), ...rows, ''].join('\n'),
    lost: lostIn(puzzle),
    changed: changedIn(puzzle, { rim: 'said', turns: 'said', board: 'said' }),
  };
}

/**
 * Returns whether each row begins with the number of its tile. If all numbers in the rows are different, returns
 * false, because the rows may be a sliding puzzle.
 */
function isNumbered(lines: readonly Line[]): boolean {
  const from = /^\s*0[\s,;]/.test(lines[0]?.text ?? '') ? 0 : 1;
  const distinct = new Set<string>();
  for (const [i, { text }] of lines.entries()) {
    const row = text.trim().split(/[\s,;]+/);
    if (row.length !== 5 || !row.every(isNumber) || Number(row[0]) !== i + from) return false;
    for (const word of row) distinct.add(word);
  }
  return lines.length > 1 && distinct.size < 5 * lines.length;
}

/** Removes the numbers of tiles. Some programs write five numbers in a row, with the tile's number first. */
function withoutNumbers(rows: readonly Token[][]): Token[][] {
  const from = rows[0]?.[0]?.text === '0' ? 0 : 1;
  const numbered =
    rows.length > 1 && rows.every((row, i) => row.length === 5 && Number(row[0]!.text) === i + from);
  return numbered ? rows.map((row) => row.slice(1)) : [...rows];
}

function headerSize(row: readonly Token[]): Size {
  const [width, height = width] = row.map((token) =>
    numberIn(token, 64, 'the number of columns, then the number of rows'),
  );
  if (width! > 0 && height! > 0) return { width: width!, height: height! };
  throw new FormatError({
    line: row[0]!.line,
    found: `the size ${width} ${height}`,
    expected: 'at least 1 column and 1 row',
    fix: 'Correct the size.',
  });
}

function pieceOf(row: readonly Token[]): number[] {
  const colours = row.map((token) => numberIn(token, MAX_LABELS - 1, 'a colour'));
  if (colours.length === 4) return colours;
  throw new FormatError({
    line: row[0]!.line,
    found: counted(colours.length, 'number'),
    expected: '4 numbers, one for each edge of a tile',
    fix: colours.length < 4 ? 'Add the missing edge.' : 'Write one tile per line.',
  });
}

function puzzleFrom(
  pieces: readonly number[][],
  order: EdgeOrder,
  size: Size,
  framed: boolean,
  options: ReadOptions,
): EdgePuzzle {
  const rim: RimRule = framed ? { kind: 'colour', colour: 0, inside: false } : { kind: 'free' };
  return {
    kind: 'edge-matching',
    name: options.name ?? `${framed ? 'Framed' : 'Colours'} ${sizeName(size)}`,
    board: { kind: 'rectangle', ...size },
    mating: 'same',
    rim,
    turns: 'rotate',
    tiles: pieces.map((piece) => ({ edges: clockwise(piece, order) })),
    labels: numberedLabels(pieces.flat().reduce((a, b) => Math.max(a, b), 0) + 1),
    hints: [],
    forbidden: [],
  };
}

/**
 * Returns the edge orders that allow a frame, or all orders if none does. Of the orders that allow a frame, prefers
 * those under which the colours between border tiles occur nowhere else: if there are any, returns only those.
 */
function plausibleOrders(pieces: readonly number[][], { width, height }: Size): EdgeOrder[] {
  const orders = knownOrders.map(({ order }) => order);
  if (width < 2 || height < 2) return orders;
  const tilesIn = (order: EdgeOrder): number[][] => pieces.map((piece) => clockwise(piece, order));
  const possible = orders.filter((order) =>
    tilesIn(order).every((edges) =>
      edges.every((colour, side) => colour !== 0 || edges[(side + 2) % 4] !== 0),
    ),
  );
  if (possible.length === 0) return orders;
  const telling = possible.filter((order) => framesApart(tilesIn(order)));
  return telling.length > 0 ? telling : possible;
}

function framesApart(tiles: readonly number[][]): boolean {
  const beside = new Set<number>();
  const inside = new Set<number>();
  for (const edges of tiles) {
    edges.forEach((colour, side) => {
      if (colour === 0) return;
      const framed = edges[(side + 1) % 4] === 0 || edges[(side + 3) % 4] === 0;
      (framed ? beside : inside).add(colour);
    });
  }
  return ![...beside].some((colour) => inside.has(colour));
}
