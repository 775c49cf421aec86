/** Turns the names of setups, which consist of the ids of engines and options, into titles for users. */
import type { EngineInfo } from '../../src-core/contract/runs.ts';
import { valueTitle, type OptionValue } from '../../src-core/run/options.ts';

type Titles = readonly {
  readonly name: string;
  readonly title: string;
  readonly options: readonly Pick<EngineInfo['options'][number], 'name' | 'title' | 'choiceTitles'>[];
}[];

/** Parses an option's value as written in a setup's name. Numbers stay text. */
const valueOf = (text: string): OptionValue => (text === 'true' ? true : text === 'false' ? false : text);

/**
 * Returns a setup's title: "rows, wildcards 256" becomes "Row solver (COEN 352), Wildcards: 256". A name that doesn't
 * start with an engine's id stays the same.
 */
export function setupTitle(name: string, engines: Titles): string {
  const [id, ...rest] = name.split(/, |(?= \()/);
  const engine = engines.find((each) => each.name === id);
  if (!engine) return name;
  const parts = rest.map((part) => {
    const option = engine.options.find((each) => part.startsWith(`${each.name} `));
    if (option) return `${option.title}: ${valueTitle(option, valueOf(part.slice(option.name.length + 1)))}`;
    const note = part.trim().replace(/^\((.*)\)$/, '$1');
    return engine.options.map(({ choiceTitles }) => choiceTitles?.[note]).find(Boolean) ?? note;
  });
  return [engine.title, ...parts].join(', ');
}

/**
 * Replaces the names of setups in trials with titles for users. If two setups would have the same title, both keep
 * their names.
 */
export function withSetupTitles<T extends { readonly setup: string }>(
  trials: readonly T[],
  engines: Titles,
): readonly T[] {
  const names = [...new Set(trials.map(({ setup }) => setup))];
  const titles = names.map((name) => setupTitle(name, engines));
  const shown = new Map(
    names.map((name, i) => [
      name,
      titles.indexOf(titles[i]!) === titles.lastIndexOf(titles[i]!) ? titles[i]! : name,
    ]),
  );
  return trials.map((trial) => ({ ...trial, setup: shown.get(trial.setup)! }));
}
