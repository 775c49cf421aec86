/**
 * File formats from other languages, courses and mails. Each is read as its puzzle, or asks a question with that puzzle
 * among the answers.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { writeBoard } from '../../../../src-core/formats/write.ts';
import { EMPTY, rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf, shownLabels } from '../../../../src-core/puzzle/score.ts';
import { goalNameOf } from '../../../../src-core/puzzle/sliding-goal.ts';

const { puzzle: framed } = generate({ family: 'framed', width: 4, height: 4, seed: 7 });
const { puzzle: wide } = generate({ family: 'framed', width: 5, height: 4, seed: 9 });
const { puzzle: scramble } = generate({ family: 'scramble', width: 3, height: 3, seed: 4 });
const rowsOf = ({ tiles }: EdgePuzzle): number[][] => tiles.map(({ edges }) => [...edges]);
const rows = rowsOf(framed);
const lined = (write: (row: number[], i: number) => string, of = rows): string => of.map(write).join('\n');
const abc = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const kindOf = (row: readonly number[]): string =>
  ['inner', 'edge', 'corner'][row.filter((label) => label === 0).length]!;

/** The four rotations and their mirror images. A file's order of edges may mean any of them. */
const VIEWS = [0, 1, 2, 3].flatMap((from) =>
  [1, 3].map((step) => [0, 1, 2, 3].map((i) => (from + step * i) % 4)),
);

/** Returns what matters of a puzzle, except the names of its labels and which edge comes first. */
function patternOf({ tiles, rim, mating, turns, board }: EdgePuzzle, view: readonly number[]): string {
  const names = new Map<number, { name: number; half: number }>();
  const name = (label: number): number => {
    if (mating === 'same') {
      if (!names.has(label)) names.set(label, { name: names.size, half: 0 });
      return names.get(label)!.name;
    }
    if (!names.has(label >> 1)) names.set(label >> 1, { name: names.size, half: label & 1 });
    const own = names.get(label >> 1)!;
    return 2 * own.name + ((label & 1) ^ own.half);
  };
  const edges = tiles.map((tile) => view.map((side) => name(tile.edges[side]!)));
  return JSON.stringify([edges, rim.kind === 'colour' ? name(rim.colour) : rim.kind, mating, turns, board]);
}

const isSame = (read: EdgePuzzle, made: EdgePuzzle): boolean =>
  VIEWS.some((view) => patternOf(read, view) === patternOf(made, [0, 1, 2, 3]));

function expectRead(text: string, made: EdgePuzzle): void {
  const { puzzle, questions } = readPuzzle(text);
  expect(questions).toEqual([]);
  expect(isSame(puzzle as EdgePuzzle, made)).toBe(true);
}

