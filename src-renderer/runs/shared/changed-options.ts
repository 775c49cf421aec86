import type { EngineInfo, RunSettings } from '../../../src-core/contract/runs.ts';
import { valueTitle } from '../../../src-core/run/options.ts';

/** Returns the titles and values of all options, except memory, that differ from their defaults. */
export function changedOptions(
  engine: Pick<EngineInfo, 'options'> | undefined,
  options: RunSettings['options'],
): [title: string, value: string][] {
  return (engine?.options ?? []).flatMap((option): [string, string][] => {
    const value = options[option.name] ?? option.default;
    return option.name === 'memory' || value === option.default
      ? []
      : [[option.title, valueTitle(option, value)]];
  });
}
