/** Writing and reading gives the same puzzle or board, in every format that can hold it. */
import { boardOf, gridOf } from '../../../../src-core/puzzle/board.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardText, parseBoard } from '../../../../src-core/formats/board-text.ts';
import type { ReadOptions } from '../../../../src-core/formats/format.ts';
import { checked } from '../../../../src-core/formats/json.ts';
import { needsHead } from '../../../../src-core/formats/meaning.ts';
import { drawBoard } from '../../../../src-core/formats/ascii.ts';
import { inOrder, parseEdgeOrder } from '../../../../src-core/formats/edge-order.ts';
import { formatsThat } from '../../../../src-core/formats/formats.ts';
import { readBoard } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { writeBoard, writePuzzle } from '../../../../src-core/formats/write.ts';
import { EdgePuzzle, type SlidingPuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { cleanName } from '../../../../src-core/text/clean.ts';
import { canonicalKey } from '../../../../src-core/puzzle/symmetry.ts';
import {
  arbitraryBoardShape,
  arbitraryPuzzle,
  arbitraryPuzzleAndBoard,
  type PuzzleLimits,
} from '../../support/arbitrary.ts';
import { edgePuzzle, slidingPuzzle } from '../../support/data.ts';

const runs = { numRuns: 80 };
const sizeOf = ({ board }: EdgePuzzle) => gridOf(board);
/** Returns the label names on each tile. Unlike label numbers, they are the same after writing and reading. */
const named = (puzzle: EdgePuzzle): string[] =>
  puzzle.tiles.map(({ edges }) =>
    edges
      .map((label) =>
        puzzle.mating === 'same'
          ? puzzle.labels[label]!.name
          : `${puzzle.labels[label >> 1]!.name}${label & 1}`,
      )
      .join(),
  );

describe('puzzles', () => {
  test('edgewise keeps everything', () => {
    fc.assert(
      fc.property(
        arbitraryPuzzle({ hints: true, forbidden: true }),
        fc.string({ minLength: 1, maxLength: 40 }).filter((name) => name.trim() !== ''),
        fc.string(),
        (plain, name, notes) => {
          const puzzle = { ...plain, name: name.trim(), notes };
          const { text, lost } = writePuzzle(puzzle, 'edgewise');
          expect(lost).toEqual([]);
          expect(readPuzzle(text)).toMatchObject({ format: 'edgewise', puzzle, questions: [] });
        },
      ),
      runs,
    );
  });

  test('a link to share keeps everything but pictures', () => {
    const style = fc.record(
      {
        name: fc
          .string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
          .map(cleanName)
          .filter((name) => name.length <= 40),
        colour: fc.stringMatching(/^#[0-9a-f]{6}$/),
        secondColour: fc.stringMatching(/^#[0-9a-f]{6}$/),
        motif: fc.stringMatching(/^[a-z:,-]{1,9}$/),
        text: fc.stringMatching(/^[ a-z0-9+=&%:,#]{1,9}$/),
      },
      { requiredKeys: ['name'] },
    );
    fc.assert(
      fc.property(
        arbitraryPuzzle({ hints: true, forbidden: true }),
        fc.array(style, { minLength: 6, maxLength: 6 }),
        fc.stringMatching(/^[a-zé&=?%# ]{1,30}$/).filter((name) => name.trim() !== ''),
        (plain, styles, name) => {
          const labels = plain.labels.map((_, i) => styles[i]!);
          const puzzle = { ...plain, name: name.trim(), labels, notes: name };
          const { text, lost } = writePuzzle(puzzle, 'link');
          expect(lost).toEqual([]);
          const reading = readPuzzle(`Try this one: ${text}It is hard.`);
          expect(reading.format).toBe('link');
          expect(reading.puzzle).toEqual(puzzle);
        },
      ),
      runs,
    );
  });

  test.each(['edgewise', 'json', 'csv', 'numeric', 'link'])(
    '%s keeps every board, and both faces',
    (format) => {
      let headed = 0;
      fc.assert(
        fc.property(arbitraryPuzzle({ boards: 24, backs: true }), (plain) => {
          // The test of plain rows below covers puzzles that need no header.
          fc.pre(format !== 'numeric' || needsHead(plain));
          headed++;
          const puzzle = checked(EdgePuzzle, plain, '');
          const { text, lost } = writePuzzle(puzzle, format);
          expect(lost).toEqual([]);
          const read = edgePuzzle(text);
          expect(boardOf(read.board).across).toEqual(boardOf(puzzle.board).across);
          const { mating, rim, turns } = puzzle;
          expect({ mating: read.mating, rim: read.rim, turns: read.turns }).toEqual({ mating, rim, turns });
          expect(read.tiles).toEqual(puzzle.tiles);
        }),
        { numRuns: 80, endOnFailure: true },
      );
      expect(headed).toBeGreaterThan(50);
    },
  );

  test.each(['edgewise', 'json', 'csv', 'numeric', 'link'])(
    '%s keeps a rim of a half that no tile has',
    (format) => {
      const tiles = edgePuzzle('A0,A1,B0,B1\nA0,A0,B0,B0\nA1,A1,B1,B1\nA1,A0,B0,B1');
      const rim = { kind: 'colour', colour: 5, inside: true } as const;
      const puzzle: EdgePuzzle = { ...tiles, rim, labels: [...tiles.labels, { name: 'C' }] };
      const read = edgePuzzle(writePuzzle(puzzle, format).text);
      expect([read.rim, read.tiles]).toEqual([rim, tiles.tiles]);
    },
  );

  test.each(['scramble', 'figures', 'bucas'])(
    '%s names the board or backs that it can’t store, and refuses',
    (format) => {
      const square = edgePuzzle('1 2 3 4\n5 6 7 8\n1 2 3 4\n5 6 7 8');
      const halves = edgePuzzle('A0,A1,B0,B1\nA0,A0,B0,B0\nA1,A1,B1,B1\nA1,A0,B0,B1');
      const plain = format === 'bucas' ? square : halves;
      const torus: EdgePuzzle = {
        ...plain,
        board: { kind: 'rectangle', width: 2, height: 2, wrap: 'torus' },
      };
      const backed: EdgePuzzle = { ...plain, turns: 'flip', tiles: plain.tiles.map(({ edges }) => ({ edges, back: [1, 1, 1, 1] })) }; // oxfmt-ignore
      expect(() => writePuzzle(torus, format)).toThrow(`${format} can't hold the board (a torus 2 × 2)`);
      expect(() => writePuzzle(backed, format)).toThrow('the printed backs');
      expect(writePuzzle(torus, format, { lossy: true }).lost).toEqual(['the board (a torus 2 × 2)']);
      expect(writePuzzle(plain, format).lost).toEqual([]);
    },
  );

  test.each(['bucas', 'instance', 'legespiel'])(
    '%s refuses another board with backs, and names what would be lost',
    (format) => {
      const plain = edgePuzzle('1 2 3 4\n5 6 7 8\n1 2 3 4\n5 6 7 8\n1 1 2 2\n3 3 4 4');
      const cube: EdgePuzzle = {
        ...plain,
        board: { kind: 'solid', solid: 'cube' },
        turns: 'flip',
        tiles: plain.tiles.map(({ edges }) => ({ edges, back: [1, 1, 1, 1] })),
      };
      expect(() => writePuzzle(cube, format, { lossy: true })).toThrow(
        /can’t hold the board \(a cube\) and the printed backs.*Use the edgewise format/,
      );
      expect(() => writePuzzle({ ...plain, rim: { kind: 'uniform' } }, format)).toThrow('the rim rule');
      expect(writePuzzle(plain, format).lost).toEqual([]);
    },
  );

  test('rows of tiles are read for the board that is named', () => {
    const rows = (text: string, options: ReadOptions): EdgePuzzle =>
      readPuzzle(text, options).puzzle as EdgePuzzle;
    const board = parseBoard('tetrahedron');
    const read = rows('0 1 2 | 2 1 3\n0 1 2|0 1 2\n0 1 2 | 0 2 1\n0 1 2', { board });
    expect(read).toMatchObject({ board, rim: { kind: 'free' }, turns: 'flip', mating: 'same' });
    // The third tile's back mirrors its front, so it is not stored. The fourth tile has no back.
    expect(read.tiles.map(({ back }) => back?.join(''))).toEqual(['213', '012', undefined, undefined]);
    const triangle = parseBoard('triangle:1');
    expect(rows('0 0 0', { board: triangle }).rim).toEqual({ kind: 'colour', colour: 0, inside: false });
    expect(rows('0 1 2', { board: triangle }).rim).toEqual({ kind: 'free' });
    expect(rows('1 2 3', { board: triangle }).rim).toEqual({ kind: 'free' });
    expect(rows('0 1 2', { board: triangle, rim: 'colour:7' })).toMatchObject({
      rim: { kind: 'colour', colour: 7, inside: true },
      labels: { length: 8 },
    });
    expect(rows('red blue red', { board: triangle, rim: 'frame:red' })).toMatchObject({
      rim: { kind: 'colour', colour: 1, inside: false },
      labels: [{ name: 'blue' }, { name: 'red' }],
    });
    expect(rows('Y1,G0,R0', { board: triangle, rim: 'colour:G0' })).toMatchObject({
      mating: 'opposite',
      rim: { kind: 'colour', colour: 0, inside: true },
    });
    expect(rows('Y1,G0,R0', { board: triangle, mating: 'same' }).labels).toEqual([
      { name: 'G0' },
      { name: 'R0' },
      { name: 'Y1' },
    ]);
    expect(rows('4 1 2', { board: triangle, mating: 'opposite' })).toMatchObject({
      mating: 'opposite',
      labels: { length: 3 },
    });
    expect(rows('1 2 3 4\n1 2 3 4', { turns: 'fixed', rim: 'uniform' })).toMatchObject({
      turns: 'fixed',
      rim: { kind: 'uniform' },
    });
  });

  test('a board reads back as it is written', () => {
    fc.assert(
      fc.property(arbitraryBoardShape({ cells: 60 }), (shape) => {
        expect(boardOf(parseBoard(boardText(shape))).across).toEqual(boardOf(shape).across);
      }),
      runs,
    );
  });

  test.each(['scramble', 'figures'])('%s keeps the tiles', (format) => {
    fc.assert(
      fc.property(arbitraryPuzzle({ mating: 'opposite', rim: ['free'], turns: ['rotate'] }), (puzzle) => {
        const { text, lost } = writePuzzle(puzzle, format);
        const read = edgePuzzle(text, { size: sizeOf(puzzle), name: puzzle.name });
        expect(lost).toEqual([]);
        expect(readPuzzle(text, { size: sizeOf(puzzle) }).format).toBe(format);
        expect(named(read)).toEqual(named(puzzle));
        expect({ ...read, tiles: [], labels: [] }).toEqual({ ...puzzle, tiles: [], labels: [] });
      }),
      runs,
    );
  });

  test('numeric states in its first lines what rows can’t: a rim of one colour that is also allowed inside', () => {
    const rims = [{ kind: 'uniform' }, { kind: 'colour', colour: 2, inside: true }] as const;
    for (const rim of rims) {
      const puzzle: EdgePuzzle = {
        ...edgePuzzle('0 1 1 2\n2 0 1 0\n1 1 2 2\n0 2 1 1\n'),
        rim,
      };
      const { text, lost } = writePuzzle(puzzle, 'numeric');
      expect({ lost, read: edgePuzzle(text, { format: 'numeric', name: puzzle.name }) }).toEqual({
        lost: [],
        read: puzzle,
      });
    }
  });

  test('numeric keeps the tiles in any edge order; a frame stays a frame', () => {
    fc.assert(
      fc.property(
        arbitraryPuzzle({ mating: 'same', rim: ['free', 'colour'], turns: ['rotate'] }),
        fc.shuffledSubarray(['N', 'E', 'S', 'W'], { minLength: 4 }),
        (plain, letters) => {
          const puzzle: EdgePuzzle = {
            ...plain,
            rim: plain.rim.kind === 'colour' ? { ...plain.rim, inside: false } : plain.rim,
          };
          const order = letters.join('');
          const written = writePuzzle(puzzle, 'numeric').text;
          const reordered = written.replaceAll(/^(\d+) (\d+) (\d+) (\d+)$/gm, (_, ...numbers) =>
            inOrder(numbers.slice(0, 4), order).join(' '),
          );
          const again = edgePuzzle(written, { format: 'numeric' });
          expect(sizeOf(again)).toEqual(sizeOf(puzzle));
          expect(again.rim.kind).toBe(puzzle.rim.kind);
          expect(pattern(again)).toBe(pattern(puzzle));
          const read = edgePuzzle(reordered, { edgeOrder: order, format: 'numeric' });
          expect(sizeOf(read)).toEqual(sizeOf(puzzle));
          expect(pattern(read)).toBe(pattern(puzzle));
        },
      ),
      runs,
    );
  });

  /** Renumbers the labels of the tiles in order of first appearance. */
  function pattern(puzzle: EdgePuzzle): string {
    const seen = new Map<number, number>();
    return puzzle.tiles
      .map(({ edges }) =>
        edges.map((label) => seen.get(label) ?? (seen.set(label, seen.size), seen.size - 1)).join(),
      )
      .join(' ');
  }

  test('csv keeps rules, names and rim as well', () => {
    fc.assert(
      fc.property(
        arbitraryPuzzle({}),
        fc.uniqueArray(
          fc
            .stringMatching(/^[a-zé ,;"'-]{1,9}$/)
            .map((s) => s.trim())
            .filter((s) => s !== ''),
          { minLength: 6, maxLength: 6 },
        ),
        (plain, names) => {
          const puzzle = { ...plain, labels: plain.labels.map((_, i) => ({ name: names[i]! })) };
          const { text, lost } = writePuzzle(puzzle, 'csv');
          expect(lost).toEqual([]);
          expect(readPuzzle(text)).toMatchObject({ format: 'csv', puzzle });
        },
      ),
      runs,
    );
  });

  test('bucas keeps tiles, frame and size', () => {
    fc.assert(
      fc.property(
        arbitraryPuzzle({ mating: 'same', rim: ['free', 'colour'], turns: ['rotate'] }),
        (plain) => {
          const grey = plain.rim.kind === 'colour' ? plain.rim.colour : -1;
          // In this format, `aaaa` means an empty cell, and only grey edges show that the puzzle has a frame.
          fc.pre(grey === -1 || plain.tiles.some(({ edges }) => edges.includes(grey)));
          fc.pre(plain.tiles.every(({ edges }) => edges.some((label) => label !== grey)));
          const puzzle: EdgePuzzle = {
            ...plain,
            rim: plain.rim.kind === 'colour' ? { ...plain.rim, inside: false } : plain.rim,
          };
          const { text, lost } = writePuzzle(puzzle, 'bucas');
          expect(lost).toEqual([]);
          const reading = readPuzzle(text);
          const read = edgePuzzle(text);
          expect(reading.questions).toEqual([]);
          expect(sizeOf(read)).toEqual(sizeOf(puzzle));
          expect(pattern(read)).toBe(pattern(puzzle));
        },
      ),
      runs,
    );
  });

  test('sliding keeps the tiles', () => {
    const sliding = fc
      .record({ width: fc.integer({ min: 2, max: 8 }), height: fc.integer({ min: 2, max: 8 }) })
      .chain(({ width, height }) =>
        fc
          .shuffledSubarray([...Array(width * height).keys()], { minLength: width * height })
          .map((start): SlidingPuzzle => ({
            kind: 'sliding',
            name: 'x',
            width,
            height,
            start,
            goal: 'blank-first',
          })),
      );
    fc.assert(
      fc.property(sliding, (puzzle) => {
        const { text, lost } = writePuzzle(puzzle, 'sliding');
        expect(lost).toEqual([]);
        expect(readPuzzle(text).format).toBe('sliding');
        expect(slidingPuzzle(text, { name: 'x' })).toEqual(puzzle);
        expect(readPuzzle(writePuzzle(puzzle, 'link').text).puzzle).toEqual(puzzle);
        const { width, height } = puzzle;
        const line = text.replace(/^#.*\n/, '').replaceAll('\n', ' ');
        expect(slidingPuzzle(line, { name: 'x', size: { width, height }, goal: 'blank-first' })).toEqual(
          puzzle,
        );
      }),
      runs,
    );
  });

  test('line ends, a byte order mark, blanks and comments do not matter', () => {
    const text = '\uFEFF# from a box\r\n\r\nY1, G0 ,R0,B1  # first\r\nY0,B1,R1,B0\r\n';
    expect(named(edgePuzzle(text))).toEqual(['Y1,G0,R0,B1', 'Y0,B1,R1,B0']);
    expect(named(edgePuzzle('Y1 G0 R0 B1\rY0\tB1 R1 B0'))).toEqual(['Y1,G0,R0,B1', 'Y0,B1,R1,B0']);
  });
});

describe('boards', () => {
  test.each(['tiles', 'json'])('%s keeps every board', (format) => {
    const limits = fc.constantFrom<PuzzleLimits>(
      { hints: true, forbidden: true },
      { boards: 20, backs: true, forbidden: true },
    );
    fc.assert(
      fc.property(limits.chain(arbitraryPuzzleAndBoard), ({ puzzle, board }) => {
        const read = readBoard(puzzle, writeBoard(puzzle, board, format));
        expect(Array.from(read)).toEqual(Array.from(board));
      }),
      runs,
    );
  });

  test('a link keeps every board, up to equal appearances', () => {
    fc.assert(
      fc.property(arbitraryPuzzleAndBoard({ mating: 'same', labels: 9 }), ({ puzzle, board }) => {
        const grey = puzzle.rim.kind === 'colour' ? puzzle.rim.colour : -1;
        fc.pre(puzzle.tiles.every(({ edges }) => edges.some((label) => label !== grey)));
        const read = readBoard(puzzle, writeBoard(puzzle, board, 'bucas'));
        expect(canonicalKey(puzzle, read)).toBe(canonicalKey(puzzle, board));
      }),
      runs,
    );
  });

  test('every board can be drawn in letters, in lines of equal length', () => {
    fc.assert(
      fc.property(arbitraryPuzzleAndBoard({ forbidden: true }), ({ puzzle, board }) => {
        const lines = drawBoard(puzzle, board).trimEnd().split('\n');
        expect(new Set(lines.map((line) => line.length)).size).toBe(1);
        expect(lines).toHaveLength(4 * gridOf(puzzle.board).height + 1);
      }),
      runs,
    );
  });

  test('json reads the line that solve --json prints', () => {
    const puzzle = edgePuzzle('1 2 3 4\n1 2 3 5');
    const line =
      '{"type":"solution","index":0,"placements":[{"cell":1,"tile":0,"rotation":3,"flipped":false}]}';
    expect(Array.from(readBoard(puzzle, line))).toEqual([-1, 3]);
  });
});

test('a link that is only named in a comment is not read', () => {
  const text = '# seen at https://e2.bucas.name/\nY1,G0,R0,B1\nY0,B1,R1,B0';
  expect(readPuzzle(text).format).toBe('scramble');
  const puzzle = edgePuzzle('1 2 3 4\n1 2 3 5');
  expect(Array.from(readBoard(puzzle, '# https://e2.bucas.name\n2:0 -'))).toEqual([16, -1]);
});

test('a rotated tile 0 shows that a board file counts from 0', () => {
  const puzzle = edgePuzzle('1 2 3 4\n1 2 3 5');
  expect(Array.from(readBoard(puzzle, '1:0 0:2'))).toEqual([16, 2]);
  expect(Array.from(readBoard(puzzle, '1:0 0:0'))).toEqual([0, -1]);
  expect(Array.from(readBoard(puzzle, '1:0 0:0', { pieceBase: 0 }))).toEqual([16, 0]);
});

test('our own notation wins unless chance hardly explains that another reading matches more edges', () => {
  const rows = '3 2 2 1\n1 3 3 3\n1 1 2 1\n2 2 3 2\n2 1 1 3\n1 3 1 3\n1 1 3 1\n1 2 2 2\n1 1 2 2';
  const puzzle = edgePuzzle(rows, { size: { width: 3, height: 3 }, rim: 'free', turns: 'rotate' });
  const board = '8:2 1:1 7:1 4:1 9:1 6:1 3:0 5:0 2:0';
  expect(writeBoard(puzzle, readBoard(puzzle, board), 'tiles').trim().split(/\s+/).join(' ')).toBe(board);
});

describe('what can be read in more than one way', () => {
  test('numbers without a frame: the order of edges is an assumption that options change', () => {
    const { assumptions, questions } = readPuzzle('1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4');
    expect(assumptions.map(({ option }) => option)).toContain('edgeOrder');
    expect(questions).toEqual([]);
    expect(readPuzzle('1 2 3 4\n1 2 3 5', { edgeOrder: 'ESWN' })).toMatchObject({
      questions: [],
      puzzle: { tiles: [{ edges: [4, 1, 2, 3] }, {}] },
    });
  });

  test('a frame shows whether edges are listed clockwise or as top, left, right, bottom', () => {
    const framed =
      '3 3\n' +
      [
        '0 0 1 2',
        '0 1 2 5',
        '0 2 0 1',
        '1 0 5 2',
        '5 5 5 5',
        '2 5 0 1',
        '2 0 1 0',
        '5 1 2 0',
        '1 2 0 0',
      ].join('\n');
    const { assumptions, puzzle } = readPuzzle(framed);
    expect(assumptions.find(({ option }) => option === 'edgeOrder')!.options).toEqual({ edgeOrder: 'NWES' });
    expect(puzzle).toMatchObject({ tiles: [{ edges: [0, 1, 2, 0] }, {}, {}, {}, {}, {}, {}, {}, {}] });
  });

  test('two labels that fit the rim of a few tiles', () => {
    const tiles = '2 2\ngreen red red green\ngreen green red red\ngreen red red green\nred red green green';
    const { questions } = readPuzzle(tiles);
    expect(questions[0]!.choices.map(({ options }) => options)).toEqual(
      ['free', 'frame:green', 'frame:red'].map((rim) => ({ rim })),
    );
  });

  test('a label that fits the rim of a puzzle with three labels', () => {
    const tiles = '2133 1323 2311 1223 3331 3212 2123 3311 1321 1323 1233 3332 2332 3123 3233 3211 1233 2333';
    const rows = tiles.split(' ').map((tile) => Array.from(tile).join(' '));
    const { questions } = readPuzzle(`3 6\n${rows.join('\n')}`);
    const rims = questions[0]!.choices.map(({ options }) => options.rim);
    expect(new Set(rims)).toEqual(new Set(['frame:1', 'free']));
  });

  test('a partial link: whether pieces count from 0 or 1', () => {
    const { questions } = readPuzzle(
      'https://e2.bucas.name/#board_w=2&board_h=1&board_edges=abcaaaaa&board_pieces=001000',
    );
    expect(questions[0]!.choices.map(({ options }) => options)).toEqual([{ pieceBase: 1 }, { pieceBase: 0 }]);
  });

  test('edge orders have names', () => {
    expect(parseEdgeOrder('t r b l')).toBe('NESW');
    expect(parseEdgeOrder('E-S-W-N')).toBe('ESWN');
    expect(() => parseEdgeOrder('NESS')).toThrow('Name each edge once.');
  });
});

test('every format has a title, and can be read or written', () => {
  const names = new Set(
    (['readPuzzle', 'writePuzzle', 'readBoard', 'writeBoard'] as const).flatMap((can) =>
      formatsThat(can).map(({ name }) => name),
    ),
  );
  expect([...names].sort()).toEqual([
    'ascii',
    'bucas',
    'csv',
    'dimacs',
    'edgewise',
    'figures',
    'instance',
    'json',
    'legespiel',
    'link',
    'minizinc',
    'numeric',
    'pictures',
    'positions',
    'scramble',
    'sliding',
    'squares',
    'tiles',
    'words',
    'xcc',
  ]);
});
