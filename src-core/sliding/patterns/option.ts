/** The option for choosing the set of databases that a run uses. */
import type { EngineOptions, OptionSpec } from '../../engine.ts';
import type { BoardSize } from '../state.ts';
import type { SetName } from './sets.ts';

export const databasesOption: OptionSpec = {
  name: 'databases',
  title: 'Pattern databases',
  help:
    'Tables of distances. Small ones are built in seconds. Large ones need a minute or two the first time, and up to 500 MB, ' +
    'but make searches faster. Automatic: large for 5 × 5, otherwise small.',
  type: 'choice',
  default: 'auto',
  choices: ['auto', 'small', 'large'],
  choiceTitles: { auto: 'Automatic', small: 'Small', large: 'Large' },
};

/**
 * Returns the chosen set. The default for 5 × 5 is the large set, because the small one leaves hard puzzles unsolved.
 */
export function databaseSet(size: BoardSize, options: EngineOptions): SetName {
  const wanted = options[databasesOption.name];
  if (wanted === 'small' || wanted === 'large') return wanted;
  return size.width === 5 && size.height === 5 ? 'large' : 'small';
}