describe('a framed puzzle', () => {
  test.each<[string, string, EdgePuzzle?]>([
    ['a size with blanks', `4 x 4\n${lined((row) => row.join(' '))}`],
    ['a size in a title', `My puzzle 4x4\n${lined((row) => row.join(' '))}`],
    ['width, height, tiles and labels', `4 4 16 9\n${lined((row) => row.join(' '))}`],
    ['hints after their number', `2\n5 2 1 0\n7 3 2 1\n${lined((row) => row.join(' '))}`],
    ['hints after a size and their number', `4 4\n1\n5 2 1 0\n${lined((row) => row.join(' '))}`],
    ['two lines of counts', `16\n9\n${lined((row) => row.join(' '))}`],
    ['coordinates before the edges', lined((row, i) => [i % 4, Math.floor(i / 4), ...row].join(','))],
    ['coordinates after the edges', lined((row, i) => [...row, i % 4, Math.floor(i / 4)].join(','))],
    ['a number and a constant', lined((row, i) => [i + 1, 1, ...row].join(','))],
    ['numbers behind #', lined((row, i) => `#${i + 1} ${row.join(' ')}`)],
    ['arrows after numbers', lined((row, i) => `${i + 1} -> ${row.join(' ')}`)],
    ['a table of Markdown', `| N | E | S | W |\n|---|---|---|---|\n${lined((row) => `| ${row.join(' | ')} |`)}`],
    ['columns that are called a, b, c, d', `id,a,b,c,d\n${lined((row, i) => [i, ...row].join(','))}`],
    ['tiles in columns and rows', lined((row, i) => row.join(',') + (i % 4 === 3 ? '\n' : ' ')).replaceAll(' \n', ' ')],
    ['one line with its size', `4 4 ${rows.flat().join(' ')}`],
    ['one label per line', rows.flat().join('\n')],
    ['colours of web pages', lined((row) => row.map((label) => `#0${label}0${label}0${label}`).join(' '))],
    ['a list on one line', `pieces = [${rows.map((row) => `[${row.join(', ')}]`).join(', ')}]`],
    ['an array of C', `int pieces[16][4] = {\n${lined((row) => `  {${row.join(', ')}},`)}\n};`],
    ['JavaScript', `const puzzle = {width: 4, height: 4, tiles: [${rows.map((row) => JSON.stringify(row)).join(',')}]};`],
    ['Prolog', lined((row, i) => `tile(${i + 1}, ${row.join(', ')}).`)],
    ['MiniZinc', `n = 4;\ntiles = [|\n${rows.map((row) => row.join(', ')).join(' |\n')} |];`],
    ['YAML', `width: 4\nheight: 4\ntiles:\n${lined((row) => `  - [${row.join(', ')}]`)}`],
    ['YAML with names', `tiles:\n${lined(([n, e, s, w]) => `  - north: ${n}\n    east: ${e}\n    south: ${s}\n    west: ${w}`)}`],
    ['TOML', `width = 4\nheight = 4\n${lined((row) => `[[tile]]\nedges = [${row.join(', ')}]`)}`],
    ['XML', `<tiles>\n${lined(([n, e, s, w]) => `<tile north="${n}" east="${e}" south="${s}" west="${w}"/>`)}\n</tiles>`],
    ['N=1 E=2', lined(([n, e, s, w]) => `N=${n} E=${e} S=${s} W=${w}`)],
    ['names in another order', lined(([n, e, s, w], i) => `Tile ${i + 1}: N:${n} W:${w} S:${s} E:${e}`)],
    ['cells of LaTeX', lined((row) => `${row.join(' & ')} \\\\`)],
    ['an HTML table', `<table>\n${lined((row) => `<tr><td>${row.join('</td><td>')}</td></tr>`)}\n</table>`],
    ['a matrix of MATLAB', `tiles = [${rows.map((row) => row.join(' ')).join('; ')}];`],
    ['calls of a constructor', lined((row) => `tiles.add(new Tile(${row.join(', ')}));`)],
    ['facts of CLIPS', lined(([n, e, s, w], i) => `(tile (id ${i + 1}) (north ${n}) (east ${e}) (south ${s}) (west ${w}))`)],
    ['facts of ASP', lined((row, i) => row.map((label, side) => `edge(${i + 1},${'nesw'[side]!},${label}).`).join(' '))],
    ['T, R, B and L before numbers', lined(([t, r, b, l]) => `T${t} R${r} B${b} L${l}`)],
    ['JSON with joined letters under "puzzle"', JSON.stringify({ puzzle: { size: [4, 4], tiles: rows.map((row) => row.map((label) => abc[label]!).join('')) } })],
    ['JSON by name', JSON.stringify(Object.fromEntries(rows.map((row, i) => [`t${i}`, row])))],
    ['JSON with labels that are objects', JSON.stringify({ pieces: rows.map((row) => ({ edges: row.map((color) => ({ color })) })) })],
    ['JSON with a palette first', JSON.stringify({ palette: [[0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255]], pieces: rows })],
    ['JSON with a solution first', JSON.stringify({ solution: [[1, 0], [2, 0], [3, 0], [4, 0]], rows: 4, cols: 4, pieces: rows })],
    ['JSON in the rows of a board', JSON.stringify([0, 4, 8, 12].map((at) => rows.slice(at, at + 4)))],
    ['JSON as one list', JSON.stringify({ width: 4, height: 4, data: rows.flat() })],
    ['JSON with a comma too many', `{"width":4,"height":4,"tiles":[${rows.map((row) => JSON.stringify(row)).join(',')},]}`],
    ['lines quoted in a mail', `On Tuesday Hans wrote:\n${lined((row) => `> ${row.join(' ')}`)}\n\nThanks!`],
    ['the kind of each tile before it', lined((row) => `${['inner', 'border', 'corner'][row.filter((label) => label === 0).length]!}: ${row.join(' ')}`)],
    ['comments after //', lined((row, i) => `${row.join(' ')}  // ${i % 3 === 0 ? 'red' : 'blue'}`)],
    ['comments after ;', `; made by a solver\n; 4 x 4\n${lined((row) => row.join(' '))}`],
    ['# as the frame', lined((row) => row.map((label) => (label === 0 ? '#' : label)).join(' '))],
    ['a title, lines and numbers before bars', `Like EternityII 4x4 #7\n---------------\n${lined((row, i) => `${String(i + 1).padStart(3)} | ${row.join(' ')}`)}\n---------------`],
    ['JSON with null as the frame', JSON.stringify({ size: 4, tiles: rows.map((row) => row.map((label) => label || null)) })],
    ['JSON by name with t, r, b and l', JSON.stringify({ width: 5, height: 4, pieces: Object.fromEntries(rowsOf(wide).map(([t, r, b, l], i) => [`p${i}`, { t, r, b, l }])) }), wide],
    ['JSON with hyphens', JSON.stringify({ rows: 4, columns: 5, tiles: rowsOf(wide).map((row) => row.join('-')) }), wide],
    ['a number before joined letters', lined((row, i) => `${i + 1} ${row.map((label) => abc[label]!).join('').toLowerCase()}`)],
    ['joined letters in a table', `id,edges\n${lined((row, i) => `${i + 1},${row.map((label) => abc[label]!).join('')}`)}`],
    ['joined letters and a turn', lined((row) => `${row.map((label) => abc[label]!).join('')} 0`)],
    ['joined letters with # as the frame', lined((row) => row.map((label) => (label === 0 ? '#' : abc[label]!)).join(''))],
    ['all letters in one word', rows.flat().map((label) => abc[label]!).join('')],
    ['the size last', `${lined((row) => row.join(' '), rowsOf(wide))}\n5 4`, wide],
    ['the number of hints, hints and the number of tiles', `2\n0 0 1 0\n3 3 2 1\n16\n${lined((row) => row.join(' '))}`],
    ['hints last, after their number', `4 4\n${lined((row) => row.join(' '))}\n2\n0 1 0\n15 2 1`],
    ['hints last, under a title', `4 4\n${lined((row) => row.join(' '))}\nhints\n0 0 1 0\n3 3 2 1`],
    ['numbered columns of pandas', `,0,1,2,3\n${lined((row, i) => [i, ...row].join(','))}`],
    ['XML with text', `<pieces>\n${lined((row, i) => `<piece id="${i}">${row.join(' ')}</piece>`)}\n</pieces>`],
    ['XML with elements', `<puzzle><rows>4</rows><cols>5</cols>\n${lined(([n, e, s, w]) => `<piece><top>${n}</top><right>${e}</right><bottom>${s}</bottom><left>${w}</left></piece>`, rowsOf(wide))}\n</puzzle>`, wide],
    ['Haskell', `tiles = [ ${rows.map((row) => `Tile ${row.join(' ')}`).join('\n        , ')} ]`],
    ['SQL', lined((row, i) => `INSERT INTO pieces (id, n, e, s, w) VALUES (${i + 1}, ${row.join(', ')});`)],
    ['a flat array', `n = 4;\npieces = array2d(1..16, 1..4, [${rows.flat().join(', ')}]);`],
    ['properties', `puzzle.width=5\npuzzle.height=4\n${lined((row, i) => `puzzle.piece.${i}=${row.join(' ')}`, rowsOf(wide))}`, wide],
    ['tiles between colons', rows.map((row) => row.join(',')).join(':')],
    ['JSON with a size in quotes', JSON.stringify({ width: '5', height: '4', pieces: rowsOf(wide) }), wide],
    ['kinds before the edges', `type,a,b,c,d\n${lined((row) => [kindOf(row), ...row].join(','))}`],
    ['kinds after the edges', lined((row, i) => [i + 1, ...row, kindOf(row)].join(';'))],
    ['a kind, a number and six digits', `#Tiles\n${lined((row, i) => [kindOf(row)[0]!.toUpperCase(), 100 + i, ...row.map((label) => String(10001 * label).padStart(6, '0'))].join(','))}`],
    ['a rotation after the edges', lined((row) => `${row.join(' ')} 0`)],
    ['remarks after some rows', lined((row) => `${row.join(' ')}${kindOf(row) === 'corner' ? '  corner' : ''}`)],
    ['arrows and remarks after some rows', lined((row) => `${row.join(' ')}${kindOf(row) === 'corner' ? '  <- corner piece' : ''}`)],
    ['remarks in brackets after some rows', lined((row) => `${row.join(' ')}${kindOf(row) === 'corner' ? ' (corner)' : ''}`)],
    ['a matrix of R', `tiles <- matrix(c(\n${rows.map((row) => `  ${row.join(', ')}`).join(',\n')}), ncol = 4, byrow = TRUE)`],
    ['lines of BASIC', lined((row, i) => `${100 + 10 * i} DATA ${row.join(',')}`)],
    ['dots after a number', lined((row, i) => `Tile ${i + 1}........ ${row.join(' ')}`)],
    ['decimal commas', `oben;rechts;unten;links\r\n${lined((row) => row.map((label) => `${label},0`).join(';'))}`],
    ['joined letters with blanks as the frame', lined((row) => row.map((label) => (label === 0 ? ' ' : abc[label]!)).join(''))],
    ['JSON with joined letters and names', JSON.stringify({ pieces: rows.map((row, i) => ({ id: `p${i}`, edges: row.map((label) => abc[label]!).join('') })) })],
    ['joined pictograms', lined((row) => row.map((label) => ['⬛', '🟥', '🟦', '🟩', '🟨', '🟪', '🟫', '🟧', '⬜', '🔴'][label]!).join(''))],
  ])('%s', (_, text, made) => expectRead(text, made ?? framed)); // prettier-ignore

  test.each<[string, (puzzles: number[][][]) => string]>([
    ['sizes and a zero at the end', (all) => `${all.map((each) => `4\n${lined((row) => row.join(' '), each)}`).join('\n')}\n0\n`],
    ['sizes, empty lines and a zero', (all) => `${all.map((each) => `4\n${lined((row) => row.join(' '), each)}`).join('\n\n')}\n\n0\n`],
    ['titles', (all) => all.map((each, i) => `Puzzle ${i + 1}\n${lined((row) => row.join(' '), each)}`).join('\n\n')],
    ['one puzzle per line', (all) => all.map((each) => each.flat().join(' ')).join('\n')],
    ['JSON', (all) => JSON.stringify({ puzzles: all.map((pieces) => ({ size: 4, pieces })) })],
    ['lines of JSON', (all) => all.map((tiles) => JSON.stringify({ width: 4, height: 4, tiles })).join('\n')],
    ['lists in a list', (all) => JSON.stringify(all)],
  ])('two in one file: %s', (_, write) => {
    const { puzzle: other } = generate({ family: 'framed', width: 4, height: 4, seed: 8 });
    const read = readPuzzles(write([rows, rowsOf(other)]));
    expect(read.map(({ puzzle }) => isSame(puzzle as EdgePuzzle, framed))).toEqual([true, false]);
    expect(isSame(read[1]!.puzzle as EdgePuzzle, other)).toBe(true);
  }); // prettier-ignore
});

