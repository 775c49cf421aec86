/** A puzzle's rules in words. */
import { shapeName } from '../../src-core/puzzle/board.ts';
import { labelName } from '../../src-core/puzzle/labels.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { plural } from '../components/format.ts';

const turns = {
  rotate: 'Tiles may be rotated',
  flip: 'Tiles may be rotated and flipped over',
  fixed: 'Tiles keep their orientation',
} as const;

export function rulesOf(puzzle: EdgePuzzle): [name: string, value: string][] {
  const { rim } = puzzle;
  const inside =
    rim.kind === 'colour' && (rim.inside ? ', which may also lie inside' : ', which lies nowhere else');
  return [
    [
      'Board',
      `${shapeName(puzzle.board)}${puzzle.forbidden.length > 0 ? `, ${puzzle.forbidden.length} left out` : ''}`,
    ],
    ['Tiles', plural(puzzle.tiles.length, 'tile')],
    [
      'Edges',
      puzzle.mating === 'same' ? 'touch when they are the same' : 'touch when one is the other’s second half',
    ],
    [
      'Rim',
      rim.kind === 'free'
        ? 'anything may lie on it'
        : rim.kind === 'uniform'
          ? 'one colour all around, whichever'
          : `${labelName(puzzle, rim.colour)} all around${inside}`,
    ],
    ['Turns', turns[puzzle.turns]],
    ['Hints', puzzle.hints.length > 0 ? plural(puzzle.hints.length, 'cell') : 'none'],
  ];
}
