import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Job } from '../../src-core/engine.ts';
import { loadEngine } from '../../src-core/engines.ts';
import type { PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { engineForPart, type PartPlan } from '../../src-core/sharing.ts';
import { counted } from '../../src-core/text/counted.ts';
import { fileAssets } from '../solver-process/file-assets.ts';
import { Runner, type RunCheckpoint } from '../solver-process/runner.ts';
import { scorerOf } from '../solver-process/scorer.ts';
import { startWorkerLane } from '../solver-process/worker-lane.ts';
import { writeWhole } from '../write-whole.ts';
import { CliFailure, exit } from './failure.ts';
import { whenAskedToStop } from './stop.ts';
import { JobFile, packTasks, readShared, runName, type ResultFile } from './share-files.ts';

/** What is kept beside a result while it is worked on. */
interface Kept {
  readonly checkpoint: RunCheckpoint;
  readonly boards: readonly PartialBoard[];
  readonly paths: readonly (readonly number[])[];
  /** missing in those of before: which job it is of, how many threads it had */
  readonly job?: string;
  readonly threads?: number;
}

function readKept(file: string, job: string): Kept {
  const refused = (why: string): CliFailure =>
    new CliFailure(`${file}: ${why}; remove it and the job begins anew`);
  let kept: Partial<Kept> | null;
  try {
    kept = deserialize(readFileSync(file)) as Partial<Kept> | null;
  } catch (error) {
    throw refused(`no checkpoint (${(error as Error).message})`);
  }
  if (!kept?.checkpoint) throw refused('no checkpoint');
  if ((kept.job ?? job) !== job) throw refused('the checkpoint of another job');
  return kept as Kept;
}

/** The same for a part by prefix that is given more. */
function jobName({ job, by, part, of }: JobFile): string {
  const limits = by === 'prefix' ? { seconds: null, nodes: null } : job.limits;
  return `${runName({ ...job, limits })} ${by} ${part} of ${of}`;
}

/**
 * Works on one job file and writes its result. Cut off and started again, it goes on from its last
 * checkpoint; done, it does nothing. Returns the exit code.
 */
export async function workOn(
  jobFile: string,
  options: { out: string; threads: number; databases: string },
): Promise<number> {
  const { out } = options;
  if (existsSync(out)) {
    process.stderr.write(`${out} is there already: nothing to do.\n`);
    return exit.answered;
  }
  const file = readShared(JobFile, jobFile, 'a job file of “runs split”');
  const engine = await loadEngine(file.job.engine).catch((error: unknown) => {
    throw new CliFailure(`${jobFile}: ${(error as Error).message}`);
  });
  const folder = path.dirname(out);
  if (!existsSync(folder)) throw new CliFailure(`--out ${out}: there is no folder ${folder}`);
  const keptFile = `${out}.checkpoint`;
  const milestonesDir = `${out}.milestones`;
  const name = jobName(file);
  const kept = existsSync(keptFile) ? readKept(keptFile, name) : null;
  // What is done by seed may depend on how many threads do it (a hunt's members do): it is gone on with as it was begun.
  const threads = (file.by === 'seed' && kept?.threads) || options.threads;
  const job: Job = { ...file.job, threads };
  const boards = [...(kept?.boards ?? [])];
  const paths = (kept?.paths ?? []).map((path) => [...path]);
  let best: PartialBoard | null = kept?.checkpoint.best ?? null;
  const plans: PartPlan[] = [];
  const part = { number: file.part, of: file.of };
  let searching = false;
  const runner = new Runner({
    engine: file.by === 'prefix' ? engineForPart(engine, part, (plan) => plans.push(plan)) : engine,
    job,
    checkpoint: kept?.checkpoint,
    assets: fileAssets(options.databases),
    milestonesDir,
    scorer: scorerOf(job.puzzle),
    clock: () => performance.now(),
    startLane: startWorkerLane,
    hooks: {
      status(status, message) {
        // From here on a signal leaves a checkpoint. With a message it is told how far a checkpoint is caught up with.
        if (status !== 'running' || message !== '' || searching) return;
        searching = true;
        const asBefore = threads === options.threads ? '' : `, with ${counted(threads, 'thread')} as before`;
        process.stderr.write(`Part ${file.part + 1} of ${file.of}: searching${asBefore}.\n`);
      },
      progress: () => undefined,
      found(findings) {
        for (const finding of findings) {
          if (finding.type === 'solution') boards.push(finding.board);
          else if (finding.type === 'path') paths.push([...finding.moves]);
          if (finding.type !== 'path') best = finding.board;
        }
      },
      checkpoint: (checkpoint) =>
        writeWhole(keptFile, [serialize({ checkpoint, boards, paths, job: name, threads } satisfies Kept)]),
    },
  });
  const forget = whenAskedToStop(() => runner.stop());
  const { status, message, figures } = await runner.run();
  forget();
  if (status === 'failed') throw new CliFailure(message, exit.failed);
  // Half of a subtree can't be merged: its checkpoint stays, to be gone on from.
  const unfinished = status === 'stopped' || (file.by === 'prefix' && status === 'limit');
  if (unfinished || !figures) return exit.limit;
  const result: ResultFile = {
    edgewiseResult: 1,
    file,
    engineVersion: engine.version,
    status,
    nodes: figures.nodes,
    elapsedMs: figures.elapsedMs,
    boards: boards.map((board) => [...board]),
    paths,
    best: best && [...best],
    tasks: plans[0] ? packTasks(plans[0].results) : '',
  };
  writeWhole(out, [JSON.stringify(result)]);
  rmSync(keptFile, { force: true });
  rmSync(milestonesDir, { force: true, recursive: true });
  process.stderr.write(
    `Part ${file.part + 1} of ${file.of}: ${status}, ${counted(figures.nodes, 'node')}.\n`,
  );
  return exit.answered;
}
