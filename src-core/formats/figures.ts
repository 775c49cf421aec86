import { halvesFormat } from './halves.ts';

/**
 * Halves of figures, one tile per line. An edge is a capital letter for the figure and T (top, the head) or B (bottom),
 * clockwise from the top.
 */
export const figures = halvesFormat({
  name: 'figures',
  title: 'Halves of figures (ET,AB,IB,OB)',
  halves: ['B', 'T'],
  expected: 'a capital letter for the figure and T (top) or B (bottom), such as ET',
});
