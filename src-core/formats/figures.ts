import { halvesFormat } from './halves.ts';

/**
 * Halves of figures, one tile per line. Each tile has four edges, clockwise from the top: a capital letter for the
 * figure and T (top) or B (bottom). T becomes the head.
 */
export const figures = halvesFormat({
  name: 'figures',
  title: 'Halves of figures (ET,AB,IB,OB)',
  halves: ['B', 'T'],
  expected: 'a capital letter for the figure and T (top) or B (bottom), such as ET',
});
