/**
 * Reads solvers' logs, which show a puzzle and its solution. Also checks that unit tests of card games aren't read as
 * tiles without a question.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { turned } from '../../../../src-core/puzzle/labels.ts';
import { rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';

type Edges = readonly number[];

/** A puzzle as a solver prints it. `rows` lists the cells of the solution, row by row. */
interface Printed {
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly Edges[];
  readonly rows: readonly (readonly { tile: number; turns: number; edges: Edges }[])[];
}

function printed(width: number, height: number, family: 'framed' | 'unframed'): Printed {
  const { puzzle, solution } = generate({ family, width, height, seed: 4, innerLabels: 8 });
  const cells = Array.from(solution, (code) => ({
    tile: tileOf(code),
    turns: rotationOf(code),
    edges: turned(puzzle.tiles[tileOf(code)]!, rotationOf(code)),
  }));
  return {
    width,
    height,
    tiles: puzzle.tiles.map(({ edges }) => edges),
    rows: Array.from({ length: height }, (_, y) => cells.slice(y * width, (y + 1) * width)),
  };
}

const lines = (tiles: readonly Edges[]): string => tiles.map((edges) => edges.join(' ')).join('\n');
const grid = ({ rows }: Printed, cell: (cell: Printed['rows'][0][0]) => string, separator = ' '): string =>
  rows.map((row) => row.map(cell).join(separator)).join('\n');

const logs: readonly (readonly [string, (log: Printed) => string])[] = [
  ['numbered tiles, then a grid of numbers', (log) =>
    `Loaded ${log.tiles.length} pieces\n${log.tiles.map((edges, i) => `${i + 1}: ${edges.join(' ')}`).join('\n')}\n\nSolved in 0.42 s\n\n${grid(log, ({ tile }) => String(tile + 1).padStart(3))}`],
  ['tiles, then a grid with turns', (log) =>
    `Puzzle:\n${lines(log.tiles)}\n\nSolution:\n${grid(log, ({ tile, turns }) => `${tile + 1}/${turns}`)}`],
  ['tiles, then a grid from 0 and a grid of turns', (log) =>
    `${lines(log.tiles)}\n\nboard\n${grid(log, ({ tile }) => String(tile))}\n\nturns\n${grid(log, ({ turns }) => String(turns))}`],
  ['tiles in brackets, then the labels of each cell', (log) =>
    `${log.tiles.map((edges, i) => `[INFO] piece ${i}: [${edges.join(', ')}]`).join('\n')}\n[INFO] solved\n${grid(log, ({ edges }) => edges.join(), ' | ')}`],
  ['a size, then the tiles twice', (log) =>
    `${log.width} ${log.height}\n${lines(log.tiles)}\n\n${lines(log.rows.flat().map(({ edges }) => edges))}`],
  ['tiles, then a drawing', (log) =>
    `Input\n${lines(log.tiles)}\n\nResult\n${log.rows.map((row) => [row.map(({ edges: [n] }) => ` ${n!} `), row.map(({ edges: [, e, , w] }) => `${w!} ${e!}`), row.map(({ edges: [, , s] }) => ` ${s!} `)].map((three) => three.join('  ')).join('\n')).join('\n')}`],
  ['joined digits, then the solution', (log) =>
    `Initial board\n${log.rows.map((row, y) => row.map((_, x) => log.tiles[y * log.width + x]!.join('')).join('  ')).join('\n')}\nSolution after 1234 nodes\n${grid(log, ({ edges }) => edges.join(''), '  ')}`],
  ['tiles, then one placement per line', (log) =>
    `${log.tiles.map((edges, i) => `tile ${i} = ${edges.join(' ')}`).join('\n')}\nsolution:\n${log.rows.map((row, y) => row.map(({ tile, turns }, x) => `(${x},${y}) tile ${tile} rot ${turns}`).join('\n')).join('\n')}`],
  ['tiles, and directly below a grid of numbers', (log) =>
    `${lines(log.tiles)}\n${grid(log, ({ tile }) => String(tile + 1))}`],
  ['a list, then a drawn grid of numbers', (log) => {
    const rule = `\n+${'----+'.repeat(log.width)}\n`;
    return `tiles = [\n${log.tiles.map((edges) => `  [${edges.join(', ')}],`).join('\n')}\n]\ndepth reached${rule}${grid(log, ({ tile }) => ` ${String(tile).padStart(2)} `, '|').replaceAll(/^(.*)$/gm, '|$1|').replaceAll('\n', rule)}${rule}`;
  }],
]; // oxfmt-ignore

