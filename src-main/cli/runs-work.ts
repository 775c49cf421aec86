import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Engine, Finding, Job } from '../../src-core/engine.ts';
import { loadEngine } from '../../src-core/engines.ts';
import { boardToNumbers, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { endWords } from '../../src-core/run/end-words.ts';
import { engineForPart, type PartPlan } from '../../src-core/sharing.ts';
import { counted } from '../../src-core/text/counted.ts';
import { followRun, type SolverEnd } from '../solver-process/follow.ts';
import type { RunCheckpoint } from '../solver-process/run-checkpoint.ts';
import { solverHere } from '../solver-process/session.ts';
import { writeWhole } from '../write-whole.ts';
import { CliFailure, exit } from './failure.ts';
import { onStopRequest } from './stop.ts';
import { JobFile, packTasks, parseShared, runName, type ResultFile } from '../services/share-files.ts';
import { readText } from './input.ts';

/** Contents of the file in which `runs work` saves an unfinished part. The file is next to the part's result file. */
interface Kept {
  /**
   * the checkpoint as bytes, as sent by the solver (structured clone); earlier versions of Edgewise stored an object
   */
  readonly checkpoint: Uint8Array | RunCheckpoint;
  readonly boards: readonly PartialBoard[];
  readonly paths: readonly (readonly number[])[];
  /** the best board; earlier versions of Edgewise stored it in the checkpoint instead */
  readonly best?: PartialBoard | null;
  /** name of the job, and number of threads; earlier versions of Edgewise stored neither of them */
  readonly job?: string;
  readonly threads?: number;
}

function readKept(file: string, job: string): Kept {
  const refused = (why: string): CliFailure =>
    new CliFailure(`${file}: ${why}; remove it to start the job again`);
  let kept: Partial<Kept> | null;
  try {
    kept = deserialize(readFileSync(file)) as Partial<Kept> | null;
  } catch (error) {
    throw refused(`it is not a checkpoint (${(error as Error).message})`);
  }
  if (!kept?.checkpoint) throw refused('it is not a checkpoint');
  if ((kept.job ?? job) !== job) throw refused('it is the checkpoint of a different job');
  return kept as Kept;
}

const isBytes = (checkpoint: Kept['checkpoint']): checkpoint is Uint8Array =>
  checkpoint instanceof Uint8Array;

/**
 * Returns a string that identifies a part's job. If the run was split by prefix, each part is a piece of one search
 * tree and can be resumed with higher limits. The string then leaves out the limits.
 */
function jobName({ job, by, part, of }: JobFile): string {
  const limits = by === 'prefix' ? { seconds: null, nodes: null } : job.limits;
  return `${runName({ ...job, limits })} ${by} ${part} of ${of}`;
}

class PartFindings {
  readonly boards: PartialBoard[];
  readonly paths: (readonly number[])[];
  best: PartialBoard | null;

  constructor(kept: Kept | null) {
    this.boards = [...(kept?.boards ?? [])];
    this.paths = [...(kept?.paths ?? [])];
    const checkpoint = kept?.checkpoint;
    this.best = kept?.best ?? (checkpoint && !isBytes(checkpoint) ? checkpoint.best : null);
  }

  add(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (finding.type === 'path') this.paths.push([...finding.moves]);
      else {
        if (finding.type === 'solution') this.boards.push(finding.board);
        this.best = finding.board;
      }
    }
  }
}

export interface WorkOptions {
  readonly out: string;
  readonly threads: number;
  readonly databases: string;
}

/**
 * Works on a job file and writes its result. Resumes from the last checkpoint if an earlier session was interrupted.
 * Does nothing if the result already exists. Returns the exit code.
 */
