/** Interface of the two renderers that show a solid in 3D. in-space.ts chooses between them. */
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';
import type { Drawing } from './drawing.ts';

export type SolidShape = Extract<BoardShape, { kind: 'solid' }>;

export interface SolidView {
  /** replaces the picture on the faces */
  show(drawing: Drawing): void;
  /** sets the size of the view, in CSS pixels */
  resize(width: number, height: number): void;
  /** rotates the solid about the screen's vertical and horizontal axes, by angles in radians */
  turn(right: number, down: number): void;
  /** restores the initial orientation */
  reset(): void;
  render(): void;
  /**
   * Returns the cell at a point, or -1 if there is none. The point is given in fractions of the view's width and
   * height.
   */
  cellAt(x: number, y: number): number;
  dispose(): void;
}

/** Colour of a face without a tile. */
export const BARE_FACE_COLOUR = '#d7dbe1';
/** How far the solid is initially turned to the right and downwards, in radians. At least three faces are visible. */
export const INITIAL_TURN = [0.5, 0.42] as const;