describe('a log with a puzzle and its solution', () => {
  test.each(logs)('%s', (name, write) => {
    for (const [width, height] of [[16, 8], [6, 6], [5, 4]] as const)
      for (const family of ['framed', 'unframed'] as const) {
        // The framed puzzles have labels of two digits.
        if (family === 'framed' && name.startsWith('joined')) continue;
        const log = printed(width, height, family);
        const text = write(log);
        const [reading, more] = readPuzzles(text);
        expect(more).toBeUndefined();
        const { puzzle } = reading!;
        const tiles = puzzle.kind === 'edge-matching' ? puzzle.tiles.length : 0;
        expect([text.slice(0, 200), tiles]).toEqual([text.slice(0, 200), width * height]);
        expect(puzzle).toMatchObject({ board: { width, height } });
        expect(puzzle.kind === 'edge-matching' && puzzle.rim.kind).toBe(family === 'framed' ? 'colour' : 'free');
      }
  }); // oxfmt-ignore

  test('rows of tiles in which the last ones have different labels are all tiles', () => {
    const rows = ['2 6 2 0', '7 1 0 6', '9 6 9 4', '9 7 3 8', '2 3 3 7', '3 1 2 2', '0 9 9 3', '6 3 4 9', '3 5 7 1', '4 0 2 6']; // oxfmt-ignore
    expect(readPuzzle(`2 5\n${rows.join('\n')}`).puzzle).toMatchObject({ tiles: { length: 10 } });
  });
});

describe('unit tests of programs about cards', () => {
  const list = (count: number, write: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => write(i)).join('\n');
  const value = (i: number): number => ((i * 7) % 5) + 1;
  const colour = (i: number): string => ['red', 'blue', 'green'][(i * 5) % 3]!;
  test.each([
    ['calls with six numbers', `def test_hand():\n${list(19, (i) => `    card${i} = Card(${[1, 2, 3, 4, 5, 6].map((k) => value(i * k)).join(', ')})`)}\n    assert total(card0, card1) == 12\n`],
    ['assertions about lists', `def test_repr():\n${list(19, (i) => `    assert repr(Card(${i + 1}, [${[1, 2, 3, 4, 5, 6].map((k) => value(i * k)).join(', ')}])) == 'card ${i + 1}'`)}\n`],
    ['a deck in rows of three', `def test_deck():\n    deck = [\n${list(19, (i) => `        Card(${value(i)}, Suit.${colour(i)}), Card(${value(i + 1)}, Suit.${colour(i * 2)}), Card(${value(i + 3)}, Suit.${colour(i + 2)}),`)}\n    ]\n    assert deck\n`],
    ['dictionaries', `def test_set():\n    cards = [\n${list(12, (i) => `        {'colour': '${colour(i)}', 'shape': '${['oval', 'wave', 'bar'][i % 3]!}', 'fill': '${['open', 'full'][i % 2]!}', 'count': ${value(i)}},`)}\n    ]\n    assert is_set(cards[0], cards[1], cards[2])\n`],
    ['tuples in assertions', `import unittest\n\nclass Tests(unittest.TestCase):\n    def test_fit(self):\n${list(18, (i) => `        self.assertTrue(fits(('${colour(i)}', 'a', '${colour(i + 1)}', 'b'), ('b', '${colour(i * 2)}', 'c', 'd')))`)}\n`],
  ])('%s are not read as tiles without a question', (_, text) => {
    let questions;
    try {
      ({ questions } = readPuzzle(text, { name: 'test_cards' }));
    } catch {
      return;
    }
    expect(questions).toHaveLength(1);
    expect(questions[0]!.text).toMatch(/^This text looks like a unit test/);
  }); // oxfmt-ignore
});
