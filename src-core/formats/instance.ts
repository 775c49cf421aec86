import * as v from 'valibot';
import { numberedLabels } from '../puzzle/labels.ts';
import { counted } from '../text/counted.ts';
import { MAX_LABELS, MAX_TILES, type Hint } from '../puzzle/puzzle.ts';
import { CannotWrite, FormatError, placeOf } from './format-error.ts';
import type { Format } from './format.ts';
import { checked, parseJson } from './json.ts';
import { frameFits } from './recognition/frame.ts';
import type { Size } from './size.ts';
import { changedIn, lostIn, plainRectangle, refuseFewTiles, sizeName } from './written.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const side = v.pipe(whole, v.minValue(1), v.maxValue(64));
const colour = v.pipe(whole, v.maxValue(MAX_LABELS - 1));
const InstanceHint = v.pipe(
  v.object({
    pos: v.optional(whole),
    position: v.optional(whole),
    piece: whole,
    rot: v.optional(whole),
    rotation: v.optional(whole),
  }),
  v.check(({ pos, position }) => (pos ?? position) !== undefined, 'a hint without its position (pos)'),
);
const Instance = v.object({
  id: v.optional(v.string()),
  name: v.optional(v.string()),
  width: side,
  height: side,
  pieces: v.pipe(v.array(v.pipe(v.array(colour), v.length(4))), v.minLength(1), v.maxLength(MAX_TILES)),
  hints: v.optional(v.array(InstanceHint), []),
});

/**
 * The JSON format of published collections of puzzles like Eternity II, for example R. Anjou's 2026 data set. Cells
 * and pieces are numbered from 0.
 * - `width` and `height`.
 * - `pieces`: lists of four colours, clockwise from the top. Colour 0 is the frame.
 * - `hints`: `pos` (the cell, in row-major order), `piece` and `rot` (clockwise quarter turns).
 */
