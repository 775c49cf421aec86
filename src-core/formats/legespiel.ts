import { letteredLabels, numberedLabels, symbolLabel } from '../puzzle/labels.ts';
import { counted } from '../text/counted.ts';
import { MAX_LABELS, type EdgeLabel, type LabelStyle } from '../puzzle/puzzle.ts';
import { CannotWrite, FormatError, placeOf, quoted } from './format-error.ts';
import type { Format } from './format.ts';
import { changedIn, lostIn, plainRectangle, refuseFewTiles, sizeName } from './written.ts';

const SIDE_KEYS = ['north', 'east', 'south', 'west'] as const;

/**
 * XML of T. Keilhauer's Legespiel-Solver (whatsoftwarecando.org), which comes with about a hundred *Legespiele*
 * (Scramble Squares). It lists pictures, each with its match, and cards with a picture on each edge.
 */
export const legespiel: Format = {
  name: 'legespiel',
  title: 'Legespiel (XML with cards)',
  extension: 'xml',

  recognises: ({ text }) => (/^\s*<[\s\S]*<(\w+:)?legespielConfiguration[\s>]/.test(text) ? 1 : 0),

  readPuzzle({ text }, options) {
    const elements = elementsOf(text);
    const pictures = elements.filter(({ name }) => name === 'picture');
    const cards = elements.filter(({ name }) => name === 'card');
    const width = countIn(text, 'numberOfColumns');
    const height = countIn(text, 'numberOfRows');
    if (cards.length < width * height) {
      throw new FormatError({
        line: cards.at(-1)?.line ?? 1,
        found: counted(cards.length, 'card'),
        expected: `${width * height} for ${counted(height, 'row')} of ${width}`,
        fix: 'Add the missing cards, or correct numberOfRows and numberOfColumns.',
      });
    }
    const { mating, labels, labelOf } = labelsOf(pictures);
    return {
      puzzle: {
        kind: 'edge-matching',
        name: options.name ?? (textOf(text, 'name') || `Legespiel ${sizeName({ width, height })}`),
        board: { kind: 'rectangle', width, height },
        mating,
        rim: { kind: 'free' },
        turns: 'rotate',
        tiles: cards.map((card) => ({
          edges: SIDE_KEYS.map((side) => {
            const label = labelOf.get(attribute(card, side));
            if (label !== undefined) return label;
            throw new FormatError({
              line: card.line,
              found: `${side}=${quoted(attribute(card, side))}`,
              expected: 'the id of a picture',
              fix: 'Correct the card, or add the picture.',
            });
          }),
        })),
        labels,
        hints: [],
        forbidden: [],
      },
    };
  },

  writePuzzle(puzzle) {
    if (puzzle.kind !== 'edge-matching') {
      throw new CannotWrite(
        'A Legespiel file can hold only edge-matching puzzles. Use the sliding or edgewise format.',
      );
    }
    const board = plainRectangle(puzzle, 'A Legespiel', { rim: 'free', turns: 'rotate', board: 'plain' });
    refuseFewTiles(puzzle, 'edgewise');
    const { mating, labels } = puzzle;
    const halves = mating === 'opposite' ? [' 1', ' 2'] : [''];
    const pictures = labels.flatMap(({ name }, style) =>
      halves.map((half, i) => {
        const id = halves.length * style + i + 1;
        const other = mating === 'opposite' ? (i === 0 ? id + 1 : id - 1) : id;
        return `\t\t<picture id="${id}" name="${escaped(name + half)}" matchWithIds="${other}" />`;
      }),
    );
    const cards = puzzle.tiles.map(
      ({ edges: [north, east, south, west] }) =>
        `\t\t<card north="${north! + 1}" west="${west! + 1}" east="${east! + 1}" south="${south! + 1}" />`,
    );
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<legespielConfiguration xmlns="http://whatsoftwarecando.org">',
      `\t<name>${escaped(puzzle.name)}</name>`,
      `\t<numberOfRows>${board.height}</numberOfRows>`,
      `\t<numberOfColumns>${board.width}</numberOfColumns>`,
      ...['\t<pictures>', ...pictures, '\t</pictures>', '\t<cards>', ...cards, '\t</cards>'],
      '</legespielConfiguration>',
      '',
    ];
    return {
      text: lines.join('\n'),
      lost: lostIn(puzzle),
      changed: changedIn(puzzle, { rim: 'free', turns: 'rotate', board: 'plain' }),
    };
  },
};

