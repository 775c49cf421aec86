/** The published sliding puzzles in tests/data, and a function that runs an engine until it is done, without a host. */
import { readFileSync } from 'node:fs';
import type {
  Assets,
  Engine,
  EngineOptions,
  Job,
  Limits,
  SlidingTally,
  Tally,
} from '../../../src-core/engine.ts';
import type { SlidingPuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { readPuzzle } from '../../../src-core/formats/read-puzzle.ts';
import { draftJob } from '../../../src-core/drive/make-job.ts';
import { MEMORY_BYTES } from './machine.ts';

const read = (name: string): string[] =>
  readFileSync(new URL(`../../data/sliding/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

export interface Instance {
  readonly id: number;
  readonly puzzle: SlidingPuzzle;
  readonly optimum: number;
}

/**
 * Reads instances of square sliding puzzles. Each line has an id, the tiles with the empty space first, and the number
 * of moves in an optimal solution.
 */
export function instances(
  name: 'korf15_25.txt' | 'fifteen_80.txt' | 'korf24_13.txt' | 'korf24_7.txt',
): Instance[] {
  return read(name).map((line) => {
    const numbers = line.trim().split(/\s+/).map(Number);
    const start = numbers.slice(1, -1);
    const side = Math.sqrt(start.length);
    return { id: numbers[0]!, optimum: numbers.at(-1)!, puzzle: sliding(side, side, start) };
  });
}

/** Returns the number of 8-puzzle positions at each distance from the goal. */
export const eightPuzzleDepths = (): number[] =>
  read('eight_puzzle_depths.txt').map((line) => Number(line.split(' ')[1]));

export const sliding = (
  width: number,
  height: number,
  start: readonly number[],
  goal: SlidingPuzzle['goal'] = 'blank-first',
): SlidingPuzzle => ({ kind: 'sliding', name: 'test', width, height, start, goal });

/** Makes a puzzle from two positions such as `1 2 / 2 0`. Several tiles can have the same number. */
export function fromTo(start: string, goal: string): SlidingPuzzle {
  const rows = (position: string): string => position.replaceAll(' / ', '\n');
  return readPuzzle(`Start:\n${rows(start)}\nGoal:\n${rows(goal)}`).puzzle as SlidingPuzzle;
}

/**
 * Returns the minimum number of moves between two positions such as `1 2 / 2 0`. It uses none of the engines' code.
 */
export function fewestMoves(start: string, goal: string): number {
  const width = start.split(' / ')[0]!.split(' ').length;
  const cells = (text: string): string => text.replaceAll(/[ /]/g, '');
  let layer = [cells(start)];
  const seen = new Set(layer);
  for (let moves = 0; layer.length > 0; moves++) {
    if (seen.has(cells(goal))) return moves;
    const next: string[] = [];
    for (const position of layer) {
      const blank = position.indexOf('0');
      for (const step of [-1, 1, -width, width]) {
        const from = blank + step;
        if (from < 0 || from >= position.length) continue;
        if (Math.abs(step) === 1 && Math.floor(from / width) !== Math.floor(blank / width)) continue;
        const list = Array.from(position);
        [list[blank], list[from]] = [list[from]!, '0'];
        const moved = list.join('');
        if (seen.has(moved)) continue;
        seen.add(moved);
        next.push(moved);
      }
    }
    layer = next;
  }
  return -1;
}

export const memoryAssets = (): Assets & { files: Map<string, Uint8Array<SharedArrayBuffer>> } => {
  const files = new Map<string, Uint8Array<SharedArrayBuffer>>();
  return {
    files,
    read: (name) => files.get(name) ?? null,
    write(name, bytes) {
      const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
      copy.set(bytes);
      files.set(name, copy);
    },
  };
};

export const jobOf = (
  engine: Engine,
  puzzle: SlidingPuzzle,
  options: EngineOptions = {},
  limits: Limits = { seconds: null, nodes: null },
): Job => draftJob(engine, puzzle, { options, limits }, MEMORY_BYTES);

export interface Driven {
  readonly tally: Tally & { sliding: SlidingTally };
  readonly solutions: readonly (readonly number[])[];
  /** the lower bound that was reported with each solution */
  readonly lowerBounds: readonly number[];
  readonly outcome: string;
}

/**
 * Runs a job on one thread, with a node budget of `slice` per step. After every `restart` steps, the plan and the
 * search are loaded from their checkpoints.
 */
export function drive(
  engine: Engine,
  job: Job,
  prepared: unknown,
  slice = 100_000,
  restart = Infinity,
): Driven {
  let plan = engine.plan(job);
  const solutions: (readonly number[])[] = [];
  const lowerBounds: number[] = [];
  for (let steps = 0; !plan.finished;) {
    const task = plan.next();
    if (!task) throw new Error('no task, yet not finished');
    let search = engine.open(job, task, prepared);
    for (let done = false; !done;) {
      const news = plan.news?.();
      if (news !== undefined) search.hear?.(news);
      const result = search.step(slice);
      if (result.nodes > slice) throw new Error(`${result.nodes} nodes where ${slice} were allowed`);
      plan.absorb(task, result);
      for (const finding of result.findings) {
        if (finding.type !== 'path') continue;
        solutions.push(finding.moves);
        lowerBounds.push(finding.lowerBound);
      }
      done = result.done;
      if (!done && ++steps % restart === 0) {
        const [planState, searchState] = structuredClone([plan.checkpoint(), search.checkpoint()]);
        plan = engine.plan(job, planState);
        search = engine.open(job, task, prepared, searchState);
      }
    }
  }
  const tally = plan.tally();
  if (!tally.sliding) throw new Error('no sliding tally');
  return {
    tally: { ...tally, sliding: tally.sliding },
    solutions,
    lowerBounds,
    outcome: plan.outcome?.() ?? '',
  };
}