describe('nine tiles of six colours', () => {
  const { puzzle: coloured } = generate({
    family: 'free',
    width: 3,
    height: 3,
    seed: 27,
    innerLabels: 6,
  } as never);
  const own = rowsOf(coloured);
  const names = ['red', 'blue', 'green', 'white', 'black', 'pink', 'amber'];
  test.each<[string, string]>([
    ['German columns', `Nr;oben;unten;links;rechts\n${lined(([n, e, s, w], i) => [i + 1, n, s, w, e].join(';'), own)}`],
    ['French columns', `haut,bas,gauche,droite\n${lined(([n, e, s, w]) => [n, s, w, e].join(','), own)}`],
    ['Spanish columns', `arriba\tabajo\tizquierda\tderecha\n${lined(([n, e, s, w]) => [n, s, w, e].join('\t'), own)}`],
    ['Italian JSON', JSON.stringify(own.map(([sopra, destra, sotto, sinistra]) => ({ sopra, sotto, sinistra, destra })))],
    ['a list of YAML', `size: 3x3\ntiles:\n${lined((row) => `- [${row.map((label) => names[label]!).join(', ')}]`, own)}`],
    ['JSON with words and a board', JSON.stringify({ board: { width: 3, height: 3 }, pieces: own.map((row) => ({ edges: row.map((label) => names[label]!) })) })],
    ['one label per line, one tile per block', own.map((row) => row.map((label) => names[label]!).join('\n')).join('\n\n')],
  ])('%s', (_, text) => expectRead(text, coloured)); // prettier-ignore
});

test('light and dark colours are not taken for halves without a question', () => {
  const { puzzle: made } = generate({
    family: 'free',
    width: 4,
    height: 4,
    seed: 2,
    innerLabels: 6,
  } as never);
  const colours = ['red', 'blue', 'green'].flatMap((name) => [`light ${name}`, `dark ${name}`]);
  const { questions } = readPuzzle(
    lined((row) => row.map((label) => colours[label]!).join(', '), rowsOf(made)),
  );
  const previews = questions.flatMap(({ choices }) => choices.map(({ preview }) => preview));
  expect(previews.some((each) => isSame(each as EdgePuzzle, made))).toBe(true);
});

test('a table of digits with 0 and no frame is read as TetraVex, or asks', () => {
  const { puzzle: made } = generate({ family: 'free', turns: 'fixed', width: 3, height: 3, seed: 24, innerLabels: 10 } as never); // prettier-ignore
  const text = `tile;top;right;bottom;left\n${lined((row, i) => [i, ...row].join(';'), rowsOf(made))}`;
  const { puzzle, questions } = readPuzzle(text);
  const readings = [puzzle, ...questions.flatMap(({ choices }) => choices.map(({ preview }) => preview))];
  expect(readings.some((each) => isSame(each as EdgePuzzle, made))).toBe(true);
});

describe('halves', () => {
  const animals = ['fish', 'cat', 'dog', 'owl', 'ant', 'bee'];
  const written = (name: (symbol: number, half: number) => string, separator: string): string =>
    lined((row) => row.map((label) => name(label >> 1, label & 1)).join(separator), rowsOf(scramble));
  test.each<[string, string]>([
    ['a digit before the letter', written((symbol, half) => `${half}${abc[symbol]!}`, ' ')],
    ['head of fish', written((symbol, half) => `${half ? 'head' : 'tail'} of ${animals[symbol]!}`, ', ')],
    ['fish-front', written((symbol, half) => `${animals[symbol]!}-${half ? 'front' : 'back'}`, ' ')],
    ['fish left', written((symbol, half) => `${animals[symbol]!} ${half ? 'left' : 'right'}`, ', ')],
    ['fish (m)', written((symbol, half) => `${animals[symbol]!} (${half ? 'm' : 'f'})`, ', ')],
    ['1.0 and 1.1', written((symbol, half) => `${symbol + 1}.${half}`, ' ')],
    ['Ai and Ao', written((symbol, half) => `${abc[symbol]!}${half ? 'i' : 'o'}`, ' ')],
    ['arrowheads', written((symbol, half) => `${animals[symbol]!}${half ? '>' : '<'}`, ' ')],
    ["A and A'", written((symbol, half) => `${abc[symbol]!}${half ? "'" : ''}`, ' ')],
    ['A and !A', written((symbol, half) => `${half ? '!' : ''}${abc[symbol]!}`, ' ')],
    ['A(K) and A(S)', written((symbol, half) => `${abc[symbol]!}(${half ? 'K' : 'S'})`, ' ')],
    ['slashes in a mail', `Hi all, 9 tiles. Order is top, right, bottom, left:\n\n${written((symbol, half) => `${animals[symbol]!} ${half ? 'vorne' : 'hinten'}`, ' / ')}\n\nGruß, Hans`],
    ['a table', `top,right,bottom,left\n${written((symbol, half) => `${animals[symbol]!} ${half ? 'head' : 'tail'}`, ',')}`],
    ['hyphens in a numbered mail', lined((row, i) => `${i + 1}. ${row.map((label) => `${animals[label >> 1]![0]!.toUpperCase()}${label & 1 ? 'h' : 't'}`).join(' - ')}`, rowsOf(scramble))],
    ['one edge per line', lined((row, i) => `Tile ${i + 1}\n${row.map((label, side) => ` ${['top', 'right', 'bottom', 'left'][side]!}: ${animals[label >> 1]!} ${label & 1 ? 'head' : 'tail'}`).join('\n')}\n`, rowsOf(scramble))],
    ['tuples of Python', `pieces = [\n${lined((row) => `    [${row.map((label) => `('${animals[label >> 1]!}', ${label & 1})`).join(', ')}],`, rowsOf(scramble))}\n]`],
    ['constructors on lines of their own', lined((row) => `cards.add(new Card(\n${row.map((label) => `  new Side(Animal.${animals[label >> 1]!}, Face.${label & 1 ? 'HEAD' : 'TAIL'})`).join(',\n')}));`, rowsOf(scramble))],
    ['letters of another language', written((symbol, half) => `${abc[symbol]!}${half ? 'G' : 'R'}`, ' ')],
    ['two lists of JSON', JSON.stringify(rowsOf(scramble).map((row) => ({ colors: row.map((label) => animals[label >> 1]), parts: row.map((label) => (label & 1 ? 'head' : 'tail')) })))],
    ['records of Haskell', `tiles =\n  [ ${rowsOf(scramble).map((row) => `Tile { ${row.map((label, side) => `tile${['Top', 'Right', 'Bottom', 'Left'][side]!} = ${animals[label >> 1]!}${label & 1 ? 'Front' : 'Back'}`).join(', ')} }`).join('\n  , ')}\n  ]`],
    ['pairs before the tiles', `A-B C-D E-F G-H\n\n${written((symbol, half) => abc[2 * symbol + half]!, ' ')}`],
  ])('%s', (_, text) => expectRead(text, scramble)); // prettier-ignore

  test('two objects of JSON, one of colours and one of halves, are read as halves', () => {
    const named = (row: number[], name: (label: number) => string): object =>
      Object.fromEntries(row.map((label, side) => [['up', 'right', 'down', 'left'][side]!, name(label)]));
    const cards = rowsOf(scramble).map((row) => ({
      colors: named(row, (label) => animals[label >> 1]!),
      parts: named(row, (label) => (label & 1 ? 'up' : 'down')),
    }));
    expect(isSame(readPuzzle(JSON.stringify({ cards })).puzzle as EdgePuzzle, scramble)).toBe(true);
  });

  const count = new Set(scramble.tiles.flatMap(({ edges }) => edges.map((label) => label >> 1))).size;
  test.each<[string, string]>([
    ['numbers that sum to a constant', written((symbol, half) => String(1 + (half ? 2 * count - 1 - symbol : symbol)), ' ')],
    ['numbers half their count apart', written((symbol, half) => String(1 + symbol + (half ? count : 0)), ' ')],
    ['numbers side by side', written((symbol, half) => String(1 + 2 * symbol + half), ' ')],
  ])('%s are asked about', (_, text) => {
    const [question] = readPuzzle(text).questions;
    const right = question!.choices.filter(({ preview }) => isSame(preview as EdgePuzzle, scramble));
    expect(right).toHaveLength(1);
    expect(isSame(readPuzzle(text, right[0]!.options).puzzle as EdgePuzzle, scramble)).toBe(true);
  }); // prettier-ignore
});

