/** Interface of the two renderers of a solid in 3D (chosen in in-space.ts). */
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';
import type { Drawing } from './drawing.ts';

export type SolidShape = Extract<BoardShape, { kind: 'solid' }>;

export interface SolidView {
  /** replaces the drawing on the faces */
  show(drawing: Drawing): void;
  /** in CSS pixels */
  resize(width: number, height: number): void;
  /** rotates by radians about the screen's vertical and horizontal axes */
  turn(right: number, down: number): void;
  /** returns to the first orientation */
  reset(): void;
  render(): void;
  /** the cell at a point given in fractions of the view's width and height; -1: none */
  cellAt(x: number, y: number): number;
  dispose(): void;
}

/** Colour of a face without a tile. */
export const BARE = '#d7dbe1';
/** First orientation, in radians to the right and down: at least three faces are visible. */
export const FIRST_TURN = [0.5, 0.42] as const;
