import { boardOf, gridOf, shapeName } from '../puzzle/board.ts';
import { alphabets, eternity2, eternity2Tiles, officialHints } from '../puzzle/eternity2.ts';
import { letteredLabels } from '../puzzle/labels.ts';
import { openBoardOf, startBoard } from '../puzzle/open-board.ts';
import { orientationsOf } from '../puzzle/appearance.ts';
import { EMPTY, emptyBoard, placementCode, tileOf, type PartialBoard } from '../puzzle/partial-board.ts';
import { counted } from '../text/counted.ts';
import type { EdgePuzzle, Puzzle, Tile } from '../puzzle/puzzle.ts';
import { keepsHint, shownLabels } from '../puzzle/score.ts';
import { CannotWrite, FormatError, quoted } from './format-error.ts';
import type { Format, Question, ReadOptions, ReadPuzzle } from './format.ts';
import type { Source } from './text.ts';
import { changedIn, lostIn, plainRectangle, sizeName } from './written.ts';

/**
 * Links to the board viewer e2.bucas.name, with these fields:
 * - `board_edges`: four letters per cell, clockwise from the top. `a` is the grey border; `aaaa` is an empty cell.
 * - `board_pieces`: three digits per cell, numbered from 1 (000 = empty) or, in some links, from 0.
 * - `motifs_order`: the name of one of three alphabets for Eternity II.
 */
export const bucas: Format = {
  name: 'bucas',
  title: 'Link to e2.bucas.name',
  extension: 'url',
  usesOptions: ['pieceBase'],

  recognises({ text, lines }) {
    if (lines.length === 0) return 0; // JSON is never a link; `lines` is empty for JSON
    if (text.includes(EDGES_PARAMETER)) return 1;
    return VIEWER_MENTION.test(text) ? 0.9 : 0; // text in another format may also contain a link
  },

  readPuzzle(source, options) {
    const link = parseLink(source);
    return recognisedEternity2(link, options) ?? puzzleFrom(link, options);
  },

  writePuzzle(puzzle) {
    if (puzzle.kind !== 'edge-matching') throw cannot();
    const rim = puzzle.rim.kind === 'free' ? 'free' : 'frame';
    const read = { rim, turns: 'rotate', board: 'plain' } as const;
    // A cylinder or torus is written as a flat rectangle. Boards of other kinds are refused.
    if (puzzle.board.kind !== 'rectangle') plainRectangle(puzzle, 'A link', read);
    const { rim: rule, tiles } = puzzle;
    // A link has no rim rule: only grey edges can show a frame. It also leaves out tiles that are not on the board.
    const isFrameless = rule.kind === 'colour' && !tiles.some(({ edges }) => edges.includes(rule.colour));
    const changed = [
      ...changedIn(puzzle, read),
      ...(isFrameless ? ['a rim label that no tile shows'] : []),
      ...(tiles.length > boardOf(puzzle.board).cells ? ['the spare tiles'] : []),
    ];
    const renamed = nameFrom(nameIn(puzzle)) === puzzle.name ? [] : ['some characters of the name'];
    return {
      text: `${linkTo(puzzle, startBoard(puzzle))}\n`,
      lost: [...renamed, ...lostIn(puzzle)],
      changed,
    };
  },

  readBoard(puzzle, source) {
    const link = parseLink(source);
    const { width, height } = gridOf(puzzle.board);
    if (link.width !== width || link.height !== height || puzzle.board.kind !== 'rectangle') {
      throw fault(
        `a board of ${sizeName(link)}`,
        `the puzzle’s board, ${shapeName(puzzle.board)}`,
        'Check that the link belongs to this puzzle.',
      );
    }
    return boardIn(puzzle, link);
  },

  writeBoard: (puzzle, board) => `${linkTo(puzzle, board)}\n`,
};

interface Link {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** each cell's labels, as four letters */
  readonly cells: readonly string[];
  readonly pieces: readonly number[] | null;
  readonly motifsOrder: string;
}

const EMPTY_CELL = 'aaaa';
const EDGES_PARAMETER = 'board_edges=';
const VIEWER_MENTION = /bucas\.name|eternity2\.dev|board_w=/;