describe('hexagons and triangles', () => {
  const made = (board: object): EdgePuzzle =>
    generate({ family: 'free', board, seed: 52, innerLabels: 5 } as never).puzzle;
  const [honeycomb, hexagon] = [made({ kind: 'honeycomb', side: 3 }), made({ kind: 'hexagon', side: 2 })];
  test.each<[string, string, EdgePuzzle]>([
    ['numbered columns', `id;1;2;3;4;5;6\n${lined((row, i) => [i + 1, ...row].join(';'), rowsOf(honeycomb))}`, honeycomb],
    ['tuples on one line', `triangles = [\n ${rowsOf(hexagon).map((row) => `(${row.map((label) => `'${'RGBYW'[label]!}'`).join(', ')})`).join(', ')}\n]`, hexagon],
  ])('%s', (_, text, { tiles, board }) => {
    const { puzzle, questions } = readPuzzle(text);
    expect(questions).toEqual([]);
    expect(puzzle).toMatchObject({ board });
    const pattern = (all: EdgePuzzle['tiles']): number[] => {
      const labels = all.flatMap(({ edges }) => edges);
      return labels.map((label) => labels.indexOf(label));
    };
    expect(pattern((puzzle as EdgePuzzle).tiles)).toEqual(pattern(tiles));
  }); // prettier-ignore
});

test('pictures in lists of JSON are read as pictures', () => {
  const rows = ['##..', '#...', '#..#', '.#.#'];
  const pictures = Object.fromEntries([1, 2, 3, 4].map((number) => [`Tile ${number}`, rows]));
  expect(readPuzzle(JSON.stringify(pictures))).toMatchObject({
    format: 'pictures',
    puzzle: { tiles: { length: 4 } },
  });
});

test.each([
  '(at t8 p1) (at t1 p2) (at t3 p3) (at t4 p4) (at t2 p6) (at t7 p7) (at t6 p8) (at t5 p9)',
  'at(1,1,8). at(1,2,1). at(1,3,3). at(2,1,4). at(2,2,0). at(2,3,2). at(3,1,7). at(3,2,6). at(3,3,5).',
])('facts about places are not read as triangles: %s', (text) => {
  expect(() => readPuzzle(text)).toThrow();
});

describe('TetraVex', () => {
  const { puzzle: made } = generate({ family: 'free', turns: 'fixed', width: 3, height: 3, seed: 24, innerLabels: 10 } as never); // prettier-ignore
  const tiles = rowsOf(made);
  const drawn = (rule: string, lines: (row: number[][]) => string[]): string =>
    [0, 3, 6].map((at) => [rule, ...lines(tiles.slice(at, at + 3))].join('\n')).join('\n');
  const barred = (row: number[][], write: (tile: number[]) => string): string =>
    `|${row.map(write).join('|')}|`;
  test.each<[string, string]>([
    ['boxes with diagonals', drawn('+---+---+---+', (row) => [barred(row, ([n]) => `\\${n}/`), barred(row, ([, e, , w]) => `${w}X${e}`), barred(row, ([, , s]) => `/${s}\\`)])],
    ['wide boxes with diagonals', drawn('+-------+-------+-------+', (row) => [barred(row, ([n]) => ` \\ ${n} / `), barred(row, ([, e, , w]) => ` ${w} X ${e} `), barred(row, ([, , s]) => ` / ${s} \\ `)])],
    ['boxes', drawn('+-----+-----+-----+', (row) => [barred(row, ([n]) => `  ${n}  `), barred(row, ([, e, , w]) => `${w}   ${e}`), barred(row, ([, , s]) => `  ${s}  `)])],
    ['crosses', drawn('', (row) => [row.map(([n]) => `  ${n}  `).join(' '), row.map(([, e, , w]) => `${w}   ${e}`).join(' '), row.map(([, , s]) => `  ${s}  `).join(' ')])],
    ['a size and joined digits on one line', `3 ${tiles.map((row) => row.join('')).join(' ')}`],
    ['a drawing of each tile', tiles.map(([n, e, s, w]) => ` ${n} \n${w} ${e}\n ${s} `).join('\n\n')],
    ['words in a list', `puzzle = ${JSON.stringify(tiles.map((row) => row.join('')))}`],
  ])('in %s', (_, text) => expectRead(text, made)); // prettier-ignore
});

test('named edges that no reader knows are refused, not read as part of the labels', () => {
  const tiles = rows.map(([a, b, c, d]) => `{"first":${a},"second":${b},"third":${c},"fourth":${d}}`);
  expect(() => readPuzzle(`tiles = [${tiles.join(',')}]`)).toThrow();
});

test('a size that gives rows before columns, for tiles that may not rotate', () => {
  const { puzzle: made } = generate({ family: 'free', turns: 'fixed', width: 4, height: 3, seed: 5, innerLabels: 10 } as never); // prettier-ignore
  const { puzzle, questions } = readPuzzle(`3 4\n${lined((row) => row.join(' '), rowsOf(made))}`);
  const readings = [puzzle, ...questions.flatMap(({ choices }) => choices.map(({ preview }) => preview))];
  expect(readings.some((each) => isSame(each as EdgePuzzle, made))).toBe(true);
});

