import { withoutEnd } from '../text/trimmed.ts';
import { isPlainRectangle } from '../puzzle/board.ts';
import { Puzzle, type EdgePuzzle, type LabelStyle } from '../puzzle/puzzle.ts';
import { boardText, parseBoard } from './board-text.ts';
import { cleanedTexts } from './cleaned.ts';
import { CannotWrite, FormatError, quoted } from './format-error.ts';
import type { Format } from './format.ts';
import { checked } from './json.ts';
import { parseSize } from './size.ts';
import { counted, grouped } from '../text/counted.ts';

const LINK_PREFIX = 'edgewise:puzzle?';
/** Maximum length in characters. Chat and mail programs truncate longer links. */
const MAX_LINK_LENGTH = 4000;

/**
 * A small puzzle as a link for sharing: everything except pictures, as fields of a query string.
 * - Tiles are lists of label codes, as in `7.2.4.1,6.1.5.0`. A printed back follows after `~`.
 * - Labels are `name:colour:motif:text:second colour`.
 * - Hints are `cell:tile:rotation`.
 */
export const link: Format = {
  name: 'link',
  title: 'Link to share (edgewise:puzzle?…)',
  extension: 'txt',

  recognises: ({ text }) => (text.includes(LINK_PREFIX) ? 1 : 0),

  readPuzzle({ text }, options) {
    const query = text.slice(text.indexOf(LINK_PREFIX) + LINK_PREFIX.length).split(/\s/, 1)[0]!;
    const fields = new Map(query.split('&').map(fieldOf));
    if (fields.get('end') !== '') {
      throw new FormatError({
        line: 1,
        found: 'an incomplete link',
        expected: '&end= as the last field',
        fix: 'Copy the whole link again.',
      });
    }
    const read = fields.has('start') ? slidingFrom(fields) : edgesFrom(fields);
    const puzzle = checked(Puzzle, read, 'link');
    return {
      puzzle: options.name === undefined ? puzzle : { ...puzzle, name: options.name },
      cleaned: cleanedTexts(read as Puzzle),
    };
  },

  writePuzzle(puzzle) {
    const fields: [string, string | undefined][] = [
      ['name', puzzle.name],
      ...(puzzle.kind === 'sliding' ? slidingFields(puzzle) : edgeFields(puzzle)),
      ['notes', puzzle.notes],
      ['end', ''],
    ];
    // The values of these fields need no encoding, because their parts are already encoded.
    const lists = new Set(['tiles', 'labels', 'hints', 'forbidden', 'start', 'shown']);
    const written = fields.flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${lists.has(name) ? value : encoded(value)}`],
    );
    const text = LINK_PREFIX + written.join('&');
    if (text.length > MAX_LINK_LENGTH) {
      throw new CannotWrite(
        `A link to this puzzle would have ${counted(text.length, 'character')}. Links with more than ${grouped(MAX_LINK_LENGTH)} may be cut off when they are sent. Send an .edgewise file instead.`,
      );
    }
    const pictured =
      puzzle.kind === 'sliding'
        ? puzzle.image !== undefined
        : puzzle.labels.some(({ image }) => image !== undefined) || puzzle.tiles.some(({ photo }) => photo);
    return { text: `${text}\n`, lost: pictured ? ['the pictures'] : [] };
  },
};

type Fields = ReadonlyMap<string, string>;

function fieldOf(part: string): [string, string] {
  const [name = '', value = ''] = part.split(/=(.*)/s, 2);
  return [name, value];
}

/** Encodes text for a link. Without `toWellFormed`, `encodeURIComponent` would throw for a lone surrogate. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new FormatError({
      line: 1,
      found: quoted(text),
      expected: 'text with valid % codes',
      fix: 'The link is damaged: copy the whole link again.',
    });
  }
}

const text = (fields: Fields, name: string): string | undefined => {
  const value = fields.get(name);
  return value === undefined ? undefined : decoded(value);
};
const items = (fields: Fields, name: string): string[] => {
  const value = fields.get(name) ?? '';
  return value === '' ? [] : value.split(',');
};
/** Parses digits. Returns NaN for anything else, which the schema then rejects. */
const numeral = (word: string): number => (/^\d+$/.test(word) ? Number(word) : NaN);
const given = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

function edgeFields(puzzle: EdgePuzzle): [string, string | undefined][] {
  const { board, rim } = puzzle;
  const labels = puzzle.labels.map(({ name, colour, motif, text, secondColour }) =>
    withoutEnd(
      [name, colour?.slice(1), motif, text, secondColour?.slice(1)]
        .map((part) => encoded(part ?? ''))
        .join(':'),
      /:/,
    ),
  );
  const hints = puzzle.hints.map(({ cell, tile, rotation }) => `${cell}:${tile ?? ''}:${rotation ?? ''}`);
  const list = (values: readonly (string | number)[]): string | undefined =>
    values.length > 0 ? values.join(',') : undefined;
  return [
    isPlainRectangle(board) ? ['size', `${board.width}x${board.height}`] : ['board', boardText(board)],
    ['mating', puzzle.mating],
    ['rim', rim.kind === 'colour' ? `${rim.inside ? 'colour' : 'frame'}.${rim.colour}` : rim.kind],
    ['turns', puzzle.turns],
    [
      'tiles',
      list(puzzle.tiles.map(({ edges, back }) => edges.join('.') + (back ? `~${back.join('.')}` : ''))),
    ],
    ['labels', list(labels)],
    ['hints', list(hints)],
    ['forbidden', list(puzzle.forbidden)],
  ];
}

function edgesFrom(fields: Fields): unknown {
  const [rimKind, rimColour = ''] = (text(fields, 'rim') ?? 'free').split('.');
  const rim =
    rimKind === 'frame' || rimKind === 'colour'
      ? { kind: 'colour', colour: numeral(rimColour), inside: rimKind === 'colour' }
      : { kind: rimKind };
  const board = text(fields, 'board');
  const optional = (word: string | undefined): number | undefined =>
    word === undefined || word === '' ? undefined : numeral(word);
  return given({
    kind: 'edge-matching',
    name: text(fields, 'name'),
    board:
      board === undefined
        ? { kind: 'rectangle', ...parseSize(text(fields, 'size') ?? '') }
        : parseBoard(board),
    mating: text(fields, 'mating'),
    rim,
    turns: text(fields, 'turns'),
    tiles: items(fields, 'tiles').map((tile) => {
      const [edges, back] = tile.split('~').map((face) => face.split('.').map(numeral));
      return given({ edges, back });
    }),
    labels: items(fields, 'labels').map(labelFrom),
    hints: items(fields, 'hints').map((hint) => {
      const [cell = '', tile, rotation] = hint.split(':');
      return given({ cell: numeral(cell), tile: optional(tile), rotation: optional(rotation) });
    }),
    forbidden: items(fields, 'forbidden').map(numeral),
    notes: text(fields, 'notes'),
  });
}

function labelFrom(label: string): Partial<LabelStyle> {
  const [name, colour, motif, text, secondColour] = label.split(':').map(decoded);
  const some = (part: string | undefined): string | undefined => (part === '' ? undefined : part);
  const hex = (part: string | undefined): string | undefined => some(part) && `#${part!}`;
  return given({
    name: name ?? '',
    colour: hex(colour),
    motif: some(motif),
    text: some(text),
    secondColour: hex(secondColour),
  });
}

function slidingFields(puzzle: Extract<Puzzle, { kind: 'sliding' }>): [string, string][] {
  const { width, height, start, goal, shown } = puzzle;
  return [
    ['size', `${width}x${height}`],
    ['start', start.join(',')],
    ['goal', typeof goal === 'string' ? goal : goal.join('.')],
    ...(shown ? [['shown', shown.join(',')] as [string, string]] : []),
  ];
}

const goalFrom = (text: string): string | number[] =>
  /^\d+(\.\d+)+$/.test(text) ? text.split('.').map(Number) : text;

function slidingFrom(fields: Fields): unknown {
  return given({
    kind: 'sliding',
    name: text(fields, 'name'),
    ...parseSize(text(fields, 'size') ?? ''),
    start: items(fields, 'start').map(numeral),
    goal: goalFrom(text(fields, 'goal') ?? ''),
    ...(fields.has('shown') ? { shown: items(fields, 'shown').map(numeral) } : {}),
    notes: text(fields, 'notes'),
  });
}
