import type { Engine, EngineOptions, OptionValue } from '../../src-core/engine.ts';
import { checkedOptions } from '../services/engines.ts';
import { CliFailure } from './failure.ts';

/** `--option NAME=VALUE` as the engine's options, checked, defaults filled in. */
export function engineOptions(engine: Engine, texts: readonly string[]): EngineOptions {
  const given: Record<string, OptionValue> = {};
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) throw new CliFailure(`--option ${text}: expected NAME=VALUE`);
    const name = text.slice(0, at);
    const value = text.slice(at + 1);
    const type = engine.options.find((spec) => spec.name === name)?.type;
    given[name] =
      type === 'number' && value.trim() !== '' && !Number.isNaN(Number(value))
        ? Number(value)
        : type === 'boolean' && /^(true|false)$/.test(value)
          ? value === 'true'
          : value;
  }
  try {
    return checkedOptions(engine, given);
  } catch (error) {
    throw new CliFailure((error as Error).message);
  }
}
