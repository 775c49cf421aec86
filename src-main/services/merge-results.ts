import { boardFromNumbers } from '../../src-core/puzzle/partial-board.ts';
import type { Engine, Job, Tally } from '../../src-core/engine.ts';
import { loadEngine } from '../../src-core/engines.ts';
import { wholeOf, type TaskResult } from '../../src-core/sharing.ts';
import { endWords } from '../../src-core/run/end-words.ts';
import { counted } from '../../src-core/text/counted.ts';
import { checkBoard, checkPath, type Checked } from './check-result.ts';
import type { MergedRun } from './merged-run.ts';
import { parseShared, ResultFile, ShareError, unpackTasks, type SharedText } from './share-files.ts';

export interface Merged {
  readonly job: Job;
  readonly parts: number;
  /** the parts that are absent or unfinished, numbered from 1 */
  readonly missing: readonly number[];
  readonly nodes: number;
  /** sum of the running times of all parts, in milliseconds */
  readonly elapsedMs: number;
  /** number of nodes at each depth; null if the run was split by seed, because its parts are separate searches */
  readonly nodesByDepth: readonly number[] | null;
  readonly solutions: number | null;
  readonly uniqueSolutions: number | null;
  readonly distinctSolutions: number | null;
  readonly matched: number;
  readonly edges: number;
  /** verified boards, one for each symmetry class, best first */
  readonly boards: readonly Checked[];
  /** the run's name and a line about each part, as stored in the library */
  readonly record: {
    readonly name: string;
    readonly parts: readonly string[];
    readonly status: ResultFile['status'];
  };
}

/**
 * Merges the results of the parts of a run. Each part and each solution counts once. All boards are verified again.
 */
export async function mergeResults(
  files: Iterable<SharedText>,
  remark: (text: string) => void,
): Promise<Merged> {
  const results = readParts(files, remark);
  const [first] = results;
  if (!first) throw new ShareError('no result files');
  const { of: parts, by, job: shared } = first.file;
  const job: Job = { ...shared, threads: 1 };
  const present = new Set(results.map(({ file }) => file.part));
  const absent = Array.from({ length: parts }, (_, part) => part).filter((part) => !present.has(part));
  const cutShort = results.filter(({ status }) => by === 'prefix' && status !== 'exhausted');
  const missing = [...absent, ...cutShort.map(({ file }) => file.part)].map((part) => part + 1);

  const boards = mergedBoards(job, results);
  const best = boards.reduce((most, { matched }) => Math.max(most, matched), 0);
  const elapsedMs = results.reduce((sum, result) => sum + result.elapsedMs, 0);
  const record = {
    name: first.file.run,
    parts: results.map(
      ({ file, status, nodes }) =>
        `Part ${file.part + 1} of ${parts}: ${endWords(status)}, ${counted(nodes, 'node')}.`,
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

/** Reads the results of one run, each part once. Throws if a file belongs to another run or engine version. */
function readParts(files: Iterable<SharedText>, remark: (text: string) => void): ResultFile[] {
  const byPart = new Map<number, ResultFile>();
  let first: ResultFile | null = null;
  let firstName = '';
  for (const file of files) {
    const { name } = file;
    const result = parseShared(ResultFile, file, 'a result of “runs work”');
    if (!first) [first, firstName] = [result, name];
    const [own, expected] = [result.file, first.file];
    if (own.run !== expected.run || own.of !== expected.of || own.by !== expected.by) {
      throw new ShareError(
        `${name}: does not belong to the same run as ${firstName}; merge each run separately`,
      );
    }
    if (result.engineVersion !== first.engineVersion) {
      throw new ShareError(
        `${name}: its engine version differs from that of ${firstName}; use one version for all parts`,
      );
    }
    if (byPart.has(own.part))
      remark(`${name}: ignored, because an earlier file has a result of part ${own.part + 1}`);
    else byPart.set(own.part, result);
  }
  return [...byPart.values()];
}

function tallyOf(engine: Engine, job: Job, results: readonly ResultFile[]): Tally {
  const tasks = results.flatMap((result) => tasksOf(result));
  try {
    const { tally } = wholeOf(engine, job, tasks);
    if ([tally.nodes, tally.raw, tally.unique, tally.distinct].every(Number.isFinite)) return tally;
  } catch {
    // Another version of the engine wrote the counts, so this version can't read them.
  }
  throw new ShareError(
    `the node and solution counts in these files can't be read by engine ${job.engine}; run “runs work” on the parts again`,
  );
}

function statusOf(results: readonly ResultFile[], isMissing: boolean): ResultFile['status'] {
  if (results.some(({ status }) => status === 'solved')) return 'solved';
  return !isMissing && results.every(({ status }) => status === 'exhausted') ? 'exhausted' : 'limit';
}

function tasksOf({ tasks, file }: ResultFile): TaskResult[] {
  try {
    return unpackTasks(tasks);
  } catch (error) {
    throw new ShareError(
      `part ${file.part + 1}: its node and solution counts can't be read (${(error as Error).message}); run “runs work” on the part again`,
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
        if (boards.length === 0 && best) keep(checkBoard(puzzle, boardFromNumbers(best)));
      }
    } catch (error) {
      throw new ShareError(`part ${file.part + 1}: ${(error as Error).message}`);
    }
  }
  return [...found.values()].sort((a, b) => b.matched - a.matched);
}

/**
 * Returns whether the missing parts still have to be searched. They don't if another part has already found what the
 * run was looking for.
 */
export const isNeeded = ({ missing, record }: Merged): boolean =>
  missing.length > 0 && record.status !== 'solved';
/** Returns a string such as "part 2" or "parts 2, 5". */
export const namesOf = (missing: readonly number[]): string =>
  `${missing.length === 1 ? 'part' : 'parts'} ${missing.join(', ')}`;

/** Returns the merged run as the library stores it. */
export function toStore(merged: Merged): MergedRun {
  const { job, boards, record } = merged;
  const solved = boards.filter((board) => board.solved).length;
  return {
    job,
    ...record,
    message: isNeeded(merged) ? `Results still missing: ${namesOf(merged.missing)}.` : '',
    figures: {
      nodes: merged.nodes,
      nodesByDepth: [...(merged.nodesByDepth ?? [])],
      elapsedMs: merged.elapsedMs,
      raw: merged.solutions ?? solved,
      unique: merged.uniqueSolutions ?? solved,
      distinct: merged.distinctSolutions ?? solved,
    },
    findings: inPieces(
      boards.map(({ board, path, solved }) =>
        board
          ? { type: solved ? ('solution' as const) : ('improved' as const), board }
          : { type: 'path' as const, moves: path!, lowerBound: 0, optimal: false },
      ),
      Math.ceil(MAX_CELLS_PER_STEP / (boards[0]?.cells ?? 1)),
    ),
  };
}

/**
 * Boards are verified and stored in steps of at most this many cells, for example 625 boards of 4 × 4. A step takes up
 * to 50 ms.
 */
const MAX_CELLS_PER_STEP = 10_000;

const inPieces = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
