/** Describes a puzzle's rules in words. */
import { shapeName } from '../../src-core/puzzle/board.ts';
import { labelName, styleIndex } from '../../src-core/puzzle/labels.ts';
import { piecesText, tilesByKind } from '../../src-core/puzzle/pieces.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { plural } from '../components/format.ts';

const turns = {
  rotate: 'tiles may be rotated',
  flip: 'tiles may be rotated and flipped over',
  fixed: 'tiles may not be rotated',
} as const;

export function rulesOf(puzzle: EdgePuzzle): [name: string, value: string][] {
  const { rim } = puzzle;
  const pieces = tilesByKind(puzzle);
  const drawnGrey = rim.kind === 'colour' && !puzzle.labels[styleIndex(puzzle.mating, rim.colour)]?.colour;
  return [
    [
      'Board',
      `${shapeName(puzzle.board)}${puzzle.forbidden.length > 0 ? `, ${plural(puzzle.forbidden.length, 'cell')} closed` : ''}`,
    ],
    ['Tiles', plural(puzzle.tiles.length, 'tile')],
    ...(pieces ? [['By kind', piecesText(pieces)] as [string, string]] : []),
    [
      'Neighbours',
      puzzle.mating === 'same'
        ? 'show the same colour where they touch'
        : 'complete each other’s symbol where they touch',
    ],
    [
      'Rim',
      rim.kind === 'free'
        ? 'rim edges may show any label'
        : rim.kind === 'uniform'
          ? 'all rim edges show the same label, no matter which'
          : rim.inside
            ? `every rim edge shows “${labelName(puzzle, rim.colour)}”; inner edges may show it too`
            : `every rim edge shows ${drawnGrey ? 'the grey ' : ''}“${labelName(puzzle, rim.colour)}”; no inner edge does`,
    ],
    ['Rotation', turns[puzzle.turns]],
    ['Hints', puzzle.hints.length > 0 ? `${plural(puzzle.hints.length, 'tile')} fixed in advance` : 'none'],
  ];
}
