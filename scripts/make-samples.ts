/**
 * Writes resources/samples: a .edgewise file for each puzzle, and index.json with their order. For a generated puzzle,
 * also writes its solution, which the application shows only on request. Every run writes identical files.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate } from '../src-core/edge-matching/generate/generate.ts';
import type { Recipe } from '../src-core/run/recipe.ts';
import { readPuzzle } from '../src-core/formats/read-puzzle.ts';
import { writeBoard, writePuzzle } from '../src-core/formats/write.ts';
import { eternity2, officialHints } from '../src-core/puzzle/eternity2.ts';
import type { PartialBoard } from '../src-core/puzzle/partial-board.ts';
import type {
  BoardShape,
  EdgePuzzle,
  LabelStyle,
  Puzzle,
  SlidingPuzzle,
  Solid,
  Tile,
} from '../src-core/puzzle/puzzle.ts';

/** Groups of samples, in the library's order. */
type Group =
  | 'Eternity II and its clues'
  | 'Nine squares'
  | 'Triangles, hexagons, solids and more'
  | 'Sliding'
  | 'Framed, to practise'
  | 'Classics and others';

interface Sample {
  /** file name without extension */
  readonly file: string;
  readonly puzzle: Puzzle;
  readonly solution?: PartialBoard;
}

const data = resolve(import.meta.dirname, '../tests/data');
const text = (name: string): string => readFileSync(resolve(data, name), 'utf8');

function edges(tiles: string, name: string, notes: string): EdgePuzzle {
  const { puzzle } = readPuzzle(tiles, { name });
  if (puzzle.kind !== 'edge-matching') throw new Error(`${name}: expected tiles with edges`);
  return { ...puzzle, notes };
}

const rows = (tiles: readonly string[][]): string => tiles.map((tile) => tile.join(',')).join('\n');

function coloured(puzzle: EdgePuzzle, colours: Readonly<Record<string, string>>): EdgePuzzle {
  const style = (label: LabelStyle): LabelStyle => {
    const colour = colours[label.name];
    return colour === undefined ? label : { ...label, colour };
  };
  return { ...puzzle, labels: puzzle.labels.map(style) };
}

function seeds(): Sample[] {
  const arrows = edges(
    text('arrows.txt'),
    'Four Arrows',
    'Nine squares with yellow, green, red and blue arrows, from a class assignment. 8 solutions: 2 up to rotation.',
  );
  const figures = (JSON.parse(text('hoglan.json')) as { start_tiles: string[][] }).start_tiles;
  const cyclists = (JSON.parse(text('brandt.json')) as { recovered: string[][] }).recovered;
  return [
    {
      file: 'four-arrows',
      puzzle: coloured(arrows, { Y: '#e0a800', G: '#3a9d5d', R: '#cf4257', B: '#2e6fb7' }),
    },
    {
      file: 'nine-figures',
      puzzle: edges(
        rows(figures),
        'Nine Figures',
        'Nine squares with the top or bottom half of four figures (T is taken as head, B as tail), from Michael Hoglan’s project of 2005. 12 solutions: 3 up to rotation.',
      ),
    },
    {
      file: 'four-cyclists',
      puzzle: edges(
        rows(cyclists),
        'Four Cyclists',
        'Nine squares with halves of four cyclists, recovered from the counts in a paper on backtracking (Rockhurst University). 12 solutions: 3 up to rotation.',
      ),
    },
  ];
}

/**
 * Real scramble puzzles from public solvers. tests/data/scramble/counts.tsv has their numbers of solutions. The
 * drawings are ours (src-renderer/board-view/paired-motifs.ts), not the original ones.
 */
const scrambleNames: readonly (readonly [file: string, name: string, figures?: readonly string[]])[] = [
  ['legespiel_dolphinscramblesquares', 'Dolphins', ['dolphin', 'starfish', 'fish', 'turtle']],
  ['legespiel_butterfliesscramblesquares', 'Butterflies', ['butterfly', 'flower', 'bee', 'beetle']],
  ['legespiel_dasverflixteschildkroetenspiel', 'Turtles', ['turtle', 'gecko', 'starfish', 'bird']],
  ['legespiel_onetoughpuzzle', 'Four Suits', ['heart', 'spade', 'diamond', 'club']],
  ['github_huberf_penguins', 'Penguins', ['penguin', 'fish', 'dolphin', 'bird']],
  ['github_bibi_jdufner', 'Nine Halves'],
  ['legespiel_asterixknobelei', 'Three Looks', ['rocket', 'pencil', 'key', 'mouse']],
  ['github_lior_repeat_puzzle', 'Nearly All Alike', ['carrot', 'mouse', 'bee', 'gecko']],
  ['github_lior_no_solution', 'No Way Out', ['key', 'heart', 'rocket', 'starfish']],
  ['github_beckermath_4x4', 'Sixteen Halves', ['flower', 'carrot', 'gecko', 'rocket']],
  ['legespiel_crazysheepgame', 'Crazy Sheep', ['sheep', 'flower', 'carrot', 'mouse']],
  ['legespiel_dangerpuzzle', 'Danger'],
];

