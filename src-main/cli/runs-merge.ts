import { boardFromNumbers } from '../../src-core/puzzle/partial-board.ts';
import type { Engine, Job, Tally } from '../../src-core/engine.ts';
import { loadEngine } from '../../src-core/engines.ts';
import { wholeOf, type TaskResult } from '../../src-core/sharing.ts';
import { counted } from '../../src-core/text/counted.ts';
import { checkBoard, checkPath, type Checked } from '../services/check-result.ts';
import { CliFailure } from './failure.ts';
import { readShared, ResultFile, unpackTasks } from './share-files.ts';

export interface Merged {
  readonly job: Job;
  readonly parts: number;
  /** counted from 1; those absent and those that were cut short */
  readonly missing: readonly number[];
  readonly nodes: number;
  /** of all parts together */
  readonly elapsedMs: number;
  /** only of a run divided by prefix, which has one whole */
  readonly nodesByDepth: readonly number[] | null;
  readonly solutions: number | null;
  readonly uniqueSolutions: number | null;
  readonly distinctSolutions: number | null;
  readonly matched: number;
  readonly edges: number;
  /** checked again; every class once, the best board last if it is no solution */
  readonly boards: readonly Checked[];
  /** names the run, and what came of each part, for the library */
  readonly record: {
    readonly name: string;
    readonly parts: readonly string[];
    readonly status: ResultFile['status'];
  };
}

/** Puts the results of the parts of one run together: each part once, each solution once, all checked anew. */
export async function mergeResults(
  files: readonly string[],
  remark: (text: string) => void,
): Promise<Merged> {
  const byPart = new Map<number, ResultFile>();
  let first: ResultFile | null = null;
  for (const file of files) {
    const result = readShared(ResultFile, file, 'a result of “runs work”');
    first ??= result;
    if (
      result.file.run !== first.file.run ||
      result.file.of !== first.file.of ||
      result.file.by !== first.file.by
    ) {
      throw new CliFailure(`${file}: belongs to another run than ${files[0]}; merge each run by itself`);
    }
    if (result.engineVersion !== first.engineVersion) {
      throw new CliFailure(`${file}: made by another version of the engine than ${files[0]}`);
    }
    if (byPart.has(result.file.part))
      remark(`${file}: part ${result.file.part + 1} a second time, left out.`);
    else byPart.set(result.file.part, result);
  }
  if (!first) throw new CliFailure('no result files');
  const { of: parts, by, job: shared } = first.file;
  const job: Job = { ...shared, threads: 1 };
  const results = [...byPart.values()];
  const absent = Array.from({ length: parts }, (_, part) => part).filter((part) => !byPart.has(part));
  const cutShort = results.filter(({ status }) => by === 'prefix' && status !== 'exhausted');
  const missing = [...absent, ...cutShort.map(({ file }) => file.part)].map((part) => part + 1);

  const boards = mergedBoards(job, results);
  const best = boards.reduce((most, { matched }) => Math.max(most, matched), 0);
  const elapsedMs = results.reduce((sum, result) => sum + result.elapsedMs, 0);
  const record = {
    name: first.file.run,
    parts: results.map(
      ({ file, status, nodes }) => `Part ${file.part + 1} of ${parts}: ${status}, ${counted(nodes, 'node')}.`,
    ),
    status: statusOf(results, missing.length > 0),
  };
  const common = {
    job,
    parts,
    missing: missing.sort((a, b) => a - b),
    elapsedMs,
    matched: best,
    boards,
    record,
  };
  const edges = boards[0]?.edges ?? 0;
  if (by === 'seed') {
    const nodes = results.reduce((sum, result) => sum + result.nodes, 0);
    const counts = { solutions: null, uniqueSolutions: null, distinctSolutions: null };
    return { ...common, ...counts, edges, nodes, nodesByDepth: null };
  }
  const engine = await loadEngine(job.engine);
  const tally = tallyOf(engine, job, results);
  return {
    ...common,
    edges,
    nodes: tally.nodes,
    nodesByDepth: tally.nodesByDepth,
    solutions: tally.raw,
    uniqueSolutions: Math.ceil(tally.unique),
    distinctSolutions: Math.ceil(tally.distinct),
  };
}

function tallyOf(engine: Engine, job: Job, results: readonly ResultFile[]): Tally {
  const tasks = results.flatMap((result) => tasksOf(result));
  try {
    const { tally } = wholeOf(engine, job, tasks);
    if ([tally.nodes, tally.raw, tally.unique, tally.distinct].every(Number.isFinite)) return tally;
  } catch {
    // counts of another engine, or of none
  }
  throw new CliFailure(
    `the counts in these files are not those of engine ${job.engine}; run “runs work” on the parts again`,
  );
}

/** Of the whole: solved when a part is, else what the parts that came to an end have in common. */
function statusOf(results: readonly ResultFile[], isMissing: boolean): ResultFile['status'] {
  if (results.some(({ status }) => status === 'solved')) return 'solved';
  return !isMissing && results.every(({ status }) => status === 'exhausted') ? 'exhausted' : 'limit';
}

function tasksOf({ tasks, file }: ResultFile): TaskResult[] {
  try {
    return unpackTasks(tasks);
  } catch (error) {
    throw new CliFailure(
      `part ${file.part + 1}: its counts can't be read (${(error as Error).message}); run “runs work” on the part again`,
    );
  }
}

function mergedBoards(job: Job, results: readonly ResultFile[]): Merged['boards'] {
  const { puzzle } = job;
  const found = new Map<string, Merged['boards'][number]>();
  const keep = (checked: Merged['boards'][number]): void => {
    found.set(Buffer.from(checked.key).toString('hex'), checked);
  };
  for (const { boards, paths, best, file } of results) {
    try {
      if (puzzle.kind === 'sliding') paths.forEach((path) => keep(checkPath(puzzle, path)));
      else {
        for (const board of boards) keep(checkBoard(puzzle, boardFromNumbers(board)));
        if (boards.length === 0 && best) keep(checkBoard(puzzle, Int32Array.from(best)));
      }
    } catch (error) {
      throw new CliFailure(`part ${file.part + 1}: ${(error as Error).message}`);
    }
  }
  return [...found.values()].sort((a, b) => b.matched - a.matched);
}
