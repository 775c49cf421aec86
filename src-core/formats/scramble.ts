import { halvesFormat } from './halves.ts';

/**
 * Scramble Squares text, one tile per line. An edge is a capital letter for the symbol and 0 (tail) or 1 (head),
 * clockwise from the top.
 */
export const scramble = halvesFormat({
  name: 'scramble',
  title: 'Scramble Squares (Y1,G0,R0,B1)',
  halves: ['0', '1'],
  expected: 'a capital letter for the symbol and 0 (tail) or 1 (head), such as Y1',
});
