/** For each status of a run, its word and the colour and shape of its mark. */
import type { RunStatus } from '../../../src-core/contract/runs.ts';

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

export const isActive = (status: RunStatus): boolean => status === 'preparing' || status === 'running';
export const isOver = (status: RunStatus): boolean =>
  !isActive(status) && status !== 'paused' && status !== 'queued';
/** Returns a noun for what ended or suspended a run, for use after “before”: “the pause”. */
export const endOf = (status: RunStatus): string =>
  status === 'paused' ? 'the pause' : status === 'interrupted' ? 'the interruption' : 'the end';