const drawn = (puzzle: EdgePuzzle, figures: readonly string[] = []): EdgePuzzle => ({
  ...puzzle,
  labels: puzzle.labels.map((label, symbol) =>
    figures[symbol] ? { ...label, name: figures[symbol], motif: figures[symbol] } : label,
  ),
});

function solutionsText(raw: string, unique: string, distinct: string): string {
  if (raw === '0') return 'No solution';
  if (!unique) return `${raw} solutions: ${distinct} if rotations and swaps of identical tiles count as one`;
  const swaps = distinct === unique ? '' : `, ${distinct} if swaps of identical tiles also count as one`;
  return `${raw} solutions: ${unique} up to rotation${swaps}`;
}

function scrambles(): Sample[] {
  const counts = new Map(
    text('scramble/counts.tsv')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([file, , , raw, unique, distinct]) => [file!, { raw, unique, distinct }]),
  );
  return scrambleNames.map(([file, name, figures]) => {
    const { raw, unique, distinct } = counts.get(file)!;
    const notes = `${solutionsText(raw!, unique!, distinct!)}. Tiles as listed by public solvers on GitHub (${file}).`;
    return {
      file: name.toLowerCase().replaceAll(' ', '-'),
      puzzle: drawn(edges(text(`scramble/${file}.txt`), name, notes), figures),
    };
  });
}

function eternity(): Sample[] {
  const notes =
    'The 256 tiles of Eternity II (2007). Nobody has published a solution; ' +
    'the best boards known match 470 of 480 edges with the centre hint only and 464 with all five.';
  const clue = (n: 1 | 2): EdgePuzzle =>
    edges(text(`clues/clue${n}_pieces.txt`), `Clue Puzzle ${n}`, 'One of the clue puzzles of Eternity II.');
  const owen = edges(
    text('owen/pieces_06x06.txt'),
    'Owen 6 × 6',
    'From Brendan Owen’s set 1 of hard framed puzzles. 260 solutions, 65 up to rotation.',
  );
  return [
    { file: 'clue-puzzle-1', puzzle: clue(1) },
    { file: 'clue-puzzle-2', puzzle: clue(2) },
    { file: 'owen-6x6', puzzle: owen },
    { file: 'eternity-ii', puzzle: { ...eternity2(officialHints), notes } },
    {
      file: 'eternity-ii-centre',
      puzzle: { ...eternity2(officialHints.slice(0, 1)), name: 'Eternity II, centre hint only', notes },
    },
    {
      file: 'eternity-ii-no-hints',
      puzzle: {
        ...eternity2([]),
        name: 'Eternity II, no hints',
        notes: `${notes} Without hints, every engine for square tiles accepts it, even the row solver.`,
      },
    },
  ];
}

function generated(): Sample[] {
  const sample = (file: string, name: string, recipe: Recipe): Sample => {
    const { puzzle, solution } = generate(recipe);
    return { file, puzzle: { ...puzzle, name }, solution };
  };
  const framed = Array.from({ length: 14 }, (_, i) => i + 2).map((n) =>
    sample(`framed-${String(n).padStart(2, '0')}`, `Framed ${n} × ${n}`, {
      family: 'framed',
      width: n,
      height: n,
      seed: n,
    }),
  );
  const numbers = [4, 5].map((n) =>
    sample(`tetravex-${n}x${n}`, `TetraVex ${n} × ${n}`, {
      family: 'unframed',
      turns: 'fixed',
      width: n,
      height: n,
      innerLabels: 10,
      seed: n,
    }),
  );
  return [...numbers, { file: 'macmahon-24', puzzle: macMahon() }, ...framed];
}

/** Returns all tiles with at most this many colours (P. A. MacMahon, 1921), without rotated copies. */
function allColoured(sides: number, colours: number): Tile[] {
  const tiles: Tile[] = [];
  for (let code = 0; code < colours ** sides; code++) {
    const edges = Array.from(
      { length: sides },
      (_, i) => Math.floor(code / colours ** (sides - 1 - i)) % colours,
    );
    const turns = edges.map((_, i) => [...edges.slice(i), ...edges.slice(0, i)].join(''));
    if (turns.every((turn) => turn >= edges.join(''))) tiles.push({ edges });
  }
  return tiles;
}

