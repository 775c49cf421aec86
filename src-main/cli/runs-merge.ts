import type { Job } from '../../src-core/engine.ts';
import { loadEngine } from '../../src-core/engines.ts';
import { wholeOf, type TaskResult } from '../../src-core/sharing.ts';
import { checkBoard, checkPath, type Checked } from '../services/check-finding.ts';
import { CliFailure } from './failure.ts';
import { readShared, ResultFile, unpackTasks } from './share-files.ts';

export interface Merged {
  readonly job: Job;
  readonly parts: number;
  /** counted from 1 */
  readonly missing: readonly number[];
  readonly nodes: number;
  /** only of a run divided by prefix, which has one whole */
  readonly nodesByDepth: readonly number[] | null;
  readonly solutions: number | null;
  readonly uniqueSolutions: number | null;
  readonly distinctSolutions: number | null;
  readonly matched: number;
  readonly edges: number;
  /** checked again; every class once, the best board last if it is no solution */
  readonly boards: readonly Checked[];
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
  const common = { job, parts, missing: missing.sort((a, b) => a - b), matched: best, boards };
  const edges = boards[0]?.edges ?? 0;
  if (by === 'seed') {
    const nodes = results.reduce((sum, result) => sum + result.nodes, 0);
    const counts = { solutions: null, uniqueSolutions: null, distinctSolutions: null };
    return { ...common, ...counts, edges, nodes, nodesByDepth: null };
  }
  const engine = await loadEngine(job.engine);
  const { tally } = wholeOf(
    engine,
    job,
    results.flatMap((result) => tasksOf(result)),
  );
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
        for (const board of boards) keep(checkBoard(puzzle, Int32Array.from(board)));
        if (boards.length === 0 && best) keep(checkBoard(puzzle, Int32Array.from(best)));
      }
    } catch (error) {
      throw new CliFailure(`part ${file.part + 1}: ${(error as Error).message}`);
    }
  }
  return [...found.values()].sort((a, b) => b.matched - a.matched);
}
