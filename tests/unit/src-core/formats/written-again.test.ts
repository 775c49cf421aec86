/**
 * A random puzzle, written in any notation, is read as the same puzzle except for the names of its labels. If the
 * reader asks a question, that puzzle is among the answers. `REREAD=5000 SEED=$RANDOM npx vitest run written-again`
 * tries more puzzles.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardText } from '../../../../src-core/formats/board-text.ts';
import { CannotWrite } from '../../../../src-core/formats/format-error.ts';
import { formatsThat } from '../../../../src-core/formats/formats.ts';
import { readBoardAs } from '../../../../src-core/formats/read-board.ts';
import { readPuzzles } from '../../../../src-core/formats/read-puzzle.ts';
import { writeBoard, writePuzzle } from '../../../../src-core/formats/write.ts';
import { boardOf } from '../../../../src-core/puzzle/board.ts';
import {
  isMirrorImage,
  type BoardShape,
  type EdgePuzzle,
  type Puzzle,
  type SlidingPuzzle,
} from '../../../../src-core/puzzle/puzzle.ts';
import { goalOf, goalPosition } from '../../../../src-core/puzzle/sliding-goal.ts';
import { canonicalKey } from '../../../../src-core/puzzle/symmetry.ts';
import { puzzleOn } from '../../support/any-board.ts';
import { arbitraryBoardShape, arbitraryPuzzle, arbitraryPuzzleAndBoard } from '../../support/arbitrary.ts';

const runs = { numRuns: Number(process.env['REREAD'] ?? 40) };

/**
 * Returns everything about a puzzle except the names of its labels, as text. `view` is the order in which the edges
 * of a tile are listed.
 */
function patternOf(puzzle: Puzzle, view: readonly number[] | null = null): string {
  if (puzzle.kind === 'sliding') {
    const { width, height, start, goal } = puzzle;
    return JSON.stringify([width, height, start, goalPosition(puzzle, goal)]);
  }
  const { board, mating, rim, turns, tiles, hints, forbidden } = puzzle;
  const names = new Map<number, { name: number; half: number }>();
  const numbered = (label: number): number => {
    const style = mating === 'same' ? label : label >> 1;
    const known = names.get(style) ?? { name: names.size, half: label & 1 };
    names.set(style, known);
    return mating === 'same' ? known.name : 2 * known.name + ((label & 1) ^ known.half);
  };
  const faces = tiles.map(({ edges, back }) => [
    (view ?? [...edges.keys()]).map((side) => numbered(edges[side]!)),
    back && !isMirrorImage(edges, back) ? back.map(numbered) : null,
  ]);
  const rule = rim.kind === 'colour' ? [numbered(rim.colour), rim.inside] : rim.kind;
  return JSON.stringify([[...boardOf(board).across], mating, rule, turns, faces, hints, forbidden]);
}

/**
 * Expects a text to be read as a puzzle in `patterns`, or to lead to a question with such a puzzle among the answers.
 */
function expectReread(text: string, patterns: ReadonlySet<string>): void {
  const [reading, more] = readPuzzles(text);
  const { puzzle, questions } = reading!;
  const read =
    questions.length === 0
      ? [puzzle]
      : questions.flatMap(({ choices }) =>
          choices.map(({ options }) => readPuzzles(text, options)[0]!.puzzle),
        );
  const isRight = more === undefined && read.some((each) => patterns.has(patternOf(each)));
  expect(isRight, `${text}\nread as ${JSON.stringify(reading!.assumptions.map((each) => each.text))}`).toBe(
    true,
  );
}

const squares = fc.record({
  kind: fc.constant('rectangle' as const),
  width: fc.integer({ min: 1, max: 6 }),
  height: fc.integer({ min: 1, max: 6 }),
});
const outside = (puzzle: EdgePuzzle): EdgePuzzle =>
  puzzle.rim.kind === 'colour' ? { ...puzzle, rim: { ...puzzle.rim, inside: false } } : puzzle;
