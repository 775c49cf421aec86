import { gridOf } from '../../puzzle/board.ts';
import type { Rules } from './rules.ts';

/** Returns the cells row by row from the top left. This is Hoglan's order. */
export const rowOrder = (rules: Rules): readonly number[] => [...rules.open];

/**
 * Returns the cells in a clockwise spiral from the centre, as in Figure 2 of Brandt et al. (2002). The first step goes
 * right. If the width is even, the spiral starts just left of the middle. If the height is even, it starts just above
 * the middle. Steps outside the board are skipped, so that the spiral fills any rectangle.
 */
export function spiralOrder(rules: Rules): readonly number[] {
  const { width, height } = gridOf(rules.board.shape);
  const open = new Set(rules.open);
  const order: number[] = [];
  let column = (width - 1) >> 1;
  let row = (height - 1) >> 1;
  const visit = (): void => {
    const cell = row * width + column;
    if (column >= 0 && column < width && row >= 0 && row < height && open.has(cell)) order.push(cell);
  };
  visit();
  // The lines of the spiral have 1, 1, 2, 2, 3, 3, … steps. They go right, down, left and up in turn.
  for (let leg = 0; order.length < open.size; leg++) {
    const direction = leg % 4;
    for (let step = 0; step <= leg >> 1; step++) {
      if (direction === 0) column++;
      else if (direction === 1) row++;
      else if (direction === 2) column--;
      else row--;
      visit();
    }
  }
  return order;
}
