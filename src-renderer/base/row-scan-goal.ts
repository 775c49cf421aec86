import type { RunSummary } from '../../src-core/contract/runs.ts';

/** Returns whether a hunt looks for the longest row scan. Such a hunt's result is a number of tiles, not of edges. */
export const seeksRowScan = ({ settings }: { settings: Pick<RunSummary['settings'], 'options'> }): boolean =>
  settings.options['goal'] === 'row-scan';
