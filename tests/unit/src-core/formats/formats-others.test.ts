// Files in other programs' formats. The puzzles are our own.
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { FormatError } from '../../../../src-core/formats/format-error.ts';
import { formatOf } from '../../../../src-core/formats/formats.ts';
import { readBoard } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { writeBoard, writePuzzle } from '../../../../src-core/formats/write.ts';
import { placementsOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';
import { dataText, edgePuzzle } from '../../support/data.ts';
import { hoglanSquares } from '../../support/sources.ts';

const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 3 });
const fails = (text: string, message: RegExp): void => {
  expect(() => readPuzzle(text)).toThrow(FormatError);
  expect(() => readPuzzle(text)).toThrow(message);
};

describe('instances: JSON with width, height, pieces and hints', () => {
  const first = placementsOf(solution)[5]!;
  const text = JSON.stringify(
    {
      id: 'own-4x4',
      family: 'own',
      width: 4,
      height: 4,
      numColors: 5,
      pieces: puzzle.tiles.map(({ edges }) => edges),
      hints: [{ pos: first.cell, piece: first.tile, rot: first.rotation }],
      maxScore: 24,
    },
    null,
    2,
  );

  test('are recognised and read; the hint has the cell and rotation of the solution', () => {
    expect(formatOf(text)).toBe('instance');
    const read = edgePuzzle(text);
    expect(read).toMatchObject({
      name: 'own-4x4',
      board: puzzle.board,
      rim: puzzle.rim,
      tiles: puzzle.tiles,
    });
    expect(read.hints).toEqual([{ cell: 5, tile: first.tile, rotation: first.rotation }]);
    expect(scoreOf(read, solution)).toMatchObject({ solved: true, hintsKept: 1 });
    const spelled = text.replaceAll('"pos"', '"position"').replaceAll('"rot"', '"rotation"');
    expect(edgePuzzle(spelled).hints).toEqual(read.hints);
  });

  test('are written and read back unchanged', () => {
    const read = edgePuzzle(text);
    const written = writePuzzle(read, 'instance');
    expect(written.lost).toEqual([]);
    expect(edgePuzzle(written.text)).toEqual(read);
    const loose: EdgePuzzle = { ...read, hints: [{ cell: 0, rotation: 1 }, ...read.hints] };
    expect(writePuzzle(loose, 'instance').lost).toEqual(['the hints without a tile']);
    expect(() => writePuzzle(hoglanSquares, 'instance')).toThrow(
      'An instance file can hold only plain colours',
    );
  });

  test('errors name their line', () => {
    fails(
      text.replace('"piece": ', '"piece": 99'),
      /Line \d+: found piece 99\d* in hints\[0\]; expected 0 to 15/,
    );
    fails(text.replace('"pos": 5', '"pos": 16'), /found position 16 in hints\[0\]/);
    fails(
      text.replace('"width": 4', '"width": 5'),
      /Line 8: found 16 pieces; expected 20 for a board of 5 × 4/,
    );
    fails(text.replace('"height": 4,', ''), /no height/);
    fails(text.replace(/\[\s+\d+,\s+\d+,/, '[1,'), /pieces\[0\]/);
    const line = Number(/Line (\d+)/.exec(message(text.replace('"pos": 5', '"pos": 16')))![1]);
    expect(text.split('\n')[line - 1]).toContain('{');
  });
});

const message = (text: string): string => {
  try {
    readPuzzle(text);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('Legespiel: XML with pictures and cards', () => {
  const { text, lost } = writePuzzle(hoglanSquares, 'legespiel');

  test('halves of symbols and plain colours are written and read back', () => {
    expect(lost).toEqual([]);
    expect(formatOf(text)).toBe('legespiel');
    const read = edgePuzzle(text);
    expect(read).toMatchObject({
      name: hoglanSquares.name,
      mating: 'opposite',
      turns: 'rotate',
      rim: { kind: 'free' },
    });
    expect(read.tiles.map(({ edges }) => edges)).toEqual(hoglanSquares.tiles.map(({ edges }) => edges));
    expect(read.labels.map(({ name }) => name)).toEqual(hoglanSquares.labels.map(({ name }) => name));
    const colours = generate({ family: 'unframed', width: 3, height: 2, seed: 1 }).puzzle;
    const again = edgePuzzle(writePuzzle(colours, 'legespiel').text);
    expect(again).toMatchObject({ mating: 'same', board: colours.board, tiles: colours.tiles });
    expect(() => writePuzzle(puzzle, 'legespiel')).toThrow('the rim rule');
  });

  test('ids in any order, comments, entities; symbols are named after the pictures', () => {
    const own = `<?xml version="1.0"?>
<!-- <card north="9"/> -->
<legespielConfiguration xmlns="http://whatsoftwarecando.org">
  <name>Hens &amp; eggs</name>
  <numberOfRows>1</numberOfRows><numberOfColumns>2</numberOfColumns>
  <pictures>
    <picture id="7" name="Hen front" matchWithIds="3"/>
    <picture matchWithIds='7' id='3' name='Hen back'/>
    <picture id="1" name="Egg 1" matchWithIds="2"/><picture id="2" name="Egg 2" matchWithIds="1"/>
  </pictures>
  <cards>
    <card north="7" west="1" east="3" south="2"/>
    <card north="7" west="7" east="1" south="2"/>
  </cards>
</legespielConfiguration>`;
    const read = edgePuzzle(own);
    expect(read.name).toBe('Hens & eggs');
    expect(read.labels.map(({ name }) => name)).toEqual(['Hen', 'Egg']);
    expect(read.tiles.map(({ edges }) => edges)).toEqual([
      [0, 1, 3, 2],
      [0, 2, 3, 0],
    ]);
    fails(
      own.replace('south="2"/>\n    <card', 'south="5"/>\n    <card'),
      /Line 12: found south="5"; expected the id of a picture/,
    );
    fails(own.replace('<card north="7" west="7" ', '<card north="7" '), /Line 13: found a card without west/);
    fails(own.replace('matchWithIds="3"', 'matchWithIds="1"'), /Line 7: found picture 7, which matches "1"/);
    fails(own.replace('>1</numberOfRows>', '>2</numberOfRows>'), /found 2 cards; expected 4 for 2 rows of 2/);
    fails(own.replace('<numberOfRows>1', '<numberOfRows>x'), /Line 5: found "x" in numberOfRows/);
  });

  test('a file of twenty thousand lines is read, and errors name their lines', () => {
    const lines = 20_000;
    const long = text.replace('<pictures>', `${'<a b=""/>\n'.repeat(lines)}<pictures>`);
    expect(edgePuzzle(long).tiles).toEqual(edgePuzzle(text).tiles);
    const at = text.slice(0, text.indexOf('<card ')).split('\n').length;
    fails(
      long.replace(/<card north="\d+"/, '<card north="x"'),
      new RegExp(`Line ${at + lines}: found north="x"`),
    );
    fails(text.replace('<pictures>', '<!--\n'.repeat(2 * lines)), /found 0 cards/);
  });
});

describe('piece files of Eternity II programs', () => {
  const rows = puzzle.tiles.map(({ edges }) => edges.join(' '));

  test('with numbered tiles, from 1 or from 0; with the side of a square in the first line', () => {
    for (const from of [0, 1]) {
      const numbered = rows.map((row, i) => `${i + from} ${row}`).join('\n');
      expect(edgePuzzle(numbered).tiles).toEqual(puzzle.tiles);
    }
    expect(edgePuzzle(`4\n${rows.join('\n')}`)).toMatchObject({ board: puzzle.board, tiles: puzzle.tiles });
    fails(`4\n${rows.slice(1).join('\n')}`, /Line 1: found the size 4 × 4 and 15 tiles/);
    fails(rows.map((row, i) => `${i === 7 ? 3 : i + 1} ${row}`).join('\n'), /Line 1: found 5 /);
  });

  test('256 lines of four numbers are Eternity II', () => {
    const eternity = edgePuzzle(dataText('e2/e2_pieces.txt'));
    const numbered = eternity.tiles.map(({ edges }, i) => `${i + 1},${edges.join(',')}`).join('\n');
    expect(edgePuzzle(numbered).tiles).toEqual(eternity.tiles);
  });
});

describe('boards', () => {
  const placed = placementsOf(solution);
  const byTile = puzzle.tiles.map((_, tile) => placed.find((each) => each.tile === tile)!);
  const at = (cell: number) => [cell % 4, Math.floor(cell / 4)] as const;

  test.each([
    ['x y rotation', 0, false, 1],
    ['x y rotation from 1', 1, false, 1],
    ['row column rotation', 0, true, 1],
    ['turned the other way', 0, false, -1],
  ] as const)('%s, one row per tile', (_, from, rowFirst, way) => {
    const lines = byTile.map(({ cell, rotation }) => {
      const [x, y] = at(cell);
      const place = rowFirst ? [y + from, x + from] : [x + from, y + from];
      return `${place.join(' ')} ${(rotation * way + 4) % 4}`;
    });
    expect(readBoard(puzzle, lines.join('\n'))).toEqual(solution);
  });

  test('with tile numbers, from 0 or 1; with tiles that are not on the board', () => {
    for (const from of [0, 1]) {
      const lines = placed.map(({ cell, tile, rotation }) => [tile + from, ...at(cell), rotation].join(' '));
      expect(readBoard(puzzle, `# tile x y rotation\n${lines.slice(0, 14).join('\n')}`)).toEqual(
        solution.map((code, cell) => (cell < 14 ? code : -1)),
      );
    }
    const away = byTile.map(({ cell, rotation }, tile) =>
      tile === 3 ? '-1' : `${at(cell).join(' ')} ${rotation}`,
    );
    expect(placementsOf(readBoard(puzzle, away.join('\n')))).toHaveLength(15);
  });

  test('piece/rotation, in either direction, with . or -1/-1 for an empty cell', () => {
    const rows = writeBoard(puzzle, solution, 'tiles');
    expect(readBoard(puzzle, rows.replaceAll(':', '/'))).toEqual(solution);
    const back = rows.replaceAll(/:(\d)/g, (_, turns: string) => `/${(4 - Number(turns)) % 4}`);
    expect(readBoard(puzzle, back)).toEqual(solution);
    const holes = rows.trim().split(/\s+/);
    holes[0] = '.';
    holes[1] = '-1/-1';
    const words = holes.join(' ').replaceAll(':', '/');
    expect(placementsOf(readBoard(puzzle, words))).toHaveLength(14);
    // A colon instead of the slash is accepted if the board can't be read in any other way.
    expect(readBoard(puzzle, back.replaceAll('/', ':'))).toEqual(solution);
  });

  test('JSON with the numbers 4 · tile + rotation', () => {
    const board = [...solution].map((code) => (code >> 4) * 4 + (code & 3));
    const text = JSON.stringify({
      name: 'own',
      size: 4,
      score: 24,
      board,
      url: 'https://x.example/?board_edges=aa',
    });
    expect(readBoard(puzzle, text)).toEqual(solution);
    expect(placementsOf(readBoard(puzzle, text.replace(/"board":\[\d+/, '"board":[-1')))).toHaveLength(15);
    expect(() => readBoard(puzzle, JSON.stringify({ board: board.slice(1) }))).toThrow(
      'found 15 cells in board',
    );
  });

  test.each([
    ['0 0 0\n0 0 1', /Line 2: found a second tile at 0 0/],
    ['0 0 0\n1 9 1', /Line 2: found y 9; expected 0 to 3/],
    ['0 0 0\n1 0 7', /Line 2: found rotation 7/],
    ['1 0 0 0\n2 1 x 0', /found "?2 1 x 0|expected/],
    ['0 0 0\n'.repeat(17), /Line 17: found 17 rows; expected one for each of the 16 tiles/],
  ])('%j is reported with its line', (text, why) => {
    expect(() => readBoard(puzzle, text)).toThrow(why);
  });
});
