/**
 * Tiles in notations of programming languages, courses and emails. Each text is read as its puzzle, or leads to a
 * question with that puzzle among the answers.
 */
import { describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { readPuzzle, readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';

const { puzzle: framed } = generate({ family: 'framed', width: 4, height: 4, seed: 7 });
const { puzzle: wide } = generate({ family: 'framed', width: 5, height: 4, seed: 9 });
const { puzzle: scramble } = generate({ family: 'scramble', width: 3, height: 3, seed: 4 });
const rowsOf = ({ tiles }: EdgePuzzle): number[][] => tiles.map(({ edges }) => [...edges]);
const rows = rowsOf(framed);
const lined = (write: (row: number[], i: number) => string, of = rows): string => of.map(write).join('\n');
const abc = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const kindOf = (row: readonly number[]): string =>
  ['inner', 'edge', 'corner'][row.filter((label) => label === 0).length]!;

/** The eight orders in which a file may list the edges of a tile: from any side, clockwise or anticlockwise. */
const VIEWS = [0, 1, 2, 3].flatMap((from) =>
  [1, 3].map((step) => [0, 1, 2, 3].map((i) => (from + step * i) % 4)),
);

/**
 * Returns the parts of a puzzle that every notation must preserve: everything except the names of labels and which
 * edge is listed first.
 */
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
    ['comments after // behind some rows', lined((row, i) => `${row.join(' ')}${i % 4 === 2 ? '  // red' : ''}`)],
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
    ['lists under the names of the edges', JSON.stringify(Object.fromEntries(['north', 'east', 'south', 'west'].map((name, side) => [name, rows.map((row) => row[side])])))],
    ['a table of a wiki', `{| class="wikitable"\n! N !! E !! S !! W\n|-\n${rows.map((row) => `| ${row.join(' || ')}`).join('\n|-\n')}\n|}`],
    ['empty fields as the frame', lined((row) => row.map((label) => label || '').join(','))],
    ['empty fields as the frame, under a size', `4;4\n${lined((row) => row.map((label) => (label ? abc[label]! : '')).join(';'))}`],
    ['tiles between bars and lines', [0, 4, 8, 12].map((at) => rows.slice(at, at + 4).map((row) => row.join(' ')).join(' | ')).join('\n--------+---------+---------+--------\n')],
    ['a signature and a list of Haskell', `tiles :: [(Int,Int,Int,Int)]\ntiles =\n  [ ${rows.map((row) => `(${row.join(',')})`).join('\n  , ')}\n  ]`],
    ['row numbers without a name', `    N  E  S  W\n${lined((row, i) => `${String(i).padEnd(2)}  ${row.join('  ')}`)}`],
    ['a table of SQL', ` id | top | right | bottom | left \n----+-----+-------+--------+------\n${lined((row, i) => ` ${String(i + 1).padStart(2)} |   ${row.join(' |     ')}`)}\n(16 rows)`],
    ['one edge per line without a colon', lined((row, i) => `Tile #${i + 1}\n${row.map((label, side) => `${'NESW'[side]!} ${label}`).join('\n')}`)],
  ])('%s', (_, text, made) => expectRead(text, made ?? framed)); // oxfmt-ignore

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
  }); // oxfmt-ignore
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
    ['sentences', lined(([n, e, s, w], i) => `Tile ${i + 1}: top ${names[n!]!}, right ${names[e!]!}, bottom ${names[s!]!}, left ${names[w!]!}`, own)],
    ['a dictionary by name', `tiles = {\n${lined((row, i) => `  'p${i}': ['${row.map((label) => names[label]!).join("', '")}'],`, own)}\n}`],
    ['one label per line, one tile per block', own.map((row) => row.map((label) => names[label]!).join('\n')).join('\n\n')],
  ])('%s', (_, text) => expectRead(text, coloured)); // oxfmt-ignore
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
  const { puzzle: made } = generate({ family: 'free', turns: 'fixed', width: 3, height: 3, seed: 24, innerLabels: 10 } as never); // oxfmt-ignore
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
  ])('%s', (_, text) => expectRead(text, scramble)); // oxfmt-ignore

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
  }); // oxfmt-ignore
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
  }); // oxfmt-ignore
});

