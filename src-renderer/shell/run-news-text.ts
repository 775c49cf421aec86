/** Writes the message about runs that have ended. */
import type { RunSummary } from '../../src-core/contract/runs.ts';
import { statusWords } from '../runs/shared/status.ts';

/** Maximum length of a puzzle's name in a message, in characters. */
const MAX_NAME_LENGTH = 60;
const shortened = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1).trimEnd()}…` : name;

type Ended = Pick<RunSummary, 'id' | 'puzzleName' | 'status'>;

/** Maximum number of runs named in a message. */
const MAX_NAMED_RUNS = 3;

/** Returns one message for all runs that ended at about the same time. */
export function newsText(runs: readonly Ended[]): string {
  const one = ({ puzzleName, id, status }: Ended): string =>
    `${shortened(puzzleName)}, run ${id}: ${statusWords[status].word.toLowerCase()}`;
  if (runs.length === 1) return one(runs[0]!);
  const named = runs.slice(0, MAX_NAMED_RUNS).map(one).join('; ');
  const more = runs.length > MAX_NAMED_RUNS ? `; and ${runs.length - MAX_NAMED_RUNS} more` : '';
  return `${runs.length} runs ended. ${named}${more}`;
}
