/**
 * Returns term `i` (counted from 1) of Luby's sequence 1 1 2 1 1 2 4 1 1 2 … (M. Luby, A. Sinclair, D. Zuckerman,
 * "Optimal Speedup of Las Vegas Algorithms", Information Processing Letters 47, 1993).
 */
export function luby(i: number): number {
  for (;;) {
    let bits = 1;
    while (2 ** bits - 1 < i) bits++;
    if (i === 2 ** bits - 1) return 2 ** (bits - 1);
    i -= 2 ** (bits - 1) - 1;
  }
}