test('pictures in lists of JSON are read as pictures', () => {
  const rows = ['##..', '#...', '#..#', '.#.#'];
  const pictures = Object.fromEntries([1, 2, 3, 4].map((number) => [`Tile ${number}`, rows]));
  expect(readPuzzle(JSON.stringify(pictures))).toMatchObject({
    format: 'pictures',
    puzzle: { tiles: { length: 4 } },
  });
});

test('facts about places are not read as triangles', () => {
  expect(() =>
    readPuzzle('(at t8 p1) (at t1 p2) (at t3 p3) (at t4 p4) (at t2 p6) (at t7 p7) (at t6 p8) (at t5 p9)'),
  ).toThrow();
});

describe('TetraVex', () => {
  const { puzzle: made } = generate({ family: 'free', turns: 'fixed', width: 3, height: 3, seed: 24, innerLabels: 10 } as never); // oxfmt-ignore
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
  ])('in %s', (_, text) => expectRead(text, made)); // oxfmt-ignore
});

test('named edges that no reader knows are refused, not read as part of the labels', () => {
  const tiles = rows.map(([a, b, c, d]) => `{"first":${a},"second":${b},"third":${c},"fourth":${d}}`);
  expect(() => readPuzzle(`tiles = [${tiles.join(',')}]`)).toThrow();
});

test('reads a size with rows before columns, for tiles that may not rotate', () => {
  const { puzzle: made } = generate({ family: 'free', turns: 'fixed', width: 4, height: 3, seed: 5, innerLabels: 10 } as never); // oxfmt-ignore
  const { puzzle, questions } = readPuzzle(`3 4\n${lined((row) => row.join(' '), rowsOf(made))}`);
  const readings = [puzzle, ...questions.flatMap(({ choices }) => choices.map(({ preview }) => preview))];
  expect(readings.some((each) => isSame(each as EdgePuzzle, made))).toBe(true);
});

test('in JSON with width, height and pieces, 0 is an ordinary colour unless it is all around the rim', () => {
  const { puzzle: made } = generate({ family: 'free', turns: 'fixed', width: 4, height: 4, seed: 2, innerLabels: 10 } as never); // oxfmt-ignore
  expectRead(JSON.stringify({ width: 4, height: 4, pieces: rowsOf(made) }), made);
  expectRead(JSON.stringify({ width: 4, height: 4, pieces: rows }), framed);
});

test.each([
  ['a sliding puzzle', '2 1 3 4 5 6 7 8 9 10 11 12 14 13 0'],
  ['tiles that may be turned', lined((row) => row.join(' '), rowsOf(wide))],
])('a header with the smaller number first asks which is the width: %s', (_, text) => {
  const [width, height] = text.includes('\n') ? [4, 5] : [3, 5];
  const [question] = readPuzzle(`${width} ${height}\n${text}`).questions;
  const sizes = question!.choices.map(({ options }) => options.size);
  expect(sizes).toEqual([{ width, height }, { width: height, height: width }]); // oxfmt-ignore
});

test('words after the labels of a row are skipped, and their lines are named', () => {
  const text = `My puzzle\n${lined((row, i) => row.join(' ') + (i === 2 || i === 3 ? ' upper edge' : ''))}`;
  const { puzzle, skipped, remarks } = readPuzzle(text);
  expect(isSame(puzzle as EdgePuzzle, framed)).toBe(true);
  expect({ skipped, remarks }).toEqual({ skipped: [1], remarks: [4, 5] });
});