const anyPuzzle: fc.Arbitrary<EdgePuzzle> = fc.oneof(
  arbitraryPuzzle({ boards: 24, backs: true, hints: true, forbidden: true }),
  arbitraryPuzzle({ turns: ['rotate'], rim: ['free', 'colour'], hints: true }).map(outside),
  arbitraryPuzzle({ turns: ['rotate'], rim: ['free'], labels: 26, sides: 6 }),
  puzzleOn(arbitraryBoardShape({ cells: 24 }), [2, 5, 12]),
  puzzleOn(squares, [2, 5, 12, 30]),
);
const side = fc.integer({ min: 2, max: 8 });
const anySliding: fc.Arbitrary<SlidingPuzzle> = fc
  .record({
    width: side,
    height: side,
    goal: fc.constantFrom('blank-last', 'blank-first', 'snail', 'custom'),
  })
  .chain(({ width, height, goal }) => {
    const cells = [...Array(width * height).keys()];
    const position = fc.shuffledSubarray(cells, { minLength: cells.length });
    return fc.record({ start: position, custom: position }).map(({ start, custom }): SlidingPuzzle => ({
      kind: 'sliding',
      name: 'Random',
      width,
      height,
      start,
      goal: goalOf({ width, height }, goal === 'custom' ? custom : goal),
    }));
  });

describe('our own formats', () => {
  const formats = formatsThat('writePuzzle').filter((format) => format.parts === undefined);
  test.each(formats.map(({ name }) => name))('%s', (format) => {
    let written = 0;
    fc.assert(
      fc.property(
        format === 'sliding'
          ? anySliding
          : fc.oneof({ weight: 9, arbitrary: anyPuzzle }, { weight: 1, arbitrary: anySliding }),
        (puzzle) => {
          const result = writtenIn(puzzle, format);
          if (!result) return;
          written++;
          const hints = result.lost.some((each) => each.startsWith('the hints'));
          const kept = puzzle.kind === 'edge-matching' && hints ? { ...puzzle, hints: [] } : puzzle;
          expectReread(result.text, new Set([patternOf(kept)]));
        },
      ),
      { ...runs, numRuns: 2 * runs.numRuns },
    );
    expect(written).toBeGreaterThan(1);
  });
});

function writtenIn(puzzle: Puzzle, format: string): ReturnType<typeof writePuzzle> | null {
  try {
    return writePuzzle(puzzle, format);
  } catch (error) {
    if (error instanceof CannotWrite) return null;
    throw error;
  }
}

/** Tiles cut from a filled rectangle, rotated and shuffled. If there is a frame, its label is only on the rim. */
const cutPuzzle: fc.Arbitrary<EdgePuzzle> = fc
  .record({
    width: fc.integer({ min: 2, max: 6 }),
    height: fc.integer({ min: 2, max: 6 }),
    mating: fc.constantFrom('same' as const, 'opposite' as const),
    isFramed: fc.boolean(),
    colours: fc.constantFrom(3, 5, 8, 12, 26),
    dice: fc.infiniteStream(fc.nat(1_000_000)),
  })
  .map(({ width, height, mating, isFramed, colours, dice }) => {
    const roll = (below: number): number => (dice.next().value as number) % below;
    const framed = isFramed && mating === 'same';
    const styles = Math.max(2, Math.min(colours, Math.floor(0.7 * width * height)));
    const label = (): number => (mating === 'same' ? Number(framed) + roll(styles) : roll(2 * styles));
    const rim = (): number => (framed ? 0 : label());
    const mate = (other: number): number => (mating === 'same' ? other : other ^ 1);
    const placed: number[][] = [];
    for (let cell = 0; cell < width * height; cell++) {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      const top = y === 0 ? rim() : mate(placed[cell - width]![2]!);
      const left = x === 0 ? rim() : mate(placed[cell - 1]![1]!);
      placed.push([top, x === width - 1 ? rim() : label(), y === height - 1 ? rim() : label(), left]);
    }
    const tiles = placed
      .map((edges) => ({ edges, turn: roll(4), order: roll(1_000_000) }))
      .sort((a, b) => a.order - b.order)
      .map(({ edges, turn }) => ({ edges: [...edges.slice(turn), ...edges.slice(0, turn)] }));
    return {
      kind: 'edge-matching',
      name: 'Cut',
      board: { kind: 'rectangle', width, height },
      mating,
      rim: framed ? { kind: 'colour', colour: 0, inside: false } : { kind: 'free' },
      turns: 'rotate',
      tiles,
      labels: Array.from({ length: styles + Number(framed) }, (_, i) => ({ name: String(i) })),
      hints: [],
      forbidden: [],
    };
  });