test('in JSON with width, height and pieces, 0 is an ordinary colour unless it is all around the rim', () => {
  const { puzzle: made } = generate({ family: 'free', turns: 'fixed', width: 4, height: 4, seed: 2, innerLabels: 10 } as never); // prettier-ignore
  expectRead(JSON.stringify({ width: 4, height: 4, pieces: rowsOf(made) }), made);
  expectRead(JSON.stringify({ width: 4, height: 4, pieces: rows }), framed);
});

describe('sliding puzzles', () => {
  const start = [8, 1, 3, 4, 0, 2, 7, 6, 5];
  test.each<[string, string, number[]?]>([
    ['a gap in the columns', ' 1  2  3  4\n 5  6  7  8\n 9 10    12\n13 14 11 15', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 12, 13, 14, 11, 15]],
    ['a gap first', '    2  3  4\n 5  6  7  8\n 9 10 11 12\n13 15 14  1', [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 1]],
    ['a box', '+---+---+---+\n| 8 | 1 | 3 |\n+---+---+---+\n| 4 |   | 2 |\n+---+---+---+\n| 7 | 6 | 5 |\n+---+---+---+'],
    ['rows between slashes', '813/402/765'],
    ['rows between semicolons', '8,1,3;4,0,2;7,6,5'],
    ['None', '[[8,1,3],[4,None,2],[7,6,5]]'],
    ['null', '[[8,1,3],[4,null,2],[7,6,5]]'],
    ['empty brackets', '8 1 3\n4 [] 2\n7 6 5'],
    ['-1', '8 1 3\n4 -1 2\n7 6 5'],
    ['digits of base 16', '123456789ABCDEF0', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]],
    ['letters', 'h a c\nd _ b\ng f e'],
    ['a box of lines', '┌───┬───┬───┐\n│ 8 │ 1 │ 3 │\n├───┼───┼───┤\n│ 4 │   │ 2 │\n├───┼───┼───┤\n│ 7 │ 6 │ 5 │\n└───┴───┴───┘'],
    ['its number first', '12 8 1 3 4 0 2 7 6 5'],
    ['a star', '8134*2765'],
    ['a name before slashes', '8-puzzle: 8 1 3 / 4 0 2 / 7 6 5'],
    ['a matrix of MATLAB', 'A = [8 1 3; 4 0 2; 7 6 5]'],
    ['an array of NumPy', 'array([[8, 1, 3],\n       [4, 0, 2],\n       [7, 6, 5]])'],
    ['a fact of Prolog', 'start([8,1,3,4,0,2,7,6,5]).'],
    ['empty quotes', '"8" "1" "3"\n"4" "" "2"\n"7" "6" "5"'],
    ['a question mark', '8 1 3\n4 ? 2\n7 6 5'],
    ['# as the empty space', '8 1 3\n4 # 2\n7 6 5'],
    ['another letter', '8 1 3\n4 E 2\n7 6 5'],
    ['_ in joined digits', '813\n4_2\n765'],
    ['columns with titles', 'c1,c2,c3\n8,1,3\n4,0,2\n7,6,5'],
    ['an example of LeetCode', 'Input: board = [[8,1,3],[4,0,2],[7,6,5]]\nOutput: 5\nExplanation: 5 is the smallest number of moves that solves the board.'],
    ['a constructor', 'puzzle = EightPuzzle((8, 1, 3, 4, 0, 2, 7, 6, 5))'],
    ['an array of C', 'int start[] = {15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2};', [15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2]],
    ['a comment in Prolog', '% board([v,4,2,8,1,3,5,6,7], 3).\nboard([8,1,3,4,v,2,7,6,5], 3). % 14 moves'],
    ['words of one row each', '813 4b2 765'],
    ['a gap in joined digits', '813\n4 2\n765'],
    ['hyphens', '8-1-3-4-0-2-7-6-5'],
    ['line ends in a string', '"8 1 3\\n4 0 2\\n7 6 5"'],
    ['one position after its number', '1\n\n8 1 3 4 x 2 7 6 5'],
    ['rows of base 16', '1234\n5678\n9AC0\nDEBF', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 0, 13, 14, 11, 15]],
    ['rows before columns', '2 4\n1 2 3 4\n5 6 0 7', [1, 2, 3, 4, 5, 6, 0, 7]],
    ['an empty field in the middle', '8,1,3\n4,,2\n7,6,5'],
    ['an empty string between single blanks', '8 1 3\n4  2\n7 6 5'],
    ['an empty string first', '1 2 3 4\n5 6 7 8\n 9 10 12\n13 14 11 15', [1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 10, 12, 13, 14, 11, 15]],
    ['decimal points', '8.0,1.0,3.0\n4.0,,2.0\n7.0,6.0,5.0'],
    ['an array of floats', '[[8. 1. 3.]\n [4. 0. 2.]\n [7. 6. 5.]]'],
    ['decimal commas', '8,0;1,0;3,0\n4,0;0,0;2,0\n7,0;6,0;5,0'],
    ['constants of C', '#define N 3\n#define START {8,1,3,4,0,2,7,6,5}'],
    ['a command', 'setState 813 4b2 765\nsolve A-star h2\nmaxNodes 5000'],
    ['a new array of Java', 'Board b = new Board(new int[][] { {8, 1, 3}, {4, 0, 2}, {7, 6, 5} });'],
  ])('%s', (_, text, expected) => {
    const { puzzle } = readPuzzle(text);
    expect(puzzle).toMatchObject({ kind: 'sliding', start: expected ?? start });
    expect(puzzle.kind === 'sliding' && puzzle.width).toBe(expected && expected.length !== 9 ? 4 : 3);
  }); // prettier-ignore

  test.each<[string, string]>([
    ['under titles', 'Start:\n8 1 3\n4 0 2\n7 6 5\n\nGoal:\n1 2 3\n8 0 4\n7 6 5'],
    ['on one line each', 'start: 813402765\ngoal: 123804765'],
    ['in JSON', JSON.stringify({ start, goal: [1, 2, 3, 8, 0, 4, 7, 6, 5] })],
    ['in German', 'Startzustand:\n8 1 3\n4 _ 2\n7 6 5\n\nZielzustand:\n1 2 3\n8 _ 4\n7 6 5'],
    ['side by side', '8 1 3   1 2 3\n4 0 2   8 0 4\n7 6 5   7 6 5'],
    ['side by side with an arrow', '8 1 3      1 2 3\n4 _ 2  ->  8 _ 4\n7 6 5      7 6 5'],
    [
      'in arrays of C',
      'int start[3][3] = {{8,1,3},{4,0,2},{7,6,5}};\nint goal[3][3] = {{1,2,3},{8,0,4},{7,6,5}};',
    ],
    ['on one line', 'Start: 8 1 3 4 0 2 7 6 5 Goal: 1 2 3 8 0 4 7 6 5'],
    ['on one line with a comma', 'initial = 813402765, goal = 123804765'],
    ['with an arrow', '813402765 -> 123804765'],
    ['with from and to', 'from 8 1 3 4 0 2 7 6 5 to 1 2 3 8 0 4 7 6 5'],
    ['under From and To', 'From:\n8 1 3\n4 0 2\n7 6 5\nTo:\n1 2 3\n8 0 4\n7 6 5'],
    ['with the goal first', 'Goal: 1 2 3 8 0 4 7 6 5\n8 1 3\n4 0 2\n7 6 5'],
    ['in the head', '# goal: 1 2 3 / 8 _ 4 / 7 6 5\n8 1 3\n4 0 2\n7 6 5'],
    ['with an arrow on a line', '8 1 3\n4 0 2\n7 6 5\n=>\n1 2 3\n8 0 4\n7 6 5'],
    ['in Chinese', '初始状态：\n8 1 3\n4 0 2\n7 6 5\n目标状态：\n1 2 3\n8 0 4\n7 6 5'],
    ['in French', 'Etat initial : 8 1 3 4 0 2 7 6 5\nEtat final : 1 2 3 8 0 4 7 6 5'],
    ['in Prolog', 'initial([8,1,3,4,0,2,7,6,5]).\ngoal([1,2,3,8,0,4,7,6,5]).'],
    ['in Lisp', "(setq start '((8 1 3) (4 nil 2) (7 6 5)))\n(setq goal '((1 2 3) (8 nil 4) (7 6 5)))"],
    [
      'in lists of Lisp',
      "; start\n(defparameter *start* '(8 1 3 4 0 2 7 6 5))\n(defparameter *goal* '(1 2 3 8 0 4 7 6 5))",
    ],
    [
      'in arrays of Lisp',
      "(defparameter *estado-inicial*\n (make-array '(3 3) :initial-contents '((8 1 3) (4 h 2) (7 6 5))))\n(defparameter *estado-final*\n (make-array '(3 3) :initial-contents '((1 2 3) (8 h 4) (7 6 5))))",
    ],
    ['in Ruby', 'start = %w[8 1 3 4 _ 2 7 6 5]\ngoal = %w[1 2 3 8 _ 4 7 6 5]'],
    [
      'in Rust',
      'const START: [[u8; 3]; 3] = [[8, 1, 3], [4, 0, 2], [7, 6, 5]];\nconst GOAL: [[u8; 3]; 3] = [[1, 2, 3], [8, 0, 4], [7, 6, 5]];',
    ],
    [
      'in vectors of C++',
      'vector<vector<int>> start = {{8,1,3},{4,0,2},{7,6,5}};\nvector<vector<int>> goal = {{1,2,3},{8,0,4},{7,6,5}};',
    ],
    ['under comments', '% start\nboard([8,1,3,4,0,2,7,6,5]).\n% goal\nboard([1,2,3,8,0,4,7,6,5]).'],
    [
      'on a question sheet',
      'Consider the following initial state:\n\n 8 1 3\n 4 _ 2\n 7 6 5\n\nand the goal state:\n\n 1 2 3\n 8 _ 4\n 7 6 5\n\nExpand the first 5 nodes.',
    ],
    [
      'side by side with gaps',
      'Initial State      Goal State\n  8 1 3             1 2 3\n  4   2             8   4\n  7 6 5             7 6 5',
    ],
    ['in strings of JSON', JSON.stringify({ start: '813402765', goal: '123804765' })],
    [
      'in two columns of a table',
      'id,initial_state,solution_state\n0,"8 1 3 4 0 2 7 6 5","1 2 3 8 0 4 7 6 5"',
    ],
  ])('start and goal %s', (_, text) => {
    const [reading, more] = readPuzzles(text);
    expect(more).toBeUndefined();
    expect(reading!.puzzle).toMatchObject({ kind: 'sliding', start });
    expect(goalNameOf(reading!.puzzle as never)).toBe('snail');
  });

  test.each([
    '2 8 3 1 6 4 7 0 5\n1 2 3 8 0 4 7 6 5\n1',
    '2 8 3\n1 6 4\n7 0 5\n\n1 2 3\n8 0 4\n7 6 5',
    '2 8 3\n1 6 4\n7 0 5\n1 2 3\n8 0 4\n7 6 5',
  ])('the second of two positions is the goal if it is a usual one: %s', (text) => {
    const [reading, more] = readPuzzles(text);
    expect(more).toBeUndefined();
    expect(goalNameOf(reading!.puzzle as never)).toBe('snail');
    expect(reading!.assumptions.map((each) => each.text)).toContain('the second position is the goal');
  });

  test.each<[string, string]>([
    ['numbered', '1 8 1 3 4 0 2 7 6 5\n2 1 2 3 4 0 6 7 5 8'],
    ['with the moves they take', '8 1 3 4 0 2 7 6 5 14\n1 2 3 4 0 6 7 5 8 2'],
    ['after their sizes', '3\n8 1 3\n4 0 2\n7 6 5\n3\n1 2 3\n4 0 6\n7 5 8'],
    ['in a table', 'id,position\n1,"8 1 3 4 0 2 7 6 5"\n2,"1 2 3 4 0 6 7 5 8"'],
    ['in a table with titles', 'id,a,b,c,d,e,f,g,h,i,moves\n1,8,1,3,4,0,2,7,6,5,14\n2,1,2,3,4,0,6,7,5,8,2'],
    ['joined, with the moves they take', '813402765 14\n123406758 2'],
    ['as grids in JSON', '[[[8,1,3],[4,0,2],[7,6,5]],[[1,2,3],[4,0,6],[7,5,8]]]'],
    ['after their number, without lines between them', '2\n8 1 3\n4 0 2\n7 6 5\n1 2 3\n4 0 6\n7 5 8'],
    ['with a number before and two after', '1 8 1 3 4 0 2 7 6 5 9 14\n2 1 2 3 4 0 6 7 5 8 2 2'],
    [
      'in C#',
      'Puzzles =\n{\n  new Puzzle { Number = 1, State = new byte[] { 8, 1, 3, 4, 0, 2, 7, 6, 5 }, Moves = 14, Nodes = 276361933 },\n  new Puzzle { Number = 2, State = new byte[] { 1, 2, 3, 4, 0, 6, 7, 5, 8 }, Moves = 2, Nodes = 3 },\n};',
    ],
    [
      'in Java',
      'static final int[][] A = {{8,1,3},{4,0,2},{7,6,5}};\nstatic final int[][] B = {{1,2,3},{4,0,6},{7,5,8}};',
    ],
    [
      'with one goal',
      'hard = [[8,1,3],[4,0,2],[7,6,5]]\neasy = [[1,2,3],[4,0,6],[7,5,8]]\ngoal = [[1,2,3],[4,5,6],[7,8,0]]',
    ],
    ['under titles', 'Puzzle 1\n8 1 3\n4 0 2\n7 6 5\nPuzzle 2\n1 2 3\n4 0 6\n7 5 8'],
  ])('two positions %s', (_, text) => {
    const starts = readPuzzles(text).map(({ puzzle }) => (puzzle.kind === 'sliding' ? puzzle.start : []));
    expect(starts).toEqual([start, [1, 2, 3, 4, 0, 6, 7, 5, 8]]);
  });
});

