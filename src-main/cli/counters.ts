import type { RunFigures } from '../../src-core/contract/runs.ts';
import { table } from './table.ts';

type Counts = RunFigures['counts'];

const whole = (value: number): string =>
  value < 1e15 ? Math.round(value).toLocaleString('en-US') : value.toExponential(3);

/** How the counters of the classic engines read; any other engine's figures tell nothing to people. */
const words: Readonly<Record<string, (value: number) => string>> = {
  // tree
  roots: (n) => `${whole(n)} states for the first cell (orientations of its tiles)`,
  mostWaiting: (n) => `at most ${whole(n)} states waiting at once`,
  // backtrack
  calls: (n) => `${whole(n)} calls`,
  // rows
  iterations: (n) => `${whole(n)} boards begun`,
  iterationsPerSecond: (n) => `${whole(n)} boards a second`,
  attempts: (n) => `${whole(n)} attempts to lay a row`,
  quality: (n) => `${(100 * n).toFixed(1)} % of the tiles placed at best`,
  // branch and bound
  activated: (n) => `${whole(n)} states looked into`,
  pruned: (n) => `${whole(n)} of them could not beat the best answer`,
  cycles: (n) => `${whole(n)} of them came back to a state on their own path`,
  answers: (n) => `${whole(n)} answers, each better than the one before`,
  liveNodes: (n) => `${whole(n)} states still waiting`,
  peakLiveNodes: (n) => `at most ${whole(n)} states waiting at once`,
};

/** The engine's own counters in plain words, one a line; empty when it has none to tell. */
export function countersText(counts: Counts): string {
  const lines = Object.entries(counts).flatMap(([name, value]) =>
    typeof value === 'number' && Object.hasOwn(words, name) ? [`  ${words[name]!(value)}\n`] : [],
  );
  return lines.join('') + levelsText(counts);
}

/** Brandt et al.'s Tables 1 and 2 side by side. */
function levelsText({ callsByLevel, fullTreeByLevel }: Counts): string {
  if (!Array.isArray(callsByLevel) || !Array.isArray(fullTreeByLevel)) return '';
  const head = ['  level', 'calls', 'nodes of the full tree'];
  const width = Math.max(head[1]!.length, ...callsByLevel.map((calls) => whole(calls).length));
  const rows = callsByLevel.map((calls, i) => [
    i + 1,
    whole(calls).padStart(width),
    whole(fullTreeByLevel[i]!).padStart(head[2]!.length),
  ]);
  return table(head, rows);
}
