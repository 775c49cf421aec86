/**
 * Validates JSON values of the library. If one entry of a list is damaged, the list still shows the others and reports
 * the damage.
 */
import * as v from 'valibot';

type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

/**
 * Returns the validated value. `what`: the beginning of the error message, such as “The saved game for puzzle 3”.
 * Throws DamagedEntry.
 */
export function stored<S extends Schema>(schema: S, json: string, what: string): v.InferOutput<S> {
  const read = storedOrNull(schema, json);
  if (read === null) throw new DamagedEntry(what);
  return read;
}

/**
 * Like `stored`, but returns null if the value doesn't match the schema. Use this only for schemas that don't allow
 * null.
 */
export function storedOrNull<S extends Schema>(schema: S, json: string): v.InferOutput<S> | null {
  try {
    const read = v.safeParse(schema, JSON.parse(json), { abortEarly: true });
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

export class DamagedEntry extends Error {
  constructor(what: string) {
    super(damaged(what));
  }
}

export const damaged = (what: string): string =>
  `${what} is damaged in the library file. “edgewise library rescue” saves what can be read into a new one.`;