test.each<[string, string, number?]>([
  ['a program', 'def solve(board):\n    for i in range(9):\n        if fits(i):\n            return True\n    return False'],
  ['a web page', '<!DOCTYPE html>\n<html><body><p>Tiles</p></body></html>'],
  ['XML', '<?xml version="1.0"?>\n<game><level id="3"/></game>'],
  ['moves of a sliding puzzle', 'UDLRULDR'],
  ['a log of steps', 'place tile 7 at 0,0 rotation 1\nplace tile 5 at 0,1 rotation 0'],
  ['prose', 'Dear all,\nI have found a new solution yesterday.\nIt took four days.\nRegards'],
  ['IP addresses', '# hosts\n10.0.0.1 router\n10.0.1.2 printer\n10.0.2.1\n10.0.0.3', 2],
  ['IP addresses', '192.168.0.1\n192.168.1.1\n127.0.0.1'],
  ['version numbers', '1.0.0\n1.0.1\n1.1.0\n1.2.0\n2.0.0\n2.0.1\n2.1.0\n2.1.3\n3.0.0'],
  ['dates', '2026-11-26\n2026-11-27\n2026-11-28'],
  ['dates', '26.11.2026 4 3 1 2\n27.11.2026 1 1 2 3\n28.11.2026 4 2 1 1'],
  ['times', '12:30:05\n12:31:10\n12:32:15'],
  ['times', '6:00 6:30 7:00 7:30\n8:00 8:30 9:00 9:30\n10:00 10:30 11:00 11:30'],
  ['phone numbers', '555-0123\n555-0145\n555-0167'],
  ['hardware \\(MAC\\) addresses', '0a:1b:22:33:44:55\n0a:1b:22:33:44:56\n0a:1b:22:33:44:57'],
  ['coordinates', '48.1371, 11.5754\n48.2082, 16.3738\n52.5200, 13.4050'],
  ['a hex dump', '000000 7f 45 4c 46 02 01 01 00\n000008 03 00 3e 00 01 00 00 00\n000010 40 10 00 00 00 00 00 00'],
  ['consecutive numbers', '1990\n1991\n1992\n1993\n1994\n1995\n1996\n1997\n1998'],
  ['a chess position', 'r n b q k b n r\np p p p p p p p\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\nP P P P P P P P\nR N B Q K B N R'],
  ['a DNA sequence', 'ACGTACGTACGT\nAAGTACCTACGT\nACGTTTGTACGT\nACGAACGTCCGT'],
  ['a formula in DIMACS CNF', 'p cnf 5 4\n1 -2 3 0\n-1 2 -5 0\n2 3 -4 0\n-3 4 5 0'],
  ['a picture \\(PNM\\)', 'P2\n4 4\n255\n0 0 0 0\n0 255 255 0\n0 255 255 0\n0 0 0 0'],
  ['a 3D model \\(OBJ\\)', 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4'],
  ['a bingo card', 'B I N G O\n5 18 33 48 64\n12 21 31 51 75\n8 16 0 58 63\n3 22 35 55 62\n1 30 44 47 70'],
  ['colours in CSS notation', 'rgba(12, 40, 7, 1)\nrgba(40, 12, 9, 1)\nrgba(7, 40, 12, 1)\nrgba(9, 9, 12, 1)'],
  ['sports results', 'Reds 2 : 1 Blues\nGreens 0 : 0 Whites\nBlues 1 : 3 Greens'],
  ['a table', '5.1,3.5,1.4,0.2\n4.9,3.0,1.4,0.2\n4.7,3.2,1.3,0.2\n4.6,3.1,1.5,0.2'],
  ['a table', `item,price,count,total\n${lined((_, i) => `item ${i % 9},${i % 5}.99,${i % 4},${(i % 5) * (i % 4)}.96`)}`],
  ['a truth table', 'A B C out\n0 0 0 0\n0 0 1 0\n0 1 0 0\n0 1 1 1\n1 0 0 0\n1 0 1 1\n1 1 0 1\n1 1 1 1', 2],
  ['a sudoku or Latin square', '1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1'],
  ['a matrix', '0 1 0 0\n1 0 1 0\n0 1 0 1\n0 0 1 0'],
  ['positions next to each other, with arrows between them', '1 2 3    1 2 3    1 2 3\n4 0 6 -> 4 5 6 -> 4 5 6\n7 5 8    7 0 8    8 7 0'],
  ['numbers in brackets after the tiles', lined((row, i) => `${row.join(' ')} (${(i % 3) + 1})`)],
  ['facts about tiles and places, as in PDDL or Prolog', '(at t2 p1)\n(at t1 p2)\n(at t3 p3)\n(empty p4)'],
  ['lines of dashes between the labels', `N E S W\n${lined((row) => row.join('\n---\n'))}`, 3],
])('a text that is not a puzzle is refused as %s', (what, text, line = 1) => {
  expect(() => readPuzzle(text)).toThrow(new RegExp(`^Line ${line}: found ${what}: `));
}); // oxfmt-ignore

test('a text that looks like another table is read as tiles under a given size', () => {
  const text = '1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1';
  expect(readPuzzle(text, { size: { width: 2, height: 2 } }).puzzle).toMatchObject({ tiles: { length: 4 } });
  expect(readPuzzle(`2 2\n${text}`).puzzle).toMatchObject({ tiles: { length: 4 } });
});

test.each([
  ['x2 behind a tile', (tile: string) => `${tile} x2`],
  ['2x before a tile', (tile: string) => `2x ${tile}`],
  ['(2) behind a tile', (tile: string) => `${tile} (2)`],
  ['×2 behind joined letters', (tile: string) => `${tile.replaceAll(' ', '')} ×2`],
])('tiles are repeated as often as their lines say: %s', (_, write) => {
  const half = ['A B C A', 'B B C D', 'A D D C', 'C A B D', 'D A A B', 'C C D A'];
  const { puzzle, assumptions } = readPuzzle(`4 3\n${half.map(write).join('\n')}`);
  expect((puzzle as EdgePuzzle).tiles.map(({ edges }) => edges.map((label) => abc[label]).join(' '))).toEqual(
    half.flatMap((tile) => [tile, tile]),
  );
  expect(assumptions.map(({ text }) => text)).toContain('each copy read as a tile of its own');
});

test('labels called x1, x2 … are not numbers of copies', () => {
  expectRead(`4 4\n${lined((row) => row.map((label) => `x${label}`).join(' '))}`, framed);
});

test('the titles of columns that may be about other things are shown', () => {
  const { assumptions } = readPuzzle(
    'Team P W D L\nReds 10 7 2 1\nBlues 10 6 2 2\nGreens 10 3 3 4\nYellows 10 1 1 8',
  );
  expect(assumptions.map(({ text }) => text)).toContain('columns named Team, P, W, D, L');
});

test('the keys of JSON are not read as labels', () => {
  const items = [1, 2, 3, 4].map((id) => ({ id, a: id % 2, b: id % 3, c: 2 }));
  expect(() => readPuzzle(JSON.stringify(items))).toThrow();
});

test.each([
  'G1 X10 Y20 Z0\nG1 X11 Y20 Z0\nG1 X12 Y21 Z0\nG1 X13 Y21 Z0\nG1 X14 Y22 Z0\nG1 X15 Y22 Z0\nG1 X16 Y23 Z0\nG1 X17 Y23 Z0\nG1 X18 Y24 Z0',
  'NAME: a4\nTYPE: TSP\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 3 4\n4 0 4\nEOF',
  '5.1,3.5,1.4,0.2,setosa\n4.9,3.0,1.4,0.2,setosa\n4.7,3.2,1.3,0.2,setosa\n7.0,3.2,4.7,1.4,versicolor\n6.4,3.2,4.5,1.5,versicolor\n6.9,3.1,4.9,1.5,versicolor',
])('a table of other things is not read as tiles: %s', (text) => {
  expect(() => readPuzzle(text)).toThrow();
});

test('a sudoku is not read as triangles', () => {
  const rows = '53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79';
  expect(() => readPuzzle(rows.replaceAll(' ', '\n'))).toThrow();
});

test('a size that fits one puzzle of a collection does not drop the other', () => {
  const text = `4 4\n${lined((row) => row.join(' '))}\n\n4 5\n${lined((row) => row.join(' '), rowsOf(wide))}`;
  const [first, second] = readPuzzles(text, { size: { width: 5, height: 4 } });
  expect(isSame(first!.puzzle as EdgePuzzle, framed)).toBe(true);
  expect(isSame(second!.puzzle as EdgePuzzle, wide)).toBe(true);
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
