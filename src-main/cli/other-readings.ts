/** If the chosen reading of a file has no solution, tries the other plausible readings. */
import { totalmem } from 'node:os';
import { loadEngine, usualEngine } from '../../src-core/engines.ts';
import { distinguishingText, distinguishingOptions } from '../../src-core/formats/recognition/weigh.ts';
import type { Candidate } from '../../src-core/formats/recognition/candidate.ts';
import { unsolvable } from '../../src-core/puzzle/unsolvable.ts';
import { makeJob } from '../../src-core/drive/make-job.ts';
import { unreachableReason } from '../../src-core/sliding/state.ts';
import { CliFailure, exit } from './failure.ts';
import { flagsOf, type FileReading } from './input.ts';
import { runHere } from './run-here.ts';
import type { Reporter } from './reporter.ts';
import type { SolveOptions } from './solve-options.ts';

/** Limits for searching each alternative reading, unless the user sets others. */
const DEFAULT_MAX_NODES = 20_000_000;
const DEFAULT_MAX_SECONDS = 30;

const silent: Reporter = {
  progress: () => undefined,
  found: () => undefined,
  reasons: () => undefined,
  done: () => Promise.resolve(),
};

/** An error about one puzzle of a file: it has no solution as read, and other readings may have one. */
export class UnsettledReading extends CliFailure {}

/**
 * Returns once every other reading has been proved to have no solution. Throws UnsettledReading with exit code 2 if
 * one of them has a solution, and 3 if a limit ends the search.
 */
export async function ruleOutOthers(
  reading: FileReading,
  options: SolveOptions & { data: string },
): Promise<void> {
  const chosen: Candidate = { ...reading, board: undefined as never, penalty: 0 };
  const open: string[] = [];
  for (const other of reading.others) {
    const pair = [chosen, other];
    const answer = await tried(other, options);
    if (answer === 'unsolvable') continue;
    const way = flagsOf(distinguishingOptions(other, pair)) || `--from ${other.format}`;
    if (answer === 'unknown') {
      open.push(`${distinguishingText(other, pair)} (${way})`);
      continue;
    }
    throw new UnsettledReading(
      `Read as ${distinguishingText(chosen, pair)}, the puzzle has no solution. Read as ${distinguishingText(other, pair)}, it has one. ` +
        `For the reading with a solution, add: ${way}. For the reading without one, add: ${flagsOf(distinguishingOptions(chosen, pair))}`,
    );
  }
  if (open.length === 0) return;
  throw new UnsettledReading(
    `The file was read as a puzzle without a solution. These other readings may have one, but were not searched completely: ${open.join('; ')}`,
    exit.limit,
  );
}

async function tried(
  { puzzle }: Candidate,
  options: SolveOptions & { data: string },
): Promise<'solvable' | 'unsolvable' | 'unknown'> {
  if (puzzle.kind === 'sliding') return unreachableReason(puzzle) === null ? 'solvable' : 'unsolvable';
  if (unsolvable(puzzle).length > 0) return 'unsolvable';
  const engine = await loadEngine(usualEngine(puzzle, false));
  const job = makeJob(
    engine,
    puzzle,
    {
      wanted: { solutions: 1, boards: false },
      limits: { seconds: options.time ?? DEFAULT_MAX_SECONDS, nodes: options.nodes ?? DEFAULT_MAX_NODES },
      seed: options.seed,
      threads: options.threads,
    },
    totalmem(),
  );
  const { status, figures } = await runHere(job, options.data, silent);
  if (figures.raw > 0) return 'solvable';
  return status === 'exhausted' ? 'unsolvable' : 'unknown';
}