test.each([
  ['a sliding puzzle', '2 1 3 4 5 6 7 8 9 10 11 12 14 13 0'],
  ['tiles that may be turned', lined((row) => row.join(' '), rowsOf(wide))],
])('a header with the smaller number first asks which is the width: %s', (_, text) => {
  const [width, height] = text.includes('\n') ? [4, 5] : [3, 5];
  const [question] = readPuzzle(`${width} ${height}\n${text}`).questions;
  const sizes = question!.choices.map(({ options }) => options.size);
  expect(sizes).toEqual([{ width, height }, { width: height, height: width }]); // prettier-ignore
});

test.each<[string, string, object?]>([
  ['under titles', 'Start:\n1 1 2\n2 3 3\n_ 1 2\nGoal:\n1 1 1\n2 2 2\n3 3 _'],
  ['on one line', 'start: 1 1 2 2 3 3 0 1 2 goal: 1 1 1 2 2 2 3 3 0'],
  ['in the head', '# goal: 1 1 1 2 2 2 3 3 0\n1 1 2\n2 3 3\n0 1 2'],
  ['as an option', '1 1 2\n2 3 3\n0 1 2', { goal: [1, 1, 1, 2, 2, 2, 3, 3, 0] }],
])('equal sliding tiles with a goal %s are a sliding puzzle', (_, text, options) => {
  const { puzzle } = readPuzzle(text, options);
  expect(puzzle).toMatchObject({ kind: 'sliding', width: 3, height: 3, goal: 'blank-last', shown: [0, 1, 1, 1, 2, 2, 2, 3, 3] }); // prettier-ignore
  expect(puzzle.kind === 'sliding' && puzzle.start.map((tile) => puzzle.shown![tile])).toEqual([1, 1, 2, 2, 3, 3, 0, 1, 2]); // prettier-ignore
});

