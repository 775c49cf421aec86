import { totalmem } from 'node:os';
import type { EngineInfo } from '../../src-core/contract/runs.ts';
import type { Engine, EngineOptions, OptionSpec } from '../../src-core/engine.ts';
import { engineNames, loadEngine } from '../../src-core/engines.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { errorsOf } from '../../src-core/puzzle/validate.ts';

export async function engineInfos(): Promise<EngineInfo[]> {
  const loaded = await Promise.all(engineNames().map(loadEngine));
  return loaded.map((engine) => ({
    name: engine.name,
    title: engine.title,
    summary: engine.summary,
    solves: engine.solves,
    estimates: engine.estimate !== undefined,
    options: engine.options.map((spec) => ({
      name: spec.name,
      title: spec.title,
      help: spec.help,
      type: spec.type,
      default: defaultHere(spec),
      min: spec.min,
      max: spec.max,
      choices: spec.choices && [...spec.choices],
    })),
  }));
}

/** The default on this machine. */
function defaultHere(spec: OptionSpec): OptionSpec['default'] {
  const { defaultShareOfMemory: share, min = 0, max = Infinity } = spec;
  if (share === undefined) return spec.default;
  return Math.min(max, Math.max(min, Math.floor((share * totalmem()) / 2 ** 20)));
}

/** The options with defaults filled in. Throws when one is unknown or out of range, saying what is allowed. */
export function checkedOptions(engine: Engine, given: EngineOptions): EngineOptions {
  for (const name of Object.keys(given)) {
    if (!engine.options.some((spec) => spec.name === name)) {
      const names = engine.options.map((spec) => spec.name).join(', ') || 'none';
      throw new Error(`engine ${engine.name} has no option “${name}”; it has: ${names}`);
    }
  }
  return Object.fromEntries(
    engine.options.map((spec) => [spec.name, checkedOption(spec, given[spec.name] ?? defaultHere(spec))]),
  );
}

function checkedOption(spec: OptionSpec, value: EngineOptions[string]): EngineOptions[string] {
  const found = `option ${spec.name}: found “${value}”, expected`;
  if (spec.type === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`${found} a number`);
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

const aPuzzle = ({ kind }: Puzzle): string =>
  kind === 'sliding' ? 'a sliding puzzle' : 'an edge-matching puzzle';

/** Throws, in a sentence for people, when this engine can't run on this puzzle. */
export function checkSuits(engine: Engine, puzzle: Puzzle, options: EngineOptions): void {
  const [error] = errorsOf(puzzle);
  if (error) throw new Error(error.message);
  if (engine.solves !== puzzle.kind) {
    throw new Error(`Engine ${engine.name} solves ${engine.solves} puzzles; this is ${aPuzzle(puzzle)}.`);
  }
  const refusal = engine.refuses(puzzle, options);
  if (refusal) throw new Error(refusal);
}
