/**
 * 32-bit float arithmetic with exactly the same results as WebAssembly, so that reference implementations and kernels
 * agree.
 */

/**
 * For rounding floats to integers: when `1.5 * 2 ** 23` is added to a float below `2 ** 22`, the low bits of the sum
 * hold the nearest integer.
 */
export const ROUNDING_OFFSET = 12_582_912;
/**
 * Coefficients `a`, `b` and `c` of an approximation to the logarithm: log2 m = (m - 1) + (m - 1)(m - 2)(a + b (m - 1)
 * + c (m - 1)²) for m in [1, 2). The error is below 1.3e-4.
 */
export const LOG2_COEFFICIENTS = [-0.43837933, 0.23750133, -0.08065316].map(Math.fround) as [
  number,
  number,
  number,
];

const bits = new Int32Array(1);
const bitsAsFloat = new Float32Array(bits.buffer);

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

/** Rounds a float below `2 ** 22` to the nearest integer. */
export const rounded = (value: number): number => float(value + ROUNDING_OFFSET) - ROUNDING_OFFSET;

/** Returns the exponent of a positive float, given as bits: the largest `e` with `2 ** e` at most the float. */
export const exponentOf = (pattern: number): number => (pattern >>> 23) - 127;
/** Returns the base-2 logarithm of a float's mantissa, which is in [1, 2). The float is given as bits. */
export function log2Mantissa(pattern: number): number {
  const mantissa = floatOf((pattern & 0x7fffff) | 0x3f800000);
  const above = float(mantissa - 1);
  const [a, b, c] = LOG2_COEFFICIENTS;
  const bend = float(a + float(above * float(b + float(above * c))));
  return float(above + float(float(above * float(mantissa - 2)) * bend));
}