test('no line of a rewritten text is said to be skipped', () => {
  expect(readPuzzle('int[][] tiles = {{0, 1, 3}, {4, 2, 5}, {7, 8, 6}};').skipped).toEqual([]);
});

test('a line of four words is not read as a single tile', () => {
  expect(() => readPuzzle('setBoard 7b2 543 811')).toThrow();
});

test('a grid of nine by nine digits is not read as tiles with extra columns', () => {
  const grid = '530070000 600195000 098000060 800060003 400803001 700020006 060000280 000419005 000080079';
  expect(() =>
    readPuzzle(
      grid
        .split(' ')
        .map((row) => row.split('').join(' '))
        .join('\n'),
    ),
  ).toThrow();
});

test.each([
  'See [my board](https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaacdaabbadaab&board_pieces=001002003004) !',
  'https://e2.bucas.name/?board_w=2&amp;board_h=2&amp;board_edges=abcaacdaabbadaab',
  'https://e2.bucas.name/#board_w%3D2%26board_h%3D2%26board_edges%3Dabcaacdaabbadaab',
])('a link copied from Markdown, HTML or another address: %s', (text) => {
  expect(readPuzzle(text).puzzle).toMatchObject({ board: { width: 2, height: 2 }, tiles: { length: 4 } });
});

