import type { Engine, EngineOptions, OptionValue } from '../../src-core/engine.ts';
import { CliFailure } from './failure.ts';

/** Parses `--option NAME=VALUE` arguments. Converts each value to its option's type, but doesn't validate it. */
export function engineOptions(engine: Engine, texts: readonly string[]): EngineOptions {
  const given: Record<string, OptionValue> = {};
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) throw new CliFailure(`--option ${text}: expected NAME=VALUE`);
    const name = text.slice(0, at);
    const value = text.slice(at + 1);
    if (Object.hasOwn(given, name)) throw new CliFailure(`--option ${text}: “${name}” was given twice`);
    const type = engine.options.find((spec) => spec.name === name)?.type;
    given[name] =
      type === 'number' && value.trim() !== '' && !Number.isNaN(Number(value))
        ? Number(value)
        : type === 'boolean' && /^(true|false)$/.test(value)
          ? value === 'true'
          : value;
  }
  return given;
}
