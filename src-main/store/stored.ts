/**
 * JSON as it stands in the library file, by its schema. That it is JSON is made sure of when the file is opened; here
 * it is seen that it says what it should. Where one entry of many is damaged, a list shows the others and says so.
 */
import * as v from 'valibot';

type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

/** `what` begins the sentence: “The saved game of puzzle 3”. Throws a `DamagedEntry`. */
export function stored<S extends Schema>(schema: S, json: string, what: string): v.InferOutput<S> {
  const read = storedOrNull(schema, json);
  if (read === null) throw new DamagedEntry(what);
  return read;
}

/** Null where it does not say what it should; for schemas that null does not fit. */
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