describe('boards', () => {
  const { puzzle, solution } = generate({ family: 'framed', width: 5, height: 4, seed: 11 });
  const board = solution.map((code, cell) => (cell % 7 === 3 ? EMPTY : code));
  const cells = Array.from(board, (code, cell) => ({
    cell,
    x: cell % 5,
    y: Math.floor(cell / 5),
    isEmpty: code === EMPTY,
    tile: code === EMPTY ? -1 : tileOf(code),
    turns: code === EMPTY ? 0 : rotationOf(code),
  }));
  type Cell = (typeof cells)[number];
  const placed = cells.filter(({ isEmpty }) => !isEmpty);
  const shown = shownLabels(puzzle, board);
  const edgesOf = ({ cell, isEmpty }: Cell): number[] | null =>
    isEmpty ? null : Array.from(shown.subarray(4 * cell, 4 * cell + 4));
  const grid = <T>(write: (cell: Cell) => T): T[][] =>
    [0, 5, 10, 15].map((at) => cells.slice(at, at + 5).map(write));
  const text = (write: (cell: Cell) => string): string =>
    grid((cell) => (cell.isEmpty ? '-' : write(cell)))
      .map((row) => row.join(' '))
      .join('\n');
  const order = puzzle.tiles.map((_, i) => (7 * i + 5) % 20);
  const ownNumber = (tile: number): number => order.indexOf(tile);

  const part = (cell: Cell, side: number): string => String(edgesOf(cell)?.[side] ?? ' ');
  const boxed = [
    `+${'-----+'.repeat(5)}`,
    ...grid((cell) => cell).flatMap((row) => [
      `|${row.map((cell) => `\\${part(cell, 0).padStart(2)} /`).join('|')}|`,
      `|${row.map((cell) => `${part(cell, 3)} X ${part(cell, 1)}`).join('|')}|`,
      `|${row.map((cell) => `/${part(cell, 2).padStart(2)} \\`).join('|')}|`,
      `+${'-----+'.repeat(5)}`,
    ]),
  ].join('\n');

  test.each<[string, string]>([
    ['our own signs, turned the other way', text(({ tile, turns }) => `${tile}:${(4 - turns) % 4}`)],
    ['our own signs, upside down', text(({ tile, turns }) => `${tile + 1}:${(turns + 2) % 4}`)],
    ['turns from 1', text(({ tile, turns }) => `${tile + 1}/${turns + 1}`)],
    ['degrees', text(({ tile, turns }) => `${tile + 1}@${90 * turns}`)],
    ['up, right, down, left', text(({ tile, turns }) => `${tile + 1}${'URDL'[turns]!}`)],
    ['arrows', text(({ tile, turns }) => `${tile + 1}${'^>v<'[turns]!}`)],
    ['words', placed.map(({ x, y, tile, turns }) => `(${y}, ${x}): tile ${tile}, rotation ${turns}`).join('\n')],
    ['pairs and arrows', placed.map(({ x, y, tile, turns }) => `(${y}, ${x}) -> (${tile}, ${turns})`).join('\n')],
    ['a size first', `5 4\n${text(({ tile, turns }) => `${tile + 1}/${turns}`)}`],
    ['prose', `Solution found in 12 s\n${text(({ tile, turns }) => `${tile + 1}/${turns}`)}\ndone`],
    ['Python', `[${grid(({ isEmpty, tile, turns }) => (isEmpty ? 'None' : `(${tile}, ${turns})`)).map((row) => `[${row.join(', ')}]`).join(',\n')}]`],
    ['JSON of columns', JSON.stringify(placed.map(({ x, y, tile, turns }) => [x, y, tile, turns]))],
    ['JSON by place', JSON.stringify(Object.fromEntries(placed.map(({ x, y, tile, turns }) => [`${y},${x}`, { tile, rot: turns }])))],
    ['JSON by cell', JSON.stringify(Object.fromEntries(placed.map(({ cell, tile, turns }) => [cell, [tile, turns]])))],
    ['JSON in two grids', JSON.stringify({ tiles: grid(({ tile }) => tile), rotations: grid(({ turns }) => turns) })],
    ['JSON of labels', JSON.stringify({ board: grid(edgesOf) })],
    ['JSON of named labels', JSON.stringify(placed.length > 0 ? cells.map((cell) => { const edges = edgesOf(cell); return edges && { north: edges[0], east: edges[1], south: edges[2], west: edges[3] }; }) : [])],
    ['JSON with its own pieces', JSON.stringify({ pieces: order.map((tile) => puzzle.tiles[tile]!.edges), board: cells.map(({ isEmpty, tile, turns }) => (isEmpty ? null : { piece: ownNumber(tile), rotation: turns })) })],
    ['JSON with its own numbers', JSON.stringify({ pieces: order.map((tile, i) => ({ id: 100 + i, edges: puzzle.tiles[tile]!.edges })), board: cells.map(({ isEmpty, tile, turns }) => (isEmpty ? null : { id: 100 + ownNumber(tile), rotation: turns })) })],
    ['JSON with a link', JSON.stringify({ score: 10, url: writeBoard(puzzle, board, 'bucas').trim() })],
    ['labels from the left', cells.map((cell) => [3, 0, 1, 2].map((side) => edgesOf(cell)?.[side] ?? '-').join(' ')).join('\n')],
    ['a drawing with crosses', boxed],
    ['a table with empty fields', grid(({ isEmpty, tile, turns }) => (isEmpty ? '' : `${tile + 1}:${turns}`)).map((row) => row.join(',')).join('\n')],
    ['degree signs', text(({ tile, turns }) => `${tile + 1}@${90 * turns}°`)],
    ['---/- for empty cells', text(({ tile, turns }) => `${tile + 1}/${turns}`).replaceAll(/(?<=^| )-(?= |$)/gm, '---/-')],
    ['two numbers per cell', text(({ tile, turns }) => `${tile + 1} ${turns}`).replaceAll(/(?<=^| )-(?= |$)/gm, '0 0')],
    ['rows of tiles, then rows of turns', `${text(({ tile }) => `${tile + 1}`).replaceAll('-', '0')}\n\n${text(({ turns }) => `${turns}`).replaceAll('-', '0')}`],
    ['places as in chess', placed.map(({ x, y, tile, turns }) => `${'ABCDE'[x]!}${y + 1}: ${tile + 1} ${turns}`).join('\n')],
    ['calls', placed.map(({ x, y, tile, turns }) => `place(${tile}, ${x}, ${y}, ${turns})`).join('\n')],
    ['facts of ASP', placed.map(({ x, y, tile, turns }) => `placed(${y},${x},${tile},${turns}).`).join(' ')],
    ['sentences', placed.map(({ x, y, tile, turns }) => `Tile ${tile + 1} at (${x + 1}, ${y + 1}) rotated ${90 * turns} degrees`).join('\n')],
    ['a dictionary of Python', `{${placed.map(({ x, y, tile, turns }) => `(${y}, ${x}): (${tile}, ${turns})`).join(', ')}}`],
    ['assignments', placed.map(({ x, y, tile, turns }) => `board[${y}][${x}] = ${tile} rot ${turns}`).join('\n')],
    ['sentences with places as in chess', placed.map(({ x, y, tile, turns }) => `Piece ${tile + 1} at ${'ABCDE'[x]!}${y + 1} rotated ${90 * turns}°`).join('\n')],
    ['turns in brackets', text(({ tile, turns }) => `${tile + 1}[${turns}]`)],
    ['12R1', text(({ tile, turns }) => `${tile + 1}R${turns}`)],
    ['P12-90', text(({ tile, turns }) => `P${tile + 1}-${90 * turns}`)],
    ['a place, an equals sign and a tile', placed.map(({ x, y, tile, turns }) => `(${y + 1},${x + 1})=${tile + 1}r${turns}`).join('\n')],
    ['XML', `<board>\n${placed.map(({ x, y, tile, turns }) => `<cell x="${x}" y="${y}" piece="${tile + 1}" rotation="${turns}"/>`).join('\n')}\n</board>`],
    ['a table of Markdown with names', `|   | A | B | C | D | E |\n|---|---|---|---|---|---|\n${text(({ tile, turns }) => `${tile + 1}/${turns}`).split('\n').map((row, i) => `| ${i + 1} | ${row.replaceAll(' ', ' | ')} |`).join('\n')}`],
    ['MiniZinc', `tile = array2d(1..4, 1..5, [${cells.map(({ tile }) => tile + 1).join(', ')}]);\nrot = array2d(1..4, 1..5, [${cells.map(({ turns }) => turns).join(', ')}]);\n----------`],
    ['two matrices of NumPy', `[[${grid(({ tile }) => tile).map((row) => row.join('  ')).join(']\n [')}]]\n[[${grid(({ turns }) => turns).map((row) => row.join('  ')).join(']\n [')}]]`],
    ['YAML on several lines', placed.map(({ x, y, tile, turns }) => `- row: ${y}\n  col: ${x}\n  piece: ${tile + 1}\n  rotation: ${turns}`).join('\n')],
    ['all cells on one line', cells.map(({ isEmpty, tile, turns }) => (isEmpty ? '-1 0' : `${tile + 1} ${turns}`)).join(' ')],
    ['JSON by tile', JSON.stringify(Object.fromEntries(placed.map(({ x, y, tile, turns }) => [tile + 1, { x, y, turns }])))],
    ['JSON with piece numbers', JSON.stringify(placed.map(({ cell, tile, turns }) => ({ position: cell, pieceNumber: tile + 1, rotation: turns })))],
    ['numbered cells with their labels', cells.map((cell) => `[${cell.cell}] => ${(edgesOf(cell) ?? ['-', '-', '-', '-']).join(';')}`).join('\n')],
    ['labels, tile and turns', cells.map((cell) => (cell.isEmpty ? '-1,-1,-1,-1,-1,0' : [...edgesOf(cell)!, cell.tile, cell.turns].join(','))).join('\n')],
    ['unicode arrows with a dot for empty cells', grid((cell) => (cell.isEmpty ? '·' : `${cell.tile + 1}${'↑→↓←'[cell.turns]!}`)).map((row) => row.join(' ')).join('\n')],
    ['a table with quoted cells', grid(({ isEmpty, tile, turns }) => (isEmpty ? '""' : `"${tile + 1}/${turns}"`)).map((row) => row.join(';')).join('\n')],
    ['two named matrices', `pieces = ${JSON.stringify(grid(({ tile }) => tile))}\nrotations = ${JSON.stringify(grid(({ turns }) => turns))}`],
    ['JSON with objects for places', JSON.stringify({ positions: placed.map(({ x, y, tile, turns }) => ({ position: { x, y }, pieceId: tile + 1, orientation: turns })) })],
  ])('%s', (_, written) => {
    const read = readBoardAs(puzzle, written);
    expect(read.doubt).toBeNull();
    expect(Array.from(read.board)).toEqual(Array.from(board));
  }); // prettier-ignore

  test('a drawing in crosses without bars', () => {
    const labels = shownLabels(puzzle, solution);
    const at = (cell: number, side: number): string => String(labels[4 * cell + side]!);
    const rows = [0, 5, 10, 15].map((from) => [0, 1, 2, 3, 4].map((x) => from + x));
    const drawn = rows.map((row) => [
      row.map((cell) => `  ${at(cell, 0)}  `).join(' '),
      row.map((cell) => `${at(cell, 3)}   ${at(cell, 1)}`).join(' '),
      row.map((cell) => `  ${at(cell, 2)}  `).join(' '),
    ]);
    const read = readBoardAs(puzzle, drawn.map((lines) => lines.join('\n')).join('\n\n'));
    expect(Array.from(read.board)).toEqual(Array.from(solution));
  });

  test('tiles that may not rotate, all with rotation 1, are read as unrotated', () => {
    const fixed: EdgePuzzle = { ...puzzle, rim: { kind: 'free' }, turns: 'fixed', tiles: puzzle.tiles.map((_, tile) => ({ edges: Array.from(shownLabels(puzzle, solution).subarray(4 * tile, 4 * tile + 4)) })) }; // prettier-ignore
    const written = cells.map(({ cell }) => `${cell + 1}/1`).join(' ');
    const read = readBoardAs(fixed, written);
    expect(scoreOf(fixed, read.board)).toMatchObject({ solved: true });
  });
});
