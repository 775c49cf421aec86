/** Which set of databases a run uses, as the person who starts it chooses. */
import type { EngineOptions, OptionSpec } from '../../engine.ts';
import type { BoardSize } from '../state.ts';
import type { SetName } from './sets.ts';

export const databasesOption: OptionSpec = {
  name: 'databases',
  title: 'Pattern databases',
  help:
    'small: built in seconds; large: a minute or two and up to 500 MB once, fewer nodes ever after; ' +
    'auto: large for 5 × 5, small for the rest',
  type: 'choice',
  default: 'auto',
  choices: ['auto', 'small', 'large'],
};

/** Only on 5 × 5 does the difference decide whether an answer comes at all. */
export function databaseSet(size: BoardSize, options: EngineOptions): SetName {
  const wanted = options[databasesOption.name];
  if (wanted === 'small' || wanted === 'large') return wanted;
  return size.width === 5 && size.height === 5 ? 'large' : 'small';
}
