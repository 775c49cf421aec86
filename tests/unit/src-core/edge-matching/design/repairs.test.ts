import { describe, expect, it } from 'vitest';
import { changedPuzzle, proposeEdits } from '../../../../../src-core/edge-matching/design/edits.ts';
import { proposeRepairs } from '../../../../../src-core/edge-matching/design/repairs.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import { orientationsOf } from '../../../../../src-core/puzzle/appearance.ts';
import { labelsOf, mates, numberedLabels } from '../../../../../src-core/puzzle/labels.ts';
import { openBoardOf } from '../../../../../src-core/puzzle/open-board.ts';
import {
  emptyBoard,
  placementCode,
  type PartialBoard,
} from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { keepsHint, scoreOf, shownLabels } from '../../../../../src-core/puzzle/score.ts';
import { random } from '../../../../../src-core/random.ts';

function result<T>(steps: Generator<unknown, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Returns the minimum number of edges to repaint to get a solution, by trying every placement of the tiles. */
function fewest(puzzle: EdgePuzzle): number {
  const { board, openCells } = openBoardOf(puzzle);
  const placed = emptyBoard(board.cells);
  let least = Infinity;
  const used = new Set<number>();
  const fill = (i: number): void => {
    if (i === openCells.length) {
      if (puzzle.hints.every((hint) => keepsHint(puzzle, hint, placed[hint.cell]!)))
        least = Math.min(least, costOf(puzzle, placed));
      return;
    }
    puzzle.tiles.forEach((tile, number) => {
      if (used.has(number)) return;
      used.add(number);
      for (const { rotation, flipped } of orientationsOf(tile, puzzle.turns)) {
        placed[openCells[i]!] = placementCode(number, rotation, flipped);
        fill(i + 1);
      }
      used.delete(number);
    });
  };
  fill(0);
  return least;
}

function costOf(puzzle: EdgePuzzle, board: PartialBoard): number {
  const { edges, rim } = openBoardOf(puzzle);
  const shown = shownLabels(puzzle, board);
  const frame = puzzle.rim.kind === 'colour' && !puzzle.rim.inside ? puzzle.rim.colour : -1;
  let cost = 0;
  for (let i = 0; i < edges.length; i += 2) {
    const pair = [shown[edges[i]!]!, shown[edges[i + 1]!]!] as const;
    const frames = pair.filter((label) => label === frame).length;
    cost += frames > 0 ? frames : mates(puzzle, ...pair) ? 0 : 1;
  }
  const rimCost = (colour: number): number => [...rim].filter((side) => shown[side] !== colour).length;
  if (puzzle.rim.kind === 'colour') return cost + rimCost(puzzle.rim.colour);
  if (puzzle.rim.kind === 'free') return cost;
  return cost + Math.min(...puzzle.tiles.flatMap(labelsOf).map(rimCost));
}

const base = {
  kind: 'edge-matching',
  name: 'Random',
  board: { kind: 'rectangle', width: 2, height: 2 },
  mating: 'same',
  rim: { kind: 'free' },
  turns: 'rotate',
  labels: numberedLabels(6),
  hints: [],
  forbidden: [],
} as const;
type Variant = [name: string, parts: Partial<EdgePuzzle>, tiles: number, sides: number];
const variants: Variant[] = [
  ['2 × 2', {}, 4, 4],
  ['2 × 2 of symbols', { mating: 'opposite' }, 4, 4],
  ['a frame', { rim: { kind: 'colour', colour: 0, inside: false } }, 4, 4],
  ['a rim of one given colour', { rim: { kind: 'colour', colour: 1, inside: true } }, 4, 4],
  ['a rim of any one colour', { rim: { kind: 'uniform' } }, 4, 4],
  ['tiles that flip', { turns: 'flip', board: { ...base.board, width: 3, height: 1 } }, 3, 4],
  ['fixed tiles', { turns: 'fixed' }, 4, 4],
  ['a tetrahedron', { board: { kind: 'solid', solid: 'tetrahedron' } }, 4, 3],
  ['a torus one cell wide', { board: { ...base.board, width: 3, height: 1, wrap: 'torus' } }, 3, 4],
  ['a closed cell and a tile too many', { turns: 'fixed', forbidden: [1] }, 4, 4],
  [
    'hints',
    {
      hints: [
        { cell: 0, tile: 2, rotation: 1 },
        { cell: 3, rotation: 0 },
      ],
    },
    4,
    4,
  ],
];

describe('repairs of a puzzle without a solution', () => {
  it.each(variants)('%s: repaint the fewest edges that any placement allows', (_, parts, count, sides) => {
    let unsolvable = 0;
    for (let seed = 1; seed <= 2; seed++) {
      const chance = random(seed);
      const tiles = Array.from({ length: count }, () => ({
        edges: Array.from({ length: sides }, () => chance.below(6)),
      }));
      const puzzle: EdgePuzzle = { ...base, ...parts, tiles };
      const least = fewest(puzzle);
      if (least === 0) continue;
      unsolvable++;
      const { proposals, smallest } = result(proposeRepairs(puzzle));
      expect(smallest).toBe(true);
      expect(proposals.length).toBeGreaterThan(0);
      for (const proposal of proposals) {
        expect(proposal.changed).toBe(least);
        expect(scoreOf(changedPuzzle(puzzle, proposal.tiles), proposal.solution).solved).toBe(true);
      }
      expect(new Set(proposals.map((proposal) => JSON.stringify(proposal.tiles))).size).toBe(
        proposals.length,
      );
    }
    expect(unsolvable).toBeGreaterThan(0);
  });

  it('find the edge that was painted wrongly, and say if the search was interrupted', () => {
    const { puzzle } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
    const wrong = puzzle.tiles.findIndex(({ edges }) => !edges.includes(0));
    const [tile] = [puzzle.tiles[wrong]!];
    const broken = changedPuzzle(puzzle, [{ tile: wrong, edges: tile.edges.with(0, tile.edges[2]!) }]);
    const whole = result(proposeRepairs(broken));
    expect(whole).toMatchObject({ smallest: true });
    expect(whole.proposals[0]).toMatchObject({ changed: 1 });
    const chance = random(1);
    const board = { ...base.board, width: 5, height: 5 };
    const tiles = Array.from({ length: 25 }, () => ({ edges: [0, 1, 2, 3].map(() => chance.below(9)) }));
    const cut = result(proposeRepairs({ ...base, board, tiles }, 6, 0));
    expect(cut.smallest).toBe(false);
    expect(cut.proposals[0]!.changed).toBeGreaterThan(1);
  });

  it('are none if tiles are missing', () => {
    const { puzzle } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
    expect(result(proposeRepairs({ ...puzzle, tiles: puzzle.tiles.slice(1) })).proposals).toEqual([]);
  });
});

describe('edits of a puzzle with many solutions', () => {
  it('are not searched', () => {
    const { puzzle } = generate({ family: 'unframed', width: 3, height: 3, innerLabels: 3, seed: 1 });
    expect(result(proposeEdits(puzzle, 'relabel'))).toMatchObject({ tooMany: true, tried: 0, proposals: [] });
  });
});