function parseLink({ text: written }: Source): Link {
  // Links copied from HTML have `&amp;` instead of `&`. In a link that is a parameter of another link, `=`, `&` and `#`
  // are percent-encoded.
  const text = written.replaceAll('&amp;', '&').replaceAll(/%(?:3D|26|23)/gi, decodeURIComponent);
  const at = text.includes(EDGES_PARAMETER)
    ? text.indexOf(EDGES_PARAMETER)
    : Math.max(0, text.search(VIEWER_MENTION));
  const url =
    text
      .slice(0, at)
      .split(/[\s("'<]/)
      .at(-1)! + text.slice(at).split(/[\s)"'<>]/, 1)[0]!;
  const fields = new Map<string, string>();
  for (const part of url.split(/[#?&]/)) {
    const at = part.indexOf('=');
    if (at > 0) fields.set(part.slice(0, at), part.slice(at + 1));
  }
  const edges = fields.get('board_edges');
  if (edges === undefined) {
    throw fault(
      'no board_edges in the link',
      'board_edges=... with four letters for each cell',
      'Copy the whole link from the address bar of the viewer; names of built-in boards cannot be looked up offline.',
    );
  }
  const strange = edges.search(/[^a-z]/);
  if (strange !== -1) {
    throw fault(
      `${quoted(edges[strange]!)} at position ${strange + 1} of board_edges`,
      'lowercase letters a to z',
      'Copy the link again.',
    );
  }
  const side = Math.sqrt(edges.length / 4);
  const given = fields.get('board_w') ?? fields.get('puzzle_size');
  const width = given === undefined ? Math.round(side) : Number(given);
  const height = fields.has('board_h')
    ? Number(fields.get('board_h'))
    : given === undefined
      ? width
      : Number(given);
  if (![width, height].every((size) => Number.isInteger(size) && size >= 1 && size <= 64)) {
    throw fault(`board_w=${width}, board_h=${height}`, 'sizes from 1 to 64', 'Correct the link.');
  }
  if (edges.length !== 4 * width * height) {
    throw fault(
      `${counted(edges.length, 'letter')} in board_edges`,
      `${4 * width * height} for ${sizeName({ width, height })}, four per cell`,
      edges.length < 4 * width * height ? 'The link is incomplete: copy it again.' : 'Copy the link again.',
    );
  }
  return {
    name: nameFrom(fields.get('puzzle') ?? ''),
    width,
    height,
    cells: edges.match(/.{4}/g)!,
    pieces: piecesIn(fields.get('board_pieces'), width * height),
    motifsOrder: fields.get('motifs_order') ?? 'default',
  };
}

function piecesIn(digits: string | undefined, cells: number): number[] | null {
  if (digits === undefined || digits === '') return null;
  if (/^\d*$/.test(digits) && digits.length === 3 * cells) return digits.match(/.{3}/g)!.map(Number);
  throw fault(
    `${counted(digits.length, 'character')} in board_pieces`,
    `${3 * cells} digits, three per cell`,
    digits.length < 3 * cells ? 'The link is incomplete: copy it again.' : 'Copy the link again.',
  );
}

const fault = (found: string, expected: string, fix: string): FormatError =>
  new FormatError({ line: 1, found, expected, fix });

/** Returns each cell's labels, or null for an empty cell. A letter outside the alphabet becomes -1. */
const decode = (link: Link, alphabet: string): (number[] | null)[] =>
  link.cells.map((cell) =>
    cell === EMPTY_CELL ? null : Array.from(cell, (letter) => alphabet.indexOf(letter)),
  );

const DEFAULT_ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Returns the alphabet with this name. A link can contain any name, even `constructor`, hence `hasOwn`. */
const alphabetNamed = (order: string): string | undefined =>
  Object.hasOwn(alphabets, order) ? alphabets[order] : undefined;

/** Returns the alphabets that the link may use for this puzzle, likeliest first. */
function alphabetsFor(puzzle: EdgePuzzle, link: Link): string[] {
  if (isEternity2(puzzle)) {
    return [...new Set([alphabetNamed(link.motifsOrder) ?? DEFAULT_ALPHABET, ...Object.values(alphabets)])];
  }
  return [alphabetOf(puzzle) ?? DEFAULT_ALPHABET, DEFAULT_ALPHABET];
}

function boardIn(puzzle: EdgePuzzle, link: Link): PartialBoard {
  let best: { board: PartialBoard; missing: number } | null = null;
  for (const alphabet of alphabetsFor(puzzle, link)) {
    const found = findTiles(puzzle, decode(link, alphabet), link.pieces);
    if (!best || found.missing === -1) best = found;
    if (found.missing === -1) break;
  }
  const { board, missing } = best!;
  if (missing === -1) return board;
  const { width } = gridOf(puzzle.board);
  throw fault(
    `edges "${link.cells[missing]}" in row ${Math.floor(missing / width) + 1}, column ${(missing % width) + 1}`,
    'the edges of one of the tiles of this puzzle',
    'Check that the link belongs to this puzzle.',
  );
}

/**
 * Finds the tile in each cell by its labels. Among tiles with equal edges, prefers the tile in `pieces`, then one that
 * is not used yet. `missing` is the first cell that no tile fits, or -1.
 */
function findTiles(
  puzzle: EdgePuzzle,
  cells: readonly (readonly number[] | null)[],
  pieces: readonly number[] | null,
): { board: PartialBoard; missing: number } {
  const codesByEdges = new Map<string, number[]>();
  puzzle.tiles.forEach((tile, number) => {
    for (const { rotation, flipped, edges } of orientationsOf(tile, puzzle.turns)) {
      const key = edges.join();
      const codes = codesByEdges.get(key) ?? [];
      codes.push(placementCode(number, rotation, flipped));
      codesByEdges.set(key, codes);
    }
  });
  const base = baseOf(cells, pieces, puzzle.tiles.length).base;
  const board = emptyBoard(cells.length);
  const used = new Set<number>();
  let missing = -1;
  cells.forEach((edges, cell) => {
    if (!edges) return;
    const codes = codesByEdges.get(edges.join());
    if (!codes) {
      if (missing === -1) missing = cell;
      return;
    }
    const named = codes.find((code) => pieces && tileOf(code) === pieces[cell]! - base);
    const code = named ?? codes.find((c) => !used.has(tileOf(c))) ?? codes[0]!;
    used.add(tileOf(code));
    board[cell] = code;
  });
  return { board, missing };
}

function baseOf(
  cells: readonly (readonly number[] | null)[],
  pieces: readonly number[] | null,
  tiles: number,
): { base: 0 | 1; open: boolean } {
  if (!pieces) return { base: 1, open: false };
  const placed = pieces.filter((_, cell) => cells[cell]);
  if (placed.includes(0)) return { base: 0, open: false };
  return { base: 1, open: !placed.includes(tiles) };
}

const isEternity2 = (puzzle: Puzzle): boolean =>
  puzzle.kind === 'edge-matching' &&
  puzzle.tiles.length === eternity2Tiles.length &&
  puzzle.tiles.every(({ edges }, tile) => edges.join() === eternity2Tiles[tile]!.edges.join());

/** Returns Eternity II with all 256 tiles if the link shows a 16 × 16 board of Eternity II's tiles; otherwise null. */
function recognisedEternity2(link: Link, options: ReadOptions): ReadPuzzle | null {
  if (link.width !== 16 || link.height !== 16 || link.cells.every((cell) => cell === EMPTY_CELL)) return null;
  const plain = eternity2([]);
  for (const alphabet of alphabetsFor(plain, link)) {
    const { board, missing } = findTiles(plain, decode(link, alphabet), link.pieces);
    if (missing !== -1) continue;
    const kept = officialHints.filter((hint) => keepsHint(plain, hint, board[hint.cell]!));
    const hints = kept.length > 0 ? kept : officialHints.slice(0, 1);
    return { puzzle: { ...eternity2(hints), name: options.name ?? (link.name || plain.name) }, board };
  }
  return null;
}

function puzzleFrom(link: Link, options: ReadOptions): ReadPuzzle {
  const { width, height } = link;
  // If no edge is grey (`a`), there is no frame, and the labels start at `b`.
  const framed = link.cells.some((cell) => cell !== EMPTY_CELL && cell.includes('a'));
  const cells = decode(link, framed ? DEFAULT_ALPHABET : DEFAULT_ALPHABET.slice(1));
  const placed = cells.flatMap((edges, cell) => (edges ? [{ edges, cell }] : []));
  if (placed.length === 0) {
    throw fault(
      'a board without any tile',
      'at least one cell with letters other than aaaa',
      'Copy the link of a board with tiles on it.',
    );
  }
  const shown = baseOf(cells, link.pieces, width * height);
  const base = options.pieceBase ?? shown.base;
  const { pieces } = link;
  if (pieces) placed.sort((a, b) => pieces[a.cell]! - pieces[b.cell]! || a.cell - b.cell);
  const colours = placed.flatMap(({ edges }) => edges).reduce((a, b) => Math.max(a, b), 0) + 1;
  const read = (from: 0 | 1): EdgePuzzle => ({
    kind: 'edge-matching',
    name: options.name ?? (link.name || `Framed ${sizeName(link)}`),
    board: { kind: 'rectangle', width, height },
    mating: 'same',
    rim: framed ? { kind: 'colour', colour: 0, inside: false } : { kind: 'free' },
    turns: 'rotate',
    tiles: placed.map(({ edges }): Tile => ({ edges })),
    labels: letteredLabels(colours),
    hints: [],
    forbidden: [],
    ...(placed.length < width * height
      ? {
          notes: `From a link that shows ${placed.length} of ${counted(width * height, 'tile')}${numbersOf(from)}.`,
        }
      : {}),
  });
  const numbersOf = (from: 0 | 1): string =>
    pieces ? `, numbered ${placed.map(({ cell }) => pieces[cell]! + 1 - from).join(' ')}` : '';
  const board = emptyBoard(width * height);
  placed.forEach(({ cell }, tile) => (board[cell] = placementCode(tile, 0)));
  const asked = shown.open && options.pieceBase === undefined && placed.length < width * height;
  return { puzzle: read(base), board, questions: asked ? [baseQuestion(read)] : [] };
}

const baseQuestion = (read: (base: 0 | 1) => EdgePuzzle): Question => ({
  text: 'Do the piece numbers in this link start from 1 or from 0?',
  choices: [
    { options: { pieceBase: 1 }, title: 'from 1, as in the viewer', preview: read(1) },
    { options: { pieceBase: 0 }, title: 'from 0', preview: read(0) },
  ],
});

function alphabetOf(puzzle: EdgePuzzle): string | null {
  const { rim, labels } = puzzle;
  const begins = rim.kind === 'colour' ? 0 : 1; // `a` is reserved for the grey rim
  if (labels.length + begins > 26) return null;
  const letters = Array.from(labels, (_, colour) => DEFAULT_ALPHABET[colour + begins]!);
  if (rim.kind === 'colour') [letters[0], letters[rim.colour]] = [letters[rim.colour]!, letters[0]!];
  return letters.join('');
}

const cannot = (): CannotWrite =>
  new CannotWrite(
    'A link can hold only tiles with up to 25 plain colours, on a rectangle. Use the edgewise format.',
  );

const nameIn = ({ name }: EdgePuzzle): string => name.replaceAll(/[\s&=#?%"'<>()]/g, '_');
const nameFrom = (field: string): string => field.replaceAll('_', ' ').trim();

function linkTo(puzzle: EdgePuzzle, board: PartialBoard): string {
  const alphabet = puzzle.mating === 'same' && puzzle.board.kind === 'rectangle' ? alphabetOf(puzzle) : null;
  if (!alphabet) throw cannot();
  const { width, height } = gridOf(puzzle.board);
  const { sides } = openBoardOf(puzzle).board;
  const edges = Array.from(shownLabels(puzzle, board), (label) => (label < 0 ? 'a' : alphabet[label]!)).join(
    '',
  );
  const pieces = Array.from(board, (code) => String(code === EMPTY ? 0 : tileOf(code) + 1).padStart(3, '0'));
  if (sides !== 4 || puzzle.tiles.length > 999) throw cannot();
  if (board.some((code, cell) => code !== EMPTY && edges.startsWith(EMPTY_CELL, 4 * cell))) {
    throw new CannotWrite(
      'In a link, a tile that is grey on every side would be read as an empty cell. Use the edgewise format.',
    );
  }
  return (
    `https://e2.bucas.name/#puzzle=${nameIn(puzzle)}&board_w=${width}&board_h=${height}` +
    `&board_edges=${edges}&board_pieces=${pieces.join('')}` +
    (isEternity2(puzzle) ? '&motifs_order=jblackwood' : '')
  );
}
