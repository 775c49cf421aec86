/** A puzzle's rules in words. */
import { shapeName } from '../../src-core/puzzle/board.ts';
import { labelName, styleIndex } from '../../src-core/puzzle/labels.ts';
import { piecesText, tilesByKind } from '../../src-core/puzzle/pieces.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { plural } from '../components/format.ts';

const turns = {
  rotate: 'tiles may be turned',
  flip: 'tiles may be turned, and turned over',
  fixed: 'tiles may not be turned',
} as const;

export function rulesOf(puzzle: EdgePuzzle): [name: string, value: string][] {
  const { rim } = puzzle;
  const pieces = tilesByKind(puzzle);
  const drawnGrey = rim.kind === 'colour' && !puzzle.labels[styleIndex(puzzle.mating, rim.colour)]?.colour;
  return [
    [
      'Board',
      `${shapeName(puzzle.board)}${puzzle.forbidden.length > 0 ? `, ${plural(puzzle.forbidden.length, 'cell')} left out` : ''}`,
    ],
    ['Tiles', plural(puzzle.tiles.length, 'tile')],
    ...(pieces ? [['By kind', piecesText(pieces)] as [string, string]] : []),
    [
      'Neighbours',
      puzzle.mating === 'same' ? 'show the same where they touch' : 'make a whole picture where they touch',
    ],
    [
      'Rim',
      rim.kind === 'free'
        ? 'edges at the rim of the board may show anything'
        : rim.kind === 'uniform'
          ? 'all edges at the rim of the board show the same, whatever it is'
          : rim.inside
            ? `every edge at the rim of the board shows “${labelName(puzzle, rim.colour)}”; edges inside may show it too`
            : `every edge at the rim of the board shows ${drawnGrey ? 'the grey ' : ''}“${labelName(puzzle, rim.colour)}”, and no edge inside does`,
    ],
    ['Turning', turns[puzzle.turns]],
    ['Hints', puzzle.hints.length > 0 ? `${plural(puzzle.hints.length, 'tile')} given in advance` : 'none'],
  ];
}
