/** The board and rules of a text that lists tiles, from `# key: value` lines at the top or from the read options. */
import { counted } from '../text/counted.ts';
import { boardOf, isPlainRectangle, shapeName } from '../puzzle/board.ts';
import type { BoardShape, EdgeLabel, EdgePuzzle, MatingRule, RimRule, Turns } from '../puzzle/puzzle.ts';
import { boardText, parseBoard } from './board-text.ts';
import { FormatError } from './format-error.ts';
import type { ReadOptions } from './format.ts';
import type { Source, Token } from './text.ts';

/** A rim rule whose colour is a label as written in the text, not a label code. */
export type RimText =
  | { readonly kind: 'free' | 'uniform' }
  | { readonly kind: 'colour'; readonly colour: string; readonly inside: boolean };

export interface Meaning {
  readonly board?: BoardShape;
  readonly mating?: MatingRule;
  readonly rim?: RimText;
  readonly turns?: Turns;
}

const heads = new WeakMap<Source, ReadonlyMap<string, string>>();

/** Returns the values of the `# key: value` lines, by key in lower case. Cached, because several readers need them. */
export function headOf(source: Source): ReadonlyMap<string, string> {
  const known = heads.get(source) ?? headIn(source.text);
  heads.set(source, known);
  return known;
}

/** The keys of `# key: value` lines that say how to read the text */
const KEYS = ['board', 'mating', 'rim', 'turns', 'goal', 'edges', 'size'];

/** Returns whether `# key: value` lines say how to read the text. Comments such as `# Author: …` don't. */
export const hasHead = (source: Source): boolean => KEYS.some((key) => headOf(source).has(key));

function headIn(text: string): ReadonlyMap<string, string> {
  if (!text.includes('#')) return new Map();
  return new Map(
    Array.from(text.matchAll(/^#[ \t]*(\w+)[ \t]*:(.*)$/gm), (match) => [
      match[1]!.toLowerCase(),
      match[2]!.trim(),
    ]),
  );
}

/** Returns the board and rules. Options take precedence over `# key: value` lines. Throws FormatError. */
export function meaningOf(source: Source, options: ReadOptions): Meaning {
  const head = headOf(source);
  const board = options.board ?? (head.has('board') ? parseBoard(head.get('board')!) : undefined);
  const mating = options.mating ?? choice(head, 'mating', ['same', 'opposite']);
  const rim = options.rim ?? head.get('rim');
  const turns = options.turns ?? choice(head, 'turns', ['rotate', 'flip', 'fixed']);
  return {
    ...(board === undefined ? {} : { board }),
    ...(mating === undefined ? {} : { mating }),
    ...(rim === undefined ? {} : { rim: parseRim(rim) }),
    ...(turns === undefined ? {} : { turns }),
  };
}

function choice<T extends string>(
  head: ReadonlyMap<string, string>,
  key: string,
  values: readonly T[],
): T | undefined {
  const text = head.get(key);
  if (text === undefined) return undefined;
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new FormatError({
    found: `${key}: ${text}`,
    expected: values.join(' or '),
    fix: `Correct the line "# ${key}:".`,
  });
}

/**
 * Parses a rim rule. Throws FormatError.
 * - "free" or "uniform".
 * - "colour:red": the rim is red, and red may also occur inside.
 * - "frame:red": the rim is red, and red occurs only there.
 */
export function parseRim(text: string): RimText {
  const [, kind, colour = ''] = /^(free|uniform)$|^(?:colour|frame)[\s:]+[^\s:]/.test(text.trim())
    ? /^(free|uniform|colour|frame)[\s:]*((?:[^\s:].*)?)$/s.exec(text.trim())!
    : [];
  if (kind === 'free' || kind === 'uniform') return { kind };
  if (kind !== undefined) return { kind: 'colour', colour, inside: kind === 'colour' };
  throw new FormatError({
    found: `the rim rule "${text}"`,
    expected:
      'free (anything), uniform (one colour), colour:C (C, also allowed inside) or frame:C (C, not allowed inside)',
    fix: 'Use one of these, where C is a colour of the tiles.',
  });
}

/** Converts a parsed rim rule to a rule with a label code. */
export const rimRule = (rim: RimText, labelOf: (name: string) => EdgeLabel): RimRule =>
  rim.kind === 'colour'
    ? { kind: 'colour', colour: labelOf(rim.colour), inside: rim.inside }
    : { kind: rim.kind };

/** Returns a rim rule in the notation that `parseRim` reads. */
export const rimText = (rim: RimRule, nameOf: (label: EdgeLabel) => string): string =>
  rim.kind === 'colour' ? `${rim.inside ? 'colour' : 'frame'}:${nameOf(rim.colour)}` : rim.kind;

/**
 * Returns whether the text needs `# key: value` lines for the board and rules. Without them, a reader assumes a plain
 * rectangle, tiles without backs, and a free rim or a frame.
 */
export const needsHead = ({ board, rim, tiles }: EdgePuzzle): boolean =>
  !isPlainRectangle(board) ||
  rim.kind === 'uniform' ||
  (rim.kind === 'colour' && rim.inside) ||
  tiles.some(({ back }) => back !== undefined);

/** Returns the `# key: value` lines that give the board and rules. */
export const headLines = (puzzle: EdgePuzzle, nameOf: (label: EdgeLabel) => string): string[] => [
  `# board: ${boardText(puzzle.board)}`,
  `# mating: ${puzzle.mating}`,
  `# rim: ${rimText(puzzle.rim, nameOf)}`,
  `# turns: ${puzzle.turns}`,
];

/** The labels on the front of a tile and, if it is printed on both sides, on its back. */
export interface Faces<T = Token> {
  readonly edges: readonly T[];
  readonly back?: readonly T[];
}

/** Throws FormatError if a face has the wrong number of edges for the board, or if there are too few tiles. */
export function checkFaces(rows: readonly Faces[], board: BoardShape): void {
  const { cells, sides } = boardOf(board);
  for (const { edges, back } of rows) {
    checkFace(edges, sides, board, '');
    if (back) checkFace(back, sides, board, ' after the |');
  }
  if (rows.length >= cells) return;
  throw new FormatError({
    found: counted(rows.length, 'tile'),
    expected: `at least ${cells} for the board (${shapeName(board)})`,
    fix: 'Add the missing tiles, or choose a different board.',
  });
}

function checkFace(face: readonly Token[], sides: number, board: BoardShape, where: string): void {
  if (face.length === sides) return;
  throw new FormatError({
    line: face[0]?.line ?? 0,
    found: `${counted(face.length, 'label')}${where}`,
    expected: `${sides} of them, clockwise, one for each side of a cell (${shapeName(board)})`,
    fix: face.length < sides ? 'Add the missing label.' : 'Write one tile per line.',
  });
}
