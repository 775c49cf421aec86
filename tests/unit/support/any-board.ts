/** Random small puzzles on any board, with any combination of rules. */
import fc from 'fast-check';
import { boardOf } from '../../../src-core/puzzle/board.ts';
import { mateOf } from '../../../src-core/puzzle/labels.ts';
import {
  MAX_LABELS,
  type BoardShape,
  type EdgePuzzle,
  type Hint,
  type Tile,
} from '../../../src-core/puzzle/puzzle.ts';

/**
 * Puzzles whose tiles are random, or cut from a filled board so that solutions exist. Some tiles have a printed back.
 */
export const puzzleOn = (
  shapes: fc.Arbitrary<BoardShape>,
  colours: readonly number[],
): fc.Arbitrary<EdgePuzzle> =>
  fc
    .record({
      board: shapes,
      mating: fc.constantFrom('same', 'opposite'),
      rim: fc.constantFrom('free', 'outside', 'inside', 'uniform'),
      turns: fc.constantFrom('rotate', 'rotate', 'flip', 'flip', 'fixed'),
      colours: fc.constantFrom(...colours),
      backs: fc.constantFrom(0, 1, 2),
      spare: fc.constantFrom(0, 0, 0, 1),
      cut: fc.constantFrom(true, true, false),
      hint: fc.constantFrom(0, 0, 0, 1, 2),
      closed: fc.constantFrom(false, false, false, true),
      isSparse: fc.constantFrom(false, false, true),
      dice: fc.infiniteStream(fc.nat(1_000_000)),
    })
    .map(({ board, mating, rim, turns, colours, backs, spare, cut, hint, closed, isSparse, dice }) => {
      const roll = (below: number): number => (dice.next().value as number) % below;
      const { cells, sides, across } = boardOf(board);
      const framed = rim === 'outside' || rim === 'inside';
      const labels = mating === 'same' ? colours + 1 : 2 * colours;
      const label = (): number => roll(labels);
      const shown = Array.from({ length: cells * sides }, (_, side) =>
        across[side] === -1 && rim !== 'free' ? 0 : label(),
      );
      if (cut) across.forEach((other, side) => other > side && (shown[other] = mateOf(mating, shown[side]!)));
      const face = (): number[] => Array.from({ length: sides }, label);
      const forbidden = closed && cells > 1 ? [roll(cells)] : [];
      const tiles = Array.from({ length: cells - forbidden.length + spare }, (_, tile): Tile => {
        const turn = turns === 'fixed' ? 0 : roll(sides);
        const edges = tile < cells ? shown.slice(tile * sides, (tile + 1) * sides) : face();
        const turned = [...edges.slice(turn), ...edges.slice(0, turn)];
        if (backs === 0 || (backs === 1 && roll(2) === 0)) return { edges: turned };
        return roll(2) === 0 ? { edges: turned, back: face() } : { edges: face(), back: turned };
      });
      if (tiles.length > 1 && roll(4) === 0) tiles[1] = { ...tiles[0]! };
      const open = [...Array(cells).keys()].filter((cell) => !forbidden.includes(cell));
      const at = {
        cell: open[roll(open.length)]!,
        tile: roll(tiles.length),
        rotation: turns === 'fixed' ? 0 : roll(sides),
      };
      const hints: Hint[] = hint === 0 ? [] : hint === 1 ? [{ cell: at.cell, tile: at.tile }] : [at];
      const puzzle = {
        kind: 'edge-matching',
        name: 'any board',
        board,
        mating,
        rim: framed ? { kind: 'colour', colour: 0, inside: rim === 'inside' } : { kind: rim },
        turns,
        tiles,
        labels: Array.from({ length: colours + 1 }, (_, i) => ({ name: String(i) })),
        hints,
        forbidden,
      } satisfies EdgePuzzle;
      return isSparse ? withSparseLabels(puzzle) : puzzle;
    });

/**
 * Renumbers the labels so that the puzzle has the maximum number of labels. Its tiles still show only a few, whose
 * numbers are now far apart.
 */
function withSparseLabels(puzzle: EdgePuzzle): EdgePuzzle {
  const spread = (label: number): number => (683 * label + 257) % MAX_LABELS;
  const codeOf = (code: number): number =>
    puzzle.mating === 'same' ? spread(code) : 2 * spread(code >> 1) + (code & 1);
  const { rim, tiles } = puzzle;
  return {
    ...puzzle,
    rim: rim.kind === 'colour' ? { ...rim, colour: codeOf(rim.colour) } : rim,
    tiles: tiles.map(({ edges, back }) => ({
      edges: edges.map(codeOf),
      ...(back ? { back: back.map(codeOf) } : {}),
    })),
    labels: Array.from({ length: MAX_LABELS }, (_, i) => ({ name: String(i) })),
  };
}
