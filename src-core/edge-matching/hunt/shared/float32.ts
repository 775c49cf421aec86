/**
 * Arithmetic of 32-bit floats as in WebAssembly, so that reference implementations and kernels get identical results.
 */

/**
 * Used to round floats: adding `1.5 * 2 ** 23` to a float below `2 ** 22` leaves the nearest integer in the low bits of
 * the sum.
 */
export const ROUNDING = 12_582_912;
/**
 * Coefficients `a`, `b` and `c` of the approximation log2 m = (m - 1) + (m - 1)(m - 2)(a + b (m - 1) + c (m - 1)²) for
 * m in [1, 2). Its error is below 1.3e-4.
 */
export const LOG2 = [-0.43837933, 0.23750133, -0.08065316].map(Math.fround) as [number, number, number];

const bits = new Int32Array(1);
const bitsAsFloat = new Float32Array(bits.buffer);

/** Returns the nearest 32-bit float. */
export const float = Math.fround;

/** Returns the bits of a 32-bit float as an integer. */
export const bitsOf = (value: number): number => {
  bitsAsFloat[0] = value;
  return bits[0]!;
};

/** Returns the 32-bit float with these bits. */
export const floatOf = (value: number): number => {
  bits[0] = value;
  return bitsAsFloat[0]!;
};

/** Returns the integer nearest to a float below `2 ** 22`. */
export const rounded = (value: number): number => float(value + ROUNDING) - ROUNDING;

/**
 * Returns the exponent of a positive float, given by its bits: the largest `e` for which `2 ** e` is at most the float.
 */
export const exponentOf = (pattern: number): number => (pattern >>> 23) - 127;
/** Returns the base-2 logarithm of a float's mantissa in [1, 2), given by the float's bits. */
export function log2Mantissa(pattern: number): number {
  const mantissa = floatOf((pattern & 0x7fffff) | 0x3f800000);
  const above = float(mantissa - 1);
  const [a, b, c] = LOG2;
  const bend = float(a + float(above * float(b + float(above * c))));
  return float(above + float(float(above * float(mantissa - 2)) * bend));
}
