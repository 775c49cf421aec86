/** Options of engines, as data for the window's form and the command line. */
import * as v from 'valibot';

export const OptionValue = v.union([v.string(), v.number(), v.boolean()]);
export type OptionValue = v.InferOutput<typeof OptionValue>;

/** The values of an engine's options, by the option's name. */
export const EngineOptions = v.record(v.string(), OptionValue);
export type EngineOptions = Readonly<v.InferOutput<typeof EngineOptions>>;

/** An option of an engine. A value of type `cells` is text: cells in order, numbered from 1. */
export const OptionSpec = v.strictObject({
  name: v.string(),
  title: v.string(),
  help: v.string(),
  type: v.picklist(['number', 'choice', 'boolean', 'cells']),
  default: OptionValue,
  /** default as a fraction of the machine's memory, for an option in MB */
  defaultShareOfMemory: v.exactOptional(v.number()),
  min: v.exactOptional(v.number()),
  max: v.exactOptional(v.number()),
  /** true if only whole numbers are allowed */
  whole: v.exactOptional(v.literal(true)),
  choices: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
  /** names of the choices for users; a choice without a title is shown as it is */
  choiceTitles: v.exactOptional(v.record(v.string(), v.string())),
  /** true if the window doesn't offer the option */
  commandLineOnly: v.exactOptional(v.literal(true)),
});
export type OptionSpec = Readonly<v.InferOutput<typeof OptionSpec>>;

/** Returns a value of an option as users see it. */
export function valueTitle(spec: Pick<OptionSpec, 'choiceTitles'>, value: OptionValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return spec.choiceTitles?.[value] ?? String(value);
}

/** Returns an option's default on a machine with `memoryBytes` of memory. */
export function defaultOf(spec: OptionSpec, memoryBytes: number): OptionValue {
  const { defaultShareOfMemory: share, min = 0, max = Infinity } = spec;
  if (share === undefined) return spec.default;
  return Math.min(max, Math.max(min, Math.floor((share * memoryBytes) / 2 ** 20)));
}

/** Returns the options, with defaults filled in. Throws if an option is unknown or its value isn't allowed. */
export function checkedOptions(
  engine: { readonly name: string; readonly options: readonly OptionSpec[] },
  given: EngineOptions,
  memoryBytes: number,
): EngineOptions {
  for (const name of Object.keys(given)) {
    if (!engine.options.some((spec) => spec.name === name)) {
      const names = engine.options.map((spec) => spec.name).join(', ') || 'none';
      throw new Error(`engine ${engine.name} has no option “${name}”; its options are: ${names}`);
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
  const expected = expectedInstead(spec, value);
  if (expected !== null) {
    throw new Error(`option ${spec.name}: found “${value}”, expected ${expected}`);
  }
  // A value of type `cells` may also be given as a number.
  return spec.type === 'cells' ? String(value) : value;
}

function expectedInstead(spec: OptionSpec, value: OptionValue): string | null {
  switch (spec.type) {
    case 'number':
      return expectedNumber(spec, value);
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'choice':
      return spec.choices?.includes(String(value)) ? null : `one of ${spec.choices?.join(', ')}`;
    case 'cells':
      return null;
  }
}

function expectedNumber({ whole, min, max }: OptionSpec, value: OptionValue): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'a number';
  if (whole && !Number.isInteger(value)) return 'a whole number';
  if (value < (min ?? -Infinity)) return `${min} or more`;
  return value > (max ?? Infinity) ? `${max} or less` : null;
}