/**
 * The eight orders in which a tile's edges may be listed: from any side, clockwise or anticlockwise. If a notation
 * doesn't specify the order, any is accepted.
 */
const VIEWS = [0, 1, 2, 3].flatMap((from) =>
  [1, 3].map((step) => [0, 1, 2, 3].map((i) => (from + step * i) % 4)),
);
const NAMES = 'red blue green white black pink brown grey amber teal lime navy gold rose mint plum sand rust jade ruby onyx opal pearl coal snow lava moss'.split(' '); // oxfmt-ignore

describe('notations that other people use', () => {
  const letter = (label: number): string => String.fromCharCode(65 + label);
  const rows = ({ tiles }: EdgePuzzle, name: (label: number) => string, separator = ' '): string =>
    tiles.map(({ edges }) => edges.map(name).join(separator)).join('\n');
  const sizeOf = ({ board }: EdgePuzzle): { width: number; height: number } => board as never;
  const size = (puzzle: EdgePuzzle): string => `${sizeOf(puzzle).width} ${sizeOf(puzzle).height}\n`;
  const isFramed = ({ rim }: EdgePuzzle): boolean => rim.kind === 'colour';
  const number = (puzzle: EdgePuzzle) => (label: number) => String(label + (isFramed(puzzle) ? 0 : 1));
  const sides = (puzzle: EdgePuzzle) =>
    puzzle.tiles.map(({ edges }) => edges.map(number(puzzle)) as [string, string, string, string]);
  const isSquarest = (puzzle: EdgePuzzle): boolean =>
    [0, 1].includes(sizeOf(puzzle).width - sizeOf(puzzle).height);

  type Notation = readonly [
    name: string,
    holds: (puzzle: EdgePuzzle) => boolean,
    write: (puzzle: EdgePuzzle) => string,
  ];
  const plain = ({ mating }: EdgePuzzle): boolean => mating === 'same';
  const halves = ({ mating }: EdgePuzzle): boolean => mating === 'opposite';
  const notations: Notation[] = [
    ['numbers', plain, (puzzle) => size(puzzle) + rows(puzzle, number(puzzle))],
    ['numbers without a size', (puzzle) => plain(puzzle) && isSquarest(puzzle), (puzzle) => rows(puzzle, number(puzzle), ',')],
    ['words', plain, (puzzle) => size(puzzle) + rows(puzzle, (label) => NAMES[label]!)],
    ['joined letters', plain, (puzzle) => size(puzzle) + rows(puzzle, (label) => letter(label), '')],
    ['a frame called 99', (puzzle) => plain(puzzle) && isFramed(puzzle), (puzzle) => size(puzzle) + rows(puzzle, (label) => String(label || 99))],
    ['a table', (puzzle) => plain(puzzle) && isSquarest(puzzle), (puzzle) => `top,right,bottom,left\n${rows(puzzle, (label) => NAMES[label]!, ',')}`],
    ['JSON', plain, (puzzle) => JSON.stringify({ ...sizeOf(puzzle), tiles: sides(puzzle).map((each) => each.map(Number)) })],
    ['JSON with named edges', plain, (puzzle) => JSON.stringify({ cols: sizeOf(puzzle).width, rows: sizeOf(puzzle).height, pieces: sides(puzzle).map(([top, right, bottom, left]) => ({ top, right, bottom, left })) })],
    ['an INI file', plain, (puzzle) => `[puzzle]\nwidth=${sizeOf(puzzle).width}\nheight=${sizeOf(puzzle).height}\n${sides(puzzle).map(([n, e, s, w], i) => `[tile${i}]\nnorth=${n}\neast=${e}\nsouth=${s}\nwest=${w}`).join('\n')}`],
    ['symbols and 0 or 1', halves, (puzzle) => size(puzzle) + rows(puzzle, (label) => `${letter(label >> 1)}${label & 1}`)],
    ['upper and lower case', halves, (puzzle) => size(puzzle) + rows(puzzle, (label) => (label & 1 ? letter(label >> 1) : letter(label >> 1).toLowerCase()))],
    ['signs', halves, (puzzle) => size(puzzle) + rows(puzzle, (label) => `${label & 1 ? '' : '-'}${(label >> 1) + 1}`)],
    ['heads and tails', halves, (puzzle) => size(puzzle) + rows(puzzle, (label) => `${NAMES[label >> 1]!} ${label & 1 ? 'head' : 'tail'}`, ', ')],
  ]; // oxfmt-ignore

  test.each(notations)('%s', (_, holds, write) => {
    fc.assert(
      fc.property(cutPuzzle, (puzzle) => {
        if (!holds(puzzle)) return;
        expectReread(write(puzzle), new Set(VIEWS.map((view) => patternOf(puzzle, view))));
      }),
      { numRuns: runs.numRuns / 2 },
    );
  });
});

