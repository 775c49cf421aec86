/** A solid in space, whoever draws it (in-space.ts). */
import type { BoardShape } from '../../src-core/puzzle/puzzle.ts';
import type { Drawing } from './drawing.ts';

export type SolidShape = Extract<BoardShape, { kind: 'solid' }>;

export interface SolidView {
  /** what the faces show from now on */
  show(drawing: Drawing): void;
  /** in CSS pixels */
  resize(width: number, height: number): void;
  /** by radians about the screen's upright and level axes */
  turn(right: number, down: number): void;
  /** back to how it lay first */
  reset(): void;
  render(): void;
  /** the cell at a point given in shares of the view's width and height; -1: none */
  cellAt(x: number, y: number): number;
  dispose(): void;
}

/** Under a face without a tile. */
export const BARE = '#d7dbe1';
/** How a solid lies at first, in radians to the right and down: three faces or more are seen. */
export const FIRST_TURN = [0.5, 0.42] as const;
