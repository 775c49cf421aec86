/** The options of engines: as data, so that a form can be drawn from them and a command line checked against them. */
import * as v from 'valibot';

export const OptionValue = v.union([v.string(), v.number(), v.boolean()]);
export type OptionValue = v.InferOutput<typeof OptionValue>;

/** Values by the names of an engine's options. */
export const EngineOptions = v.record(v.string(), OptionValue);
export type EngineOptions = Readonly<v.InferOutput<typeof EngineOptions>>;

/** A value of type `cells` is a list of cells in order, as text, counted from 1. */
export const OptionSpec = v.strictObject({
  name: v.string(),
  title: v.string(),
  help: v.string(),
  type: v.picklist(['number', 'choice', 'boolean', 'cells']),
  default: OptionValue,
  /** in place of `default`, where the machine is known: this share of its memory, in MB */
  defaultShareOfMemory: v.exactOptional(v.number()),
  min: v.exactOptional(v.number()),
  max: v.exactOptional(v.number()),
  /** a number without fractions */
  whole: v.exactOptional(v.literal(true)),
  choices: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
  /** offered by `--option` only, not in the window */
  commandLineOnly: v.exactOptional(v.literal(true)),
});
export type OptionSpec = Readonly<v.InferOutput<typeof OptionSpec>>;

/** The default on a machine with so much memory. */
export function defaultOf(spec: OptionSpec, memoryBytes: number): OptionValue {
  const { defaultShareOfMemory: share, min = 0, max = Infinity } = spec;
  if (share === undefined) return spec.default;
  return Math.min(max, Math.max(min, Math.floor((share * memoryBytes) / 2 ** 20)));
}

/** What was given, with defaults filled in. Throws when one is unknown or out of range, saying what is allowed. */
export function checkedOptions(
  engine: { readonly name: string; readonly options: readonly OptionSpec[] },
  given: EngineOptions,
  memoryBytes: number,
): EngineOptions {
  for (const name of Object.keys(given)) {
    if (!engine.options.some((spec) => spec.name === name)) {
      const names = engine.options.map((spec) => spec.name).join(', ') || 'none';
      throw new Error(`engine ${engine.name} has no option “${name}”; it has: ${names}`);
    }
  }
  return Object.fromEntries(
    engine.options.map((spec) => [
      spec.name,
      checkedOption(spec, given[spec.name] ?? defaultOf(spec, memoryBytes)),
    ]),
  );
}

function checkedOption(spec: OptionSpec, value: OptionValue): OptionValue {
  const found = `option ${spec.name}: found “${value}”, expected`;
  if (spec.type === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`${found} a number`);
    if (spec.whole && !Number.isInteger(value)) throw new Error(`${found} a whole number`);
    if (value < (spec.min ?? -Infinity)) throw new Error(`${found} ${spec.min} or more`);
    if (value > (spec.max ?? Infinity)) throw new Error(`${found} ${spec.max} or less`);
  } else if (spec.type === 'boolean') {
    if (typeof value !== 'boolean') throw new Error(`${found} true or false`);
  } else if (spec.type === 'choice') {
    if (!spec.choices?.includes(String(value)))
      throw new Error(`${found} one of ${spec.choices?.join(', ')}`);
  } else if (typeof value !== 'string') return String(value); // one cell alone
  return value;
}