/** Tiles cut from a filled board with a free rim, shuffled and, if they may be rotated, rotated. */
const cutFrom = (
  boards: fc.Arbitrary<BoardShape>,
  turns: 'rotate' | 'fixed' | 'flip',
  colours: readonly number[],
): fc.Arbitrary<EdgePuzzle> =>
  fc
    .record({
      board: boards,
      styles: fc.constantFrom(...colours),
      dice: fc.infiniteStream(fc.nat(1_000_000)),
    })
    .map(({ board, styles, dice }): EdgePuzzle => {
      const roll = (below: number): number => (dice.next().value as number) % below;
      const { across, cells, sides } = boardOf(board);
      const shown: number[] = [];
      for (let at = 0; at < cells * sides; at++) {
        const other = across[at]!;
        shown.push(other === -1 || other > at ? roll(styles) : shown[other]!);
      }
      const tiles = Array.from({ length: cells }, (_, cell) => {
        const edges = shown.slice(cell * sides, (cell + 1) * sides);
        const turn = turns === 'fixed' ? 0 : roll(sides);
        return { edges: [...edges.slice(turn), ...edges.slice(0, turn)], order: roll(1_000_000) };
      }).sort((a, b) => a.order - b.order);
      return {
        kind: 'edge-matching',
        name: 'Cut',
        board,
        mating: 'same',
        rim: { kind: 'free' },
        turns,
        tiles: tiles.map(({ edges }) => ({ edges })),
        labels: Array.from({ length: styles }, (_, i) => ({ name: String(i) })),
        hints: [],
        forbidden: [],
      };
    });