export async function workOn(jobFile: string, options: WorkOptions): Promise<number> {
  const { out } = options;
  if (existsSync(out)) {
    process.stderr.write(`${out} already exists: nothing to do.\n`);
    return exit.answered;
  }
  const shared = { name: jobFile, text: readText(jobFile, Infinity) };
  const file = parseShared(JobFile, shared, 'a job file from “runs split”');
  const engine = await loadEngine(file.job.engine).catch((error: unknown) => {
    throw new CliFailure(`${jobFile}: ${(error as Error).message}`);
  });
  const folder = path.dirname(out);
  if (!existsSync(folder)) throw new CliFailure(`--out ${out}: folder ${folder} does not exist`);
  const keptFile = `${out}.checkpoint`;
  const kept = existsSync(keptFile) ? readKept(keptFile, jobName(file)) : null;
  const findings = new PartFindings(kept);
  const plans: PartPlan[] = [];
  const { status, message, figures } = await search(file, engine, { ...options, kept, findings, plans });
  if (status === 'failed') throw new CliFailure(message, exit.failed);
  // A half-searched subtree can't be merged, so an unfinished part keeps its checkpoint for the next session.
  const unfinished = status === 'stopped' || (file.by === 'prefix' && status === 'limit');
  if (unfinished || !figures) return exit.limit;
  const { nodes, elapsedMs } = figures;
  const result: ResultFile = {
    edgewiseResult: 1,
    file,
    engineVersion: engine.version,
    status,
    nodes,
    elapsedMs,
    boards: findings.boards.map(boardToNumbers),
    paths: findings.paths.map((path) => [...path]),
    best: findings.best && boardToNumbers(findings.best),
    tasks: plans[0] ? packTasks(plans[0].results) : '',
  };
  writeWhole(out, [JSON.stringify(result)]);
  rmSync(keptFile, { force: true });
  rmSync(milestonesOf(out), { force: true, recursive: true });
  process.stderr.write(
    `Part ${file.part + 1} of ${file.of}: ${endWords(status)}, ${counted(nodes, 'node')}.\n`,
  );
  return exit.answered;
}

const milestonesOf = (out: string): string => `${out}.milestones`;

interface Work extends WorkOptions {
  readonly kept: Kept | null;
  readonly findings: PartFindings;
  /**
   * The part's plan, needed to merge the results. Added when the search starts, and only if the run was split by
   * prefix (each part is a piece of one search tree).
   */
  readonly plans: PartPlan[];
}

async function search(file: JobFile, engine: Engine, work: Work): Promise<SolverEnd> {
  const { out, databases, kept, findings, plans } = work;
  // The result of a run that was split by seed, such as a hunt, may depend on the number of threads, so resume with
  // the same number.
  const threads = (file.by === 'seed' && kept?.threads) || work.threads;
  const job: Job = { ...file.job, threads };
  const part = { number: file.part, of: file.of };
  const partEngine = file.by === 'prefix' ? engineForPart(engine, part, (plan) => plans.push(plan)) : engine;
  const solver = solverHere(() => Promise.resolve(partEngine));
  let searching = false;
  const forget = onStopRequest(() => solver.post({ type: 'stop' }));
  const ended = await followRun(
    solver,
    {
      job,
      limits: job.limits,
      checkpoints: kept ? [isBytes(kept.checkpoint) ? kept.checkpoint : serialize(kept.checkpoint)] : [],
      databasesDir: databases,
      milestonesDir: milestonesOf(out),
      lowPriority: false,
    },
    {
      status(status, message) {
        // While the status has a message, the solver is still preparing, loading a checkpoint or repeating work.
        if (status !== 'running' || message !== '' || searching) return;
        searching = true;
        const asBefore = threads === work.threads ? '' : `, with ${counted(threads, 'thread')} as before`;
        process.stderr.write(`Part ${file.part + 1} of ${file.of}: searching${asBefore}.\n`);
      },
      found: (found) => findings.add(found),
      checkpoint(checkpoint) {
        const { boards, paths, best } = findings;
        const state: Kept = { checkpoint, boards, paths, best, job: jobName(file), threads };
        writeWhole(`${out}.checkpoint`, [serialize(state)]);
      },
    },
  );
  forget();
  // `followRun` resolves to null only if the solver's process exits, but this solver runs in this process.
  return ended!;
}
