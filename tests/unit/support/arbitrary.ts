/** Random puzzles and boards for property-based tests. */
import fc from 'fast-check';
import { boardOf } from '../../../src-core/puzzle/board.ts';
import { openBoardOf } from '../../../src-core/puzzle/open-board.ts';
import { letteredLabels, numberedLabels } from '../../../src-core/puzzle/labels.ts';
import { emptyBoard, placementCode, type PartialBoard } from '../../../src-core/puzzle/partial-board.ts';
import {
  isMirrorImage,
  solids,
  type BoardShape,
  type EdgePuzzle,
  type GraphShape,
  type RimRule,
} from '../../../src-core/puzzle/puzzle.ts';

export interface PuzzleLimits {
  readonly sides?: number;
  readonly mating?: EdgePuzzle['mating'];
  readonly rim?: readonly RimRule['kind'][];
  readonly turns?: readonly EdgePuzzle['turns'][];
  readonly hints?: boolean;
  readonly forbidden?: boolean;
  readonly labels?: number;
  /** if given, boards of every kind (not only rectangles) with at most this many cells */
  readonly boards?: number;
  /** whether some tiles have a printed back */
  readonly backs?: boolean;
}

/** Boards of any kind with at most this many cells. */
export function arbitraryBoardShape({ cells: most }: { cells: number }): fc.Arbitrary<BoardShape> {
  const upTo = (max: number) => fc.integer({ min: 1, max: Math.max(1, Math.floor(max)) });
  const rectangle = upTo(Math.min(most, 6)).chain((width) =>
    fc.record({
      kind: fc.constant('rectangle' as const),
      width: fc.constant(width),
      height: upTo(Math.min(most / width, 6)),
      wrap: fc.constantFrom('none' as const, 'cylinder' as const, 'torus' as const),
    }),
  );
  const parallelogram = upTo(Math.min(most / 2, 4)).chain((width) =>
    fc.record({
      kind: fc.constant('parallelogram' as const),
      width: fc.constant(width),
      height: upTo(Math.min(most / 2 / width, 4)),
    }),
  );
  const sized = <K extends 'triangle' | 'hexagon' | 'honeycomb'>(kind: K, least: number) =>
    fc.record({ kind: fc.constant(kind), side: upTo(Math.sqrt(most / least)) });
  return fc
    .oneof(
      rectangle,
      parallelogram,
      sized('triangle', 1),
      sized('honeycomb', 3),
      fc.constantFrom(...solids).map((solid) => ({ kind: 'solid' as const, solid })),
      ...(most >= 6 ? [sized('hexagon', 6)] : []),
      arbitraryGraph(Math.min(most, 8)),
    )
    .filter((shape) => boardOf(shape).cells <= most && boardOf(shape).symmetriesKnown);
}

/**
 * Boards given as graphs with random joints. A cell can be joined to itself, or to another cell several times, and the
 * graph can be disconnected.
 */
function arbitraryGraph(most: number): fc.Arbitrary<GraphShape> {
  return fc
    .record({ sides: fc.integer({ min: 3, max: 6 }), cells: fc.integer({ min: 1, max: most }) })
    .chain(({ sides, cells }) =>
      fc
        .shuffledSubarray(
          Array.from({ length: cells * sides }, (_, side) => side),
          { minLength: Math.min(cells * sides, 2 * cells) },
        )
        .map((order): GraphShape => {
          const joints: number[][] = [];
          for (let i = 0; i + 1 < order.length; i += 2) {
            joints.push(
              [order[i]!, order[i + 1]!].flatMap((side) => [Math.floor(side / sides), side % sides]),
            );
          }
          return { kind: 'graph', sides, cells, joints };
        }),
    );
}

/**
 * Puzzles on rectangles of at most `sides` × `sides` cells (default: 4), with a tile for every cell and any rules that
 * `limits` allows.
 */
