import * as v from 'valibot';

/**
 * A request of the contract. What goes in is checked at run time, since anybody may have sent it; what comes back is
 * our own host's, promised by the compiler and checked in the tests that call a host (docs/architecture.md, Processes).
 */
export function method<I extends v.GenericSchema, O extends v.GenericSchema>(input: I, output: O) {
  return { input, output };
}

export const nothing = v.strictObject({});
export const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** ISO 8601, UTC */
export const time = v.string();
/** a PartialBoard as plain numbers, see puzzle/partial-board.ts */
export const board = v.array(v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(2 ** 31 - 1)));
export const page = {
  offset: v.optional(whole, 0),
  limit: v.optional(v.pipe(whole, v.maxValue(1000)), 100),
};
