import { gridOf } from '../../puzzle/board.ts';
import type { Rules } from './rules.ts';

/** Returns the cells row by row from the top left: Hoglan's order. */
export const rowOrder = (rules: Rules): readonly number[] => [...rules.open];

/**
 * Returns the cells in a clockwise spiral from the centre, the order of Figure 2 in Brandt et al. (2002). The first
 * step is to the right. If a side is even, the spiral starts above or to the left of the middle. Steps that leave the
 * board are skipped, so any rectangle is filled.
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
  // The spiral consists of lines with 1, 1, 2, 2, 3, 3, … steps: right, down, left, up.
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