export function arbitraryPuzzle(limits: PuzzleLimits = {}): fc.Arbitrary<EdgePuzzle> {
  const side = fc.integer({ min: 1, max: limits.sides ?? 4 });
  const mating = limits.mating
    ? fc.constant(limits.mating)
    : fc.constantFrom('same' as const, 'opposite' as const);
  return fc
    .record({
      board: limits.boards
        ? arbitraryBoardShape({ cells: limits.boards })
        : fc.record({ kind: fc.constant('rectangle' as const), width: side, height: side }),
      mating,
      labels: fc.integer({ min: 1, max: limits.labels ?? 6 }),
      rimKind: fc.constantFrom(...(limits.rim ?? (['free', 'colour', 'uniform'] as const))),
      inside: fc.boolean(),
      turns: fc.constantFrom(...(limits.turns ?? (['rotate', 'flip', 'fixed'] as const))),
    })
    .chain(({ board, mating, labels, rimKind, inside, turns }) => {
      const { cells, sides } = boardOf(board);
      const codes = mating === 'same' ? labels : 2 * labels;
      const label = fc.integer({ min: 0, max: codes - 1 });
      const cell = fc.integer({ min: 0, max: cells - 1 });
      const face = fc.array(label, { minLength: sides, maxLength: sides });
      return fc.record<EdgePuzzle>({
        kind: fc.constant('edge-matching' as const),
        name: fc.constant('Random'),
        board: fc.constant(board),
        mating: fc.constant(mating),
        rim:
          rimKind === 'colour'
            ? label.map((colour) => ({ kind: 'colour' as const, colour, inside }))
            : fc.constant({ kind: rimKind }),
        turns: fc.constant(turns),
        tiles: fc.array(
          limits.backs && codes > 1
            ? fc.oneof(twoFaced(face), fc.record({ edges: face }))
            : fc.record({ edges: face }),
          {
            minLength: cells,
            maxLength: cells,
          },
        ),
        labels: fc.constant(mating === 'same' ? numberedLabels(labels) : letteredLabels(labels)),
        forbidden:
          limits.forbidden === true
            ? fc.uniqueArray(cell, { maxLength: Math.min(2, cells - 1) })
            : fc.constant([]),
        hints:
          limits.hints === true
            ? fc.uniqueArray(
                fc.record({
                  cell,
                  tile: cell,
                  rotation: turns === 'fixed' ? fc.constant(0) : fc.integer({ min: 0, max: sides - 1 }),
                }),
                { maxLength: 2, comparator: (a, b) => a.cell === b.cell || a.tile === b.tile },
              )
            : fc.constant([]),
      });
    })
    .map((puzzle) => ({
      ...puzzle,
      hints: puzzle.hints.filter(({ cell }) => !puzzle.forbidden.includes(cell)),
    }));
}

/** Tiles whose back is not the mirror image of the front. */
const twoFaced = (face: fc.Arbitrary<number[]>) =>
  fc.record({ edges: face, back: face }).filter(({ edges, back }) => !isMirrorImage(edges, back));

/** Any boards that the puzzle's rules allow. They may have mismatches and empty cells. */
export function arbitraryBoard(puzzle: EdgePuzzle): fc.Arbitrary<PartialBoard> {
  const { board, openCells } = openBoardOf(puzzle);
  const order = fc.shuffledSubarray([...puzzle.tiles.keys()], { minLength: openCells.length });
  const each = fc.array(
    fc.record({
      empty: fc.boolean(),
      rotation: puzzle.turns === 'fixed' ? fc.constant(0) : fc.integer({ min: 0, max: board.sides - 1 }),
      flipped: puzzle.turns === 'flip' ? fc.boolean() : fc.constant(false),
    }),
    { minLength: openCells.length, maxLength: openCells.length },
  );
  return fc.tuple(order, each).map(([tiles, ways]) => {
    const result = emptyBoard(board.cells);
    openCells.forEach((cell, i) => {
      const { empty, rotation, flipped } = ways[i]!;
      if (!empty) result[cell] = placementCode(tiles[i]!, rotation, flipped);
    });
    return result;
  });
}

export const arbitraryPuzzleAndBoard = (limits?: PuzzleLimits) =>
  arbitraryPuzzle(limits).chain((puzzle) =>
    fc.record({ puzzle: fc.constant(puzzle), board: arbitraryBoard(puzzle) }),
  );