function macMahon(): EdgePuzzle {
  return {
    kind: 'edge-matching',
    name: 'MacMahon’s 24 Squares',
    board: { kind: 'rectangle', width: 6, height: 4 },
    mating: 'same',
    rim: { kind: 'colour', colour: 0, inside: true },
    turns: 'rotate',
    tiles: allColoured(4, 3),
    labels: [{ name: 'red' }, { name: 'blue' }, { name: 'yellow' }],
    hints: [],
    forbidden: [],
    notes:
      'All 24 squares in three colours, on 6 × 4 with the whole rim in one colour. 106,624 solutions; ' +
      '13,328 up to the symmetries of the rectangle and exchanging the other two colours.',
  };
}

const colours = ['red', 'blue', 'yellow', 'green', 'white', 'violet'];

function otherBoards(): Sample[] {
  const plain = {
    kind: 'edge-matching',
    mating: 'same',
    rim: { kind: 'free' },
    turns: 'rotate',
    hints: [],
    forbidden: [],
  } as const;
  const named = (count: number): LabelStyle[] => colours.slice(0, count).map((name) => ({ name }));
  const solid = (name: Solid): BoardShape => ({ kind: 'solid', solid: name });
  const differing = (count: number): Tile[] =>
    allColoured(3, count).filter(({ edges }) => new Set(edges).size === 3);
  const nuts = '123456 143652 146235 162453 164253 165324 165432'.split(' ');
  const { puzzle: arrows } = readPuzzle(text('arrows.txt')) as { puzzle: EdgePuzzle };
  const made = (file: string, name: string, recipe: Recipe, known: string): Sample => {
    const { puzzle, solution } = generate(recipe);
    return { file, puzzle: { ...puzzle, name, notes: `${known} ${puzzle.notes ?? ''}` }, solution };
  };
  return [
    {
      file: 'triangles-hexagon',
      puzzle: {
        ...plain,
        name: 'MacMahon’s 24 Triangles',
        board: { kind: 'hexagon', side: 2 },
        rim: { kind: 'colour', colour: 0, inside: true },
        tiles: allColoured(3, 4),
        labels: named(4),
        notes:
          'All 24 triangles in four colours, mirror images as different tiles (P. A. MacMahon, New Mathematical Pastimes, 1921), ' +
          'in a hexagon with the whole rim in one colour. 11,853,792 solutions; 1,975,632 up to rotation.',
      },
    },
    {
      file: 'squares-torus',
      puzzle: {
        ...plain,
        name: '24 Squares on a Torus',
        board: { kind: 'rectangle', width: 6, height: 4, wrap: 'torus' },
        tiles: allColoured(4, 3),
        labels: named(3),
        notes:
          'MacMahon’s 24 squares in three colours, on a torus: the right end of each row touches its left end, the ' +
          'bottom of each column its top. It has very many solutions; we do not know how many.',
      },
    },
    {
      file: 'seven-nuts',
      puzzle: {
        ...plain,
        name: 'Seven Nuts',
        board: { kind: 'honeycomb', side: 2 },
        tiles: nuts.map((nut) => ({ edges: Array.from(nut, (digit) => Number(digit) - 1) })),
        labels: Array.from({ length: 6 }, (_, i) => ({ name: String(i + 1) })),
        notes:
          'Seven hexagonal nuts, each with the numbers 1 to 6 in another order; equal numbers touch. The tiles of a toy of ' +
          '1970 (Drive Ya Nuts). 6 solutions: 1 up to rotation.',
      },
    },
    {
      file: 'cube-four-colours',
      puzzle: {
        ...plain,
        name: 'Four Colours on a Cube',
        board: solid('cube'),
        tiles: allColoured(4, 4).filter(({ edges }) => new Set(edges).size === 4),
        labels: named(4),
        notes: 'The six circular orders of four colours. 48 solutions: 2 up to rotation.',
      },
    },
    {
      file: 'octahedron-four-colours',
      puzzle: {
        ...plain,
        name: 'Three of Four Colours',
        board: solid('octahedron'),
        tiles: differing(4),
        labels: named(4),
        notes: 'All 8 triangles with three of four colours. 384 solutions: 16 up to rotation.',
      },
    },
    {
      file: 'icosahedron-five-colours',
      puzzle: {
        ...plain,
        name: 'Three of Five Colours',
        board: solid('icosahedron'),
        tiles: differing(5),
        labels: named(5),
        notes: 'All 20 triangles with three of five colours. 78,681,600 solutions: 1,311,360 up to rotation.',
      },
    },
    made(
      'dodecahedron-two-faced',
      'Two-Faced Pentagons',
      { family: 'unframed', board: solid('dodecahedron'), turns: 'flip', innerLabels: 6, seed: 1 },
      'Twelve pentagons printed on both sides. 60 solutions: 1 up to rotation.',
    ),
    made(
      'nine-two-faced',
      'Nine Two-Faced Squares',
      { family: 'scramble', width: 3, height: 3, turns: 'flip', seed: 1 },
      'Nine squares printed on both sides. 4 solutions: 1 up to rotation.',
    ),
    {
      file: 'six-of-nine-cube',
      puzzle: {
        ...arrows,
        name: 'Six of Nine on a Cube',
        board: solid('cube'),
        notes:
          'Are any six of the nine squares of “Four Arrows” the faces of a cube? The question is from a paper on backtracking ' +
          '(Brandt, Burger, Downing and Kilzer, 2002). No: each of the 84 choices has been searched to the end.',
      },
    },
  ];
}