describe('notations that other people use for other tiles', () => {
  const rows = ({ tiles }: EdgePuzzle, name: (label: number) => string, separator = ' '): string =>
    tiles.map(({ edges }) => edges.map(name).join(separator)).join('\n');
  const number = (label: number): string => String(label + 1);
  const letter = (label: number): string => String.fromCharCode(65 + label);
  const size = ({ board }: EdgePuzzle): string =>
    'height' in board ? `${board.width} ${board.height}\n` : '';
  const titles = ({ tiles: [tile] }: EdgePuzzle): string =>
    tile!.edges.length === 4 ? 'top,right,bottom,left' : tile!.edges.map((_, i) => `side ${i + 1}`).join(',');
  const notations: readonly (readonly [string, (puzzle: EdgePuzzle) => string])[] = [
    ['numbers', (puzzle) => rows(puzzle, number)],
    ['letters with commas', (puzzle) => rows(puzzle, letter, ',')],
    ['words', (puzzle) => rows(puzzle, (label) => NAMES[label]!)],
    ['joined letters', (puzzle) => rows(puzzle, letter, '')],
    ['a table', (puzzle) => `${titles(puzzle)}\n${rows(puzzle, letter, ',')}`],
    ['numbered lines', (puzzle) => puzzle.tiles.map(({ edges }, i) => `${i + 1}: ${edges.map(letter).join(' ')}`).join('\n')],
    ['JSON', ({ tiles }) => JSON.stringify({ tiles: tiles.map(({ edges }) => edges.map(letter)) })],
    ['an array of C', ({ tiles }) => `int t[][${tiles[0]!.edges.length}] = {\n${tiles.map(({ edges }) => `  {${edges.map(number).join(', ')}},`).join('\n')}\n};`],
  ]; // oxfmt-ignore
  const honeycombs = fc.constantFrom(2, 3).map((side): BoardShape => ({ kind: 'honeycomb', side }));
  // Leave out side 2, because its four triangles can also form a tetrahedron.
  const triangles = fc.constantFrom(3, 4).map((side): BoardShape => ({ kind: 'triangle', side }));
  const expectAgain = (puzzle: EdgePuzzle, text: string): void =>
    expectReread(text, new Set([patternOf(puzzle)]));

  test.each(notations)('hexagons in %s', (_, write) => {
    fc.assert(
      fc.property(cutFrom(honeycombs, 'rotate', [4, 6, 8]), (puzzle) => expectAgain(puzzle, write(puzzle))),
      { numRuns: runs.numRuns / 4 },
    );
  });

  test.each(notations)('triangles in %s', (_, write) => {
    fc.assert(
      fc.property(cutFrom(triangles, 'rotate', [3, 4, 5]), (puzzle) => expectAgain(puzzle, write(puzzle))),
      { numRuns: runs.numRuns / 4 },
    );
  });

  // Six rows of four labels don't show that they are a cube, so test only notations that specify the board.
  const stated = notations.filter(([name]) => !['JSON', 'an array of C'].includes(name));
  const small = fc.constantFrom<BoardShape>(
    { kind: 'triangle', side: 2 },
    { kind: 'hexagon', side: 1 },
    ...(['tetrahedron', 'cube', 'octahedron', 'dodecahedron', 'icosahedron'] as const).map(
      (solid): BoardShape => ({ kind: 'solid', solid }),
    ),
  );
  test.each(stated)('triangles of side 2, hexagons of triangles and solids, stated, in %s', (_, write) => {
    fc.assert(
      fc.property(cutFrom(small, 'rotate', [3, 4, 6]), (puzzle) =>
        expectAgain(puzzle, `# board: ${boardText(puzzle.board)}\n${write(puzzle)}`),
      ),
      { numRuns: runs.numRuns / 2 },
    );
  });

  test.each(stated)('tiles that may be flipped, stated, in %s', (_, write) => {
    fc.assert(
      fc.property(
        cutFrom(
          squares.filter(({ width, height }) => width > 1 && height > 1),
          'flip',
          [4, 6, 8],
        ),
        (puzzle) =>
          expectAgain(puzzle, `# turns: flip\n# board: ${boardText(puzzle.board)}\n${write(puzzle)}`),
      ),
      { numRuns: runs.numRuns / 2 },
    );
  });

  const digits: readonly (readonly [string, (puzzle: EdgePuzzle) => string])[] = [
    ['a size', (puzzle) => size(puzzle) + rows(puzzle, String)],
    ['a size and joined', (puzzle) => size(puzzle) + rows(puzzle, String, '')],
    ['a header that states the turns', (puzzle) => `# turns: fixed\n${size(puzzle)}${rows(puzzle, letter)}`],
    ['a table and a header', (puzzle) => `# turns: fixed\n# size: ${size(puzzle).trim().replace(' ', 'x')}\n${titles(puzzle)}\n${rows(puzzle, letter, ',')}`],
  ]; // oxfmt-ignore
  const rectangles = squares.filter(({ width, height }) => width > 1 && height > 1 && width * height > 5);
  test.each(digits)('fixed squares of digits under %s', (_, write) => {
    fc.assert(
      fc.property(cutFrom(rectangles, 'fixed', [10]), (puzzle) => expectAgain(puzzle, write(puzzle))),
      { numRuns: runs.numRuns / 2 },
    );
  });
});

test('boards in our own formats are read as the same boards', () => {
  const limits = fc.constantFrom(
    { hints: true, forbidden: true },
    { boards: 20, backs: true, forbidden: true },
    { labels: 9, sides: 5, turns: ['rotate' as const] },
  );
  fc.assert(
    fc.property(
      limits.chain(arbitraryPuzzleAndBoard),
      fc.constantFrom('tiles', 'json', 'bucas', 'ascii', 'squares'),
      ({ puzzle, board }, format) => {
        let text: string;
        try {
          text = writeBoard(puzzle, board, format);
        } catch (error) {
          if (error instanceof CannotWrite) return;
          throw error;
        }
        // A board without tiles is an empty text in this format.
        if (text === '') return;
        const read = readBoardAs(puzzle, text);
        expect(canonicalKey(puzzle, read.board)).toBe(canonicalKey(puzzle, board));
        if (format === 'tiles' || format === 'json') expect([...read.board]).toEqual([...board]);
      },
    ),
    { numRuns: 5 * runs.numRuns },
  );
});
