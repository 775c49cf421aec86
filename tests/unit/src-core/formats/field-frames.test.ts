/**
 * Tiles whose zeros almost form a frame. Edgewise asks whether a tile is missing or wrong, but only if there is no
 * evidence against a frame. The puzzles are our own.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';

type Row = readonly number[];

const LOOKS_LIKE_A_FRAME = /looks like a frame/;
const NAMES_A_TILE = /Tile \d+ has its 0 on a different edge/;
const zeros = (row: Row): number => row.filter((label) => label === 0).length;
const lined = (rows: readonly Row[]): string => rows.map((row) => row.join(' ')).join('\n');
const asked = (rows: readonly Row[]): string => readPuzzle(lined(rows)).questions[0]?.text ?? '';

/** Turns a border tile so that its 0 is on this side. */
function turned(row: Row, side: number): Row {
  const from = (row.indexOf(0) - side + 4) % 4;
  return [...row.slice(from), ...row.slice(0, from)];
}

/** Returns the tiles of a framed puzzle with an odd number of labels. All border tiles have their 0 on the left. */
function framed(side: number, seed: number): { rows: Row[]; border: number[]; inner: number[] } {
  const { puzzle } = generate({
    family: 'framed',
    width: side,
    height: side,
    frameLabels: 3,
    innerLabels: 3,
    seed,
  });
  const rows = puzzle.tiles.map(({ edges }) => (zeros(edges) === 1 ? turned(edges, 3) : edges));
  const where = (count: number): number[] =>
    rows.flatMap((row, tile) => (zeros(row) === count ? [tile] : []));
  return { rows, border: where(1), inner: where(0) };
}

const { rows, border, inner } = framed(5, 3);
const small = framed(3, 3);

describe('asks about a frame', () => {
  test('with a border tile too many, and names it if its 0 is on a different edge', () => {
    const question = asked(rows.with(inner[0]!, [1, 0, 2, 3]));
    expect(question).toMatch(LOOKS_LIKE_A_FRAME);
    expect(question).toContain(`Tile ${inner[0]! + 1} has its 0 on a different edge`);
  });

  test('and names no tile if two have their 0 on a different edge', () => {
    const two = rows.with(inner[0]!, [1, 0, 2, 3]).with(border[0]!, turned(rows[border[0]!]!, 1));
    expect(asked(two)).toMatch(LOOKS_LIKE_A_FRAME);
    expect(asked(two)).not.toMatch(NAMES_A_TILE);
  });

  test('and names no tile if only two others are border tiles', () => {
    const [first, second] = small.border;
    const three = small.rows.with(first!, [4, 3, 4, 2]).with(second!, turned(small.rows[second!]!, 1));
    expect(asked(three)).toMatch(LOOKS_LIKE_A_FRAME);
    expect(asked(three)).not.toMatch(NAMES_A_TILE);
  });
});

describe('does not ask about a frame', () => {
  test.each<[string, readonly Row[]]>([
    ['with eight tiles', small.rows.toSpliced(small.rows.findIndex((row) => zeros(row) === 2), 1)],
    ['with three border tiles too few', rows.map((row, i) => (border.slice(0, 3).includes(i) ? [4, 5, 6, 5] : row))],
    ['if a tile has 0 on opposite edges', rows.with(border[0]!, [0, 3, 0, 4])],
    ['if a tile has 0 on three edges', rows.with(border[0]!, [0, 0, 0, 4])],
  ])('%s', (_, tiles) => {
    expect(asked(tiles)).not.toMatch(LOOKS_LIKE_A_FRAME);
  }); // oxfmt-ignore

  test('if the tiles may not be rotated', () => {
    // These tiles have solutions without rotation.
    const text = '0251 5201 0132 1320 1021 2100 1002 0110 0011 5454 5202 2420 1024 2013 4354 5353';
    const { puzzle, questions } = readPuzzle(
      `4 4\n${lined(text.split(' ').map((tile) => Array.from(tile, Number)))}`,
    );
    expect(puzzle).toMatchObject({ turns: 'fixed', rim: { kind: 'free' } });
    expect(questions).toEqual([]);
  });

  test('if there is already another question', () => {
    const text = '0021 0131 0120 1021 2100 3101 2001 2024 2420';
    const { questions } = readPuzzle(lined(text.split(' ').map((tile) => Array.from(tile, Number))));
    expect(questions.map((question) => question.text)).toEqual([
      'This text can be read in more than one way. Which is right?',
    ]);
  });
});

/** A random 6 × 6 puzzle without a frame. If the edges were in the order N S W E, the label 6 would be a frame. */
const framedByChance = [
  '8646/3387/3237/2675/1643/7248',
  '5554/5662/5272/8613/4175/7823',
  '6211/6374/3112/6886/1583/6272',
  '6214/6777/7257/5621/4334/6415',
  '3648/1786/3774/6514/2367/2842',
  '2728/3263/1421/7115/6116/2362',
]
  .flatMap((six) => six.split('/'))
  .map((row) => Array.from(row).join(' '))
  .join('\n');

describe('a label that is a frame by chance in an unusual edge order', () => {
  test.each(['# board: rectangle:6x6', '# turns: flip\n# board: rectangle:6x6'])(
    'is no frame under a header that fixes the order: %j',
    (header) => {
      const { puzzle, questions } = readPuzzle(`${header}\n${framedByChance}`);
      expect(puzzle).toMatchObject({ rim: { kind: 'free' } });
      expect(questions).toEqual([]);
    },
  );

  test('is doubted without a header: a free rim is another reading', () => {
    const { puzzle, others } = readPuzzle(framedByChance);
    expect(puzzle).toMatchObject({ rim: { kind: 'colour' } });
    expect(others.map((other) => other.puzzle)).toContainEqual(
      expect.objectContaining({ rim: { kind: 'free' } }),
    );
  });
});
