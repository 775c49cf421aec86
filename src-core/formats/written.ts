import type { EdgePuzzle } from '../puzzle/puzzle.ts';
import type { Size } from './size.ts';

export const sizeName = ({ width, height }: Size): string => `${width} × ${height}`;

/** What a plain list of tiles does not say of a puzzle. `rim` is what a reader will take it to be. */
export function lostIn(puzzle: EdgePuzzle, read: { rim: 'free' | 'frame' }): string[] {
  const { rim } = puzzle;
  const isFrame = rim.kind === 'colour' && !rim.inside;
  return [
    ...(puzzle.hints.length > 0 ? ['the hints'] : []),
    ...(puzzle.forbidden.length > 0 ? ['the forbidden cells'] : []),
    ...(puzzle.turns === 'fixed' ? ['that the tiles may not be turned'] : []),
    ...(puzzle.turns === 'flip' ? ['that the tiles may be flipped'] : []),
    ...((read.rim === 'free' ? rim.kind === 'free' : isFrame) ? [] : ['the rim rule']),
    ...(puzzle.labels.some(({ colour, motif, text, image }) => colour ?? motif ?? text ?? image)
      ? ['how the labels look']
      : []),
    ...(puzzle.notes ? ['the notes'] : []),
  ];
}