interface Element {
  readonly name: string;
  readonly line: number;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Returns the XML elements in the text, except those without attributes. */
function elementsOf(text: string): Element[] {
  const bare = text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  const found = bare.matchAll(/<(\w+)((?:\s+[\w:]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+)\s*\/?>/g);
  const elements: Element[] = [];
  let line = 1;
  let last = 0;
  for (const { index, ...match } of found) {
    line += linesIn(bare, last, index);
    last = index;
    const attributes = match[2]!.matchAll(/(?<![\w:])([\w:]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g);
    elements.push({
      name: match[1]!,
      line,
      attributes: new Map(
        Array.from(attributes, ([, name, value, other]) => [name!, plain((value ?? other)!)]),
      ),
    });
  }
  return elements;
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function attribute({ name, line, attributes }: Element, wanted: string): string {
  const value = attributes.get(wanted);
  if (value !== undefined) return value.trim();
  throw new FormatError({
    line,
    found: `a ${name} without ${wanted}`,
    expected: `${wanted}="..."`,
    fix: 'Add the attribute.',
  });
}

const textOf = (text: string, name: string): string =>
  plain(new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '')
    .split(/[\t\r\n]+/)
    .map((line) => line.trim())
    .join(' ')
    .trim();

function countIn(text: string, name: string): number {
  const found = textOf(text, name);
  const count = /^\d{1,2}$/.test(found) ? Number(found) : 0;
  if (count >= 1 && count <= 64) return count;
  const at = text.indexOf(`<${name}>`);
  throw new FormatError({
    ...(at === -1 ? {} : { line: placeOf(text, at).line }),
    found: found === '' ? `no ${name}` : `${quoted(found)} in ${name}`,
    expected: 'a whole number from 1 to 64',
    fix: 'Correct the size.',
  });
}

/**
 * Returns the puzzle's labels, and the label of each picture by the picture's id. If every picture matches itself, the
 * pictures become colours. Otherwise, two pictures that match each other become the two halves of a symbol.
 */
function labelsOf(pictures: readonly Element[]): {
  mating: 'same' | 'opposite';
  labels: readonly LabelStyle[];
  labelOf: ReadonlyMap<string, EdgeLabel>;
} {
  const byId = picturesById(pictures);
  const mating = pictures.every((each) => matchOf(each) === idOf(each)) ? 'same' : 'opposite';
  const labelOf = new Map<string, EdgeLabel>();
  const names: string[] = [];
  for (const picture of pictures) {
    const other = matched(picture, byId, mating);
    if (labelOf.has(idOf(picture))) continue;
    const label = names.length;
    if (mating === 'same') {
      names.push(nameOf(picture));
      labelOf.set(idOf(picture), label);
    } else {
      names.push(shared(nameOf(picture), nameOf(other)));
      labelOf.set(idOf(picture), symbolLabel(label, 0));
      labelOf.set(idOf(other), symbolLabel(label, 1));
    }
  }
  const usable = names.every((name) => name !== '') && new Set(names).size === names.length;
  const unnamed = mating === 'same' ? numberedLabels(names.length) : letteredLabels(names.length);
  return { mating, labels: usable ? names.map((name) => ({ name })) : unnamed, labelOf };
}

const idOf = (picture: Element): string => attribute(picture, 'id');
const matchOf = (picture: Element): string => attribute(picture, 'matchWithIds');
const nameOf = (picture: Element): string => picture.attributes.get('name')?.trim() ?? '';

function picturesById(pictures: readonly Element[]): ReadonlyMap<string, Element> {
  const byId = new Map(pictures.map((picture) => [idOf(picture), picture]));
  if (byId.size === pictures.length && pictures.length <= 2 * MAX_LABELS) return byId;
  throw new FormatError({
    line: pictures.at(-1)!.line,
    found: `${counted(pictures.length, 'picture')} with ${counted(byId.size, 'different id')}`,
    expected: `at most ${2 * MAX_LABELS} pictures, each with its own id`,
    fix: 'Correct the pictures.',
  });
}

function matched(picture: Element, byId: ReadonlyMap<string, Element>, mating: 'same' | 'opposite'): Element {
  const [id, match] = [idOf(picture), matchOf(picture)];
  const wrong = (found: string, expected: string): FormatError =>
    new FormatError({ line: picture.line, found, expected, fix: 'Correct matchWithIds.' });
  const other = byId.get(match);
  if (!other || matchOf(other) !== id)
    throw wrong(`picture ${id}, which matches ${quoted(match)}`, 'two pictures that match each other');
  if (mating === 'opposite' && other === picture) {
    throw wrong(
      `picture ${id}, which matches itself`,
      'a picture that matches a different picture, as in the rest of this file',
    );
  }
  return other;
}

/** Returns what two names have in common at the start: “Horse” for “Horse 1” and “Horse 2”. */
function shared(one: string, two: string): string {
  let length = 0;
  while (length < one.length && one[length] === two[length]) length++;
  return one.slice(0, length).trim() || one;
}

const CHARACTER_BY_ENTITY: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

const plain = (text: string): string =>
  text.replaceAll(/&(#\d{1,6}|\w{1,8});/g, (whole, name: string) =>
    name.startsWith('#')
      ? String.fromCodePoint(Math.min(Number(name.slice(1)), 0xffff))
      : (CHARACTER_BY_ENTITY[name] ?? whole),
  );

const escaped = (text: string): string =>
  text.replaceAll(
    /[<>&"]/g,
    (letter) => `&${Object.entries(CHARACTER_BY_ENTITY).find(([, each]) => each === letter)![0]};`,
  );
