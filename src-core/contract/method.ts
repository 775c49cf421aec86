import * as v from 'valibot';
import { EMPTY, type PartialBoard } from '../puzzle/partial-board.ts';

/**
 * Returns the definition of a request. Any program can send requests, so input is validated at run time. Output comes
 * from our own host, so it is checked only by the compiler and tests.
 */
export function method<I extends v.GenericSchema, O extends v.GenericSchema>(input: I, output: O) {
  return { input, output };
}

export const nothing = v.strictObject({});
export const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A time in ISO 8601, in UTC. */
export const time = v.string();
/** A `PartialBoard`. On a socket, boards are sent as text (see wire.ts). */
export const board = v.custom<PartialBoard>(
  (value) => value instanceof Int32Array && value.every((code) => code >= EMPTY),
  'expected a board: one number for each cell, -1 if it is empty',
);
export const page = {
  offset: v.optional(whole, 0),
  limit: v.optional(v.pipe(whole, v.maxValue(1000)), 100),
};