function slidings(): Sample[] {
  const instance = (file: string, id: number): number[] => {
    const line = text(`sliding/${file}.txt`)
      .split('\n')
      .find((candidate) => candidate.startsWith(`${id} `))!;
    return line.trim().split(/\s+/).slice(1, -1).map(Number);
  };
  const sliding = (file: string, name: string, side: number, start: number[], notes: string): Sample => {
    const puzzle: SlidingPuzzle = {
      kind: 'sliding',
      name,
      width: side,
      height: side,
      start,
      goal: 'blank-first',
      notes,
    };
    return { file, puzzle };
  };
  return [
    sliding(
      'sliding-8',
      'Eight, the hardest',
      3,
      [8, 0, 6, 5, 4, 7, 2, 3, 1],
      'One of the two positions of the 8-puzzle that need 31 moves.',
    ),
    sliding(
      'sliding-15',
      'Fifteen',
      4,
      instance('korf15_25', 1),
      'The first of R. Korf’s 100 instances (1985). 57 moves.',
    ),
    sliding(
      'sliding-15-farthest',
      'Fifteen, the farthest',
      4,
      instance('fifteen_80', 1),
      'One of the 17 positions that need 80 moves, the most that any position needs.',
    ),
    sliding(
      'sliding-24',
      'Twenty-four',
      5,
      instance('korf24_13', 25),
      'Number 25 of the 50 instances of R. Korf and A. Felner (2002). 81 moves.',
    ),
  ];
}

const larger = ['sixteen-halves', 'crazy-sheep', 'danger'];
const flat = ['nine-two-faced'];

/** Returns the samples by group, in the library's order. */
function groups(): { group: Group; samples: Sample[] }[] {
  const nine = scrambles().filter(({ file }) => !larger.includes(file));
  const framed = generated().filter(({ file }) => file.startsWith('framed'));
  const boards = otherBoards();
  const eternal = eternity();
  return [
    { group: 'Eternity II and its clues', samples: eternal.filter(({ file }) => file !== 'owen-6x6') },
    {
      group: 'Nine squares',
      samples: [...seeds(), ...nine, ...boards.filter(({ file }) => flat.includes(file))],
    },
    {
      group: 'Classics and others',
      samples: [
        ...scrambles().filter(({ file }) => larger.includes(file)),
        ...eternal.filter(({ file }) => file === 'owen-6x6'),
        ...generated().filter(({ file }) => !file.startsWith('framed')),
      ],
    },
    {
      group: 'Triangles, hexagons, solids and more',
      samples: boards.filter(({ file }) => !flat.includes(file)),
    },
    { group: 'Sliding', samples: slidings() },
    { group: 'Framed, to practise', samples: framed },
  ];
}

/** Returns the name and text of every file in resources/samples. */
export function sampleFiles(): Map<string, string> {
  const files = new Map<string, string>();
  const index = groups().flatMap(({ group, samples }) =>
    samples.map(({ file, puzzle, solution }) => {
      files.set(`${file}.edgewise`, writePuzzle(puzzle, 'edgewise').text);
      if (!solution || puzzle.kind !== 'edge-matching') return { file: `${file}.edgewise`, group };
      files.set(`${file}.solution.txt`, writeBoard(puzzle, solution, 'tiles'));
      return { file: `${file}.edgewise`, solution: `${file}.solution.txt`, group };
    }),
  );
  return files.set('index.json', `${JSON.stringify(index, null, 2)}\n`);
}

export const samplesFolder = resolve(import.meta.dirname, '../resources/samples');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(samplesFolder, { recursive: true, force: true });
  mkdirSync(samplesFolder, { recursive: true });
  for (const [name, text] of sampleFiles()) writeFileSync(resolve(samplesFolder, name), text);
}