export const instance: Format = {
  name: 'instance',
  title: 'Instance (JSON with width, height, pieces, hints)',
  extension: 'json',

  recognises({ text }) {
    if (!/^\s*\{/.test(text) || /"(edgewise|puzzle)"\s*:/.test(text)) return 0;
    if (/"pieces"\s*:\s*\[\s*\{/.test(text)) return 0; // another program's format also has `pieces`, but as objects
    return /"pieces"\s*:\s*\[/.test(text) && /"width"\s*:\s*\d/.test(text) ? 1 : 0;
  },

  readPuzzle({ text }, options) {
    const read = checked(Instance, parseJson(text), '');
    const { id, name, width, height, pieces } = read;
    if (pieces.length < width * height) {
      throw new FormatError({
        line: lineOf(text, 'pieces', 0),
        found: counted(pieces.length, 'piece'),
        expected: `${width * height} for a board of ${sizeName({ width, height })}`,
        fix: 'Add the missing pieces, or correct width and height.',
      });
    }
    const framed = isFramed(pieces, { width, height });
    return {
      puzzle: {
        kind: 'edge-matching',
        name: options.name ?? name ?? id ?? `${framed ? 'Framed' : 'Colours'} ${sizeName({ width, height })}`,
        board: { kind: 'rectangle', width, height },
        mating: 'same',
        rim: framed ? { kind: 'colour', colour: 0, inside: false } : { kind: 'free' },
        turns: 'rotate',
        tiles: pieces.map((edges) => ({ edges })),
        labels: numberedLabels(pieces.flat().reduce((most, each) => Math.max(most, each), 0) + 1),
        hints: hintsOf(text, read),
        forbidden: [],
      },
    };
  },

  writePuzzle(puzzle) {
    if (puzzle.kind !== 'edge-matching' || puzzle.mating !== 'same') {
      throw new CannotWrite('An instance file can hold only plain colours. Use the edgewise format.');
    }
    const { rim, tiles } = puzzle;
    const board = plainRectangle(puzzle, 'Instances', {
      rim: rim.kind === 'colour' ? 'frame' : 'free',
      turns: 'said',
      board: 'plain',
    });
    refuseFewTiles(puzzle, 'edgewise');
    // In this format, colour 0 is the frame. Swap the puzzle's frame colour with 0. Without a frame, number colours
    // from 1.
    const begins = rim.kind === 'free' && tiles.some(({ edges }) => edges.includes(0)) ? 1 : 0;
    const number = (label: number): number => {
      if (rim.kind !== 'colour') return label + begins;
      return label === rim.colour ? 0 : label === 0 ? rim.colour : label;
    };
    const pieces = tiles.map(({ edges }) => edges.map(number));
    const told = puzzle.hints.filter(({ tile }) => tile !== undefined);
    const head = {
      name: puzzle.name,
      width: board.width,
      height: board.height,
      numColors: new Set(pieces.flat().filter((each) => each !== 0)).size,
    };
    const list = (name: string, items: readonly unknown[]): string =>
      `  ${JSON.stringify(name)}: [${items.map((item) => `\n    ${JSON.stringify(item)}`).join(',')}${items.length > 0 ? '\n  ' : ''}]`;
    const fields = [
      ...Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`),
      list('pieces', pieces),
      list(
        'hints',
        told.map(({ cell, tile, rotation }) => ({ pos: cell, piece: tile, rot: rotation })),
      ),
    ];
    const lost = lostIn({ ...puzzle, hints: [] });
    const changed = changedIn(puzzle, {
      rim: rim.kind === 'colour' ? 'frame' : 'free',
      turns: 'rotate',
      board: 'plain',
    });
    // Readers take 0 as the frame colour if and only if the zeros fit a frame.
    const isKept = isFramed(pieces, board) === (rim.kind === 'colour');
    return {
      text: `{\n${fields.join(',\n')}\n}\n`,
      lost: told.length < puzzle.hints.length ? ['the hints without a tile', ...lost] : lost,
      changed: isKept ? changed : [...changed, 'a frame that does not fit around the board'],
    };
  },
};

/** Returns whether the zeros fit a frame. On a board one cell wide or high, a single 0 is enough. */
const isFramed = (pieces: readonly (readonly number[])[], size: Size): boolean =>
  size.width < 2 || size.height < 2
    ? pieces.some((edges) => edges.includes(0))
    : frameFits(
        pieces.map((edges) => edges.map(String)),
        size,
      ).some(({ label, order, exact }) => label === '0' && order === 0 && exact);

function hintsOf(text: string, { width, height, pieces, hints }: v.InferOutput<typeof Instance>): Hint[] {
  const taken = new Set<number>();
  return hints.map(({ pos, position, piece, rot, rotation }, i) => {
    const cell = (pos ?? position)!;
    const turns = rot ?? rotation;
    const fault = (found: string, expected: string, fix: string): FormatError =>
      new FormatError({ line: lineOf(text, 'hints', i), found: `${found} in hints[${i}]`, expected, fix });
    const below = (what: string, value: number, end: number): void => {
      if (value >= end)
        throw fault(`${what} ${value}`, `0 to ${end - 1}`, 'Correct the hint; all numbers start at 0.');
    };
    below('position', cell, width * height);
    below('piece', piece, pieces.length);
    if (turns !== undefined) below('rotation', turns, 4);
    if (taken.has(cell)) {
      throw fault(`position ${cell} a second time`, 'one hint per cell', 'Remove one of the two hints.');
    }
    taken.add(cell);
    return turns === undefined ? { cell, tile: piece } : { cell, tile: piece, rotation: turns };
  });
}

/**
 * Returns the line on which item `at` of the list `field` begins, or the line of the list if it has no such item. Lines
 * are counted from 1, and items from 0. Returns 0 if the text has no such list.
 */
function lineOf(text: string, field: string, at: number): number {
  const begin = new RegExp(`"${field}"\\s*:\\s*\\[`).exec(text);
  if (!begin) return 0;
  const item = /[[{]/g;
  item.lastIndex = begin.index + begin[0].length;
  let found = item.exec(text);
  for (let i = 0; i < at && found; i++) found = item.exec(text);
  return placeOf(text, found?.index ?? begin.index).line;
}
