/** The word for each status of a run, with the colour and shape of its mark. */
import { isActive, isOver, type RunStatus, type RunSummary } from '../../../src-core/contract/runs.ts';

interface StatusWord {
  readonly word: string;
  readonly tone: 'accent' | 'good' | 'warn' | 'bad' | 'plain';
  readonly shape: 'outline' | 'half' | 'whole' | 'cross';
}

export const statusWords: Record<RunStatus, StatusWord> = {
  queued: { word: 'Waiting', tone: 'plain', shape: 'outline' },
  preparing: { word: 'Preparing', tone: 'accent', shape: 'half' },
  running: { word: 'Running', tone: 'accent', shape: 'half' },
  paused: { word: 'Paused', tone: 'warn', shape: 'half' },
  solved: { word: 'Solved', tone: 'good', shape: 'whole' },
  exhausted: { word: 'Fully searched', tone: 'good', shape: 'whole' },
  limit: { word: 'Limit reached', tone: 'warn', shape: 'half' },
  stopped: { word: 'Stopped', tone: 'plain', shape: 'half' },
  failed: { word: 'Failed', tone: 'bad', shape: 'cross' },
  interrupted: { word: 'Interrupted', tone: 'warn', shape: 'half' },
};

type Reported = Pick<RunSummary, 'status' | 'message'> & {
  readonly figures: Pick<RunSummary['figures'], 'elapsedMs'>;
};
/** Returns whether a run hasn't reported any numbers yet, because it is waiting or its solver has just started. */
export const isUnreported = ({ status, figures }: Pick<Reported, 'status' | 'figures'>): boolean =>
  !isOver(status) && figures.elapsedMs === 0;
/** Returns the word for a run's status. A run without figures is still starting. */
export const statusWord = (run: Reported): string =>
  isActive(run.status) && isUnreported(run) && run.message === ''
    ? 'Starting…'
    : statusWords[run.status].word;
/** Returns what ended or suspended a run, in words that follow “before”, such as “the pause”. */
export const endOf = (status: RunStatus): string =>
  status === 'paused'
    ? 'the pause'
    : status === 'interrupted' || status === 'queued'
      ? 'the interruption'
      : 'the end';
