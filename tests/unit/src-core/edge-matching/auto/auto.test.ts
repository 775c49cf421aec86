/**
 * Tests the engine `auto`. The engines `exact` and `propagate` must give the same counts alone and when they take
 * turns.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auto, autoAt, type AutoData } from '../../../../../src-core/edge-matching/auto/auto.ts';
import { choiceOf } from '../../../../../src-core/edge-matching/auto/choice.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import { propagate } from '../../../../../src-core/edge-matching/propagate/propagate.ts';
import { drive } from '../../../../../src-core/drive/drive.ts';
import type { Engine, Job, Tally } from '../../../../../src-core/engine.ts';
import { engineForPart, wholeOf, type PartPlan } from '../../../../../src-core/sharing.ts';
import { draftJob } from '../../../../../src-core/drive/make-job.ts';
import type { PartialBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import { random } from '../../../../../src-core/random.ts';
import { MEMORY_BYTES } from '../../../support/machine.ts';
import { jobOf as exactJobOf, runThrough } from '../exact/drive.ts';
import { middlingOnAnyBoard, middlingPuzzle, owen } from '../exact/puzzles.ts';
import { givenBoard } from '../../../../../bench/propagate/boards.ts';

const jobOf = (puzzle: EdgePuzzle) =>
  draftJob(auto, puzzle, { wanted: { solutions: 'all', boards: false } }, MEMORY_BYTES);

/** Runs a job on one thread, in slices of random length, and sometimes stops and resumes it. */
function runInterrupted(engine: Engine<AutoData>, job: Job, seed: number, nodes: number) {
  const dice = random(seed);
  let plan = engine.plan(job);
  let resumed = 0;
  const engines = new Set<string>();
  for (let task = plan.next(); task; task = plan.next()) {
    engines.add(task.work.solver);
    const nothing = { exact: undefined, propagate: undefined, selective: undefined };
    let search = engine.open(job, task, nothing);
    for (let done = false; !done;) {
      const slice = search.step(1 + dice.below(nodes));
      plan.absorb(task, slice);
      ({ done } = slice);
      if (dice.below(8) > 0) continue;
      resumed++;
      const saved = structuredClone({ plan: plan.checkpoint(), search: search.checkpoint() });
      plan = engine.plan(job, saved.plan);
      if (!done) search = engine.open(job, task, nothing, saved.search);
    }
  }
  const { raw, unique, distinct } = plan.tally();
  return { counts: { raw, unique, distinct }, engines, resumed };
}

const alone = { one: 0, all: 0, selective: 0 };

test('exact and propagate taking turns, with interruptions, give the counts of the exact engine', () => {
  const hasty = autoAt({ turn: { exact: 40, propagate: 10, selective: 40 }, alone });
  const did = { resumed: 0, solved: 0 };
  fc.sample(fc.oneof(middlingPuzzle, middlingOnAnyBoard), { seed: 6, numRuns: 70 }).forEach((puzzle, i) => {
    const { raw, unique, distinct } = runThrough(exactJobOf(puzzle, {}, false)).tally;
    const { counts, resumed } = runInterrupted(hasty, jobOf(puzzle), i, 30);
    expect(counts, `puzzle ${i}`).toEqual({ raw, unique, distinct });
    did.resumed += resumed;
    did.solved += Number(raw > 0);
  });
  for (const [what, count] of Object.entries(did)) expect(count, what).toBeGreaterThan(10);
});

test('both engines search a tree in turns, with interruptions: the counts of Brendan Owen’s 6 × 6', () => {
  const engine = autoAt({ turn: { exact: 2e4, propagate: 2e4, selective: 2e4 }, alone });
  const { counts, engines, resumed } = runInterrupted(engine, jobOf(owen(6, 6)), 1, 2e4);
  expect(engines.size).toBe(2);
  expect(resumed).toBeGreaterThan(10);
  expect(counts).toEqual({ raw: 260, unique: 65, distinct: 65 });
});

const fixedTiles = (innerLabels: number, side = 8) =>
  generate({ family: 'unframed', turns: 'fixed', width: side, height: side, innerLabels, seed: 1 }).puzzle;

/**
 * Simulates a run with one node per task, until the first task of the exact engine. Returns the engine of each task.
 */
function enginesBy(job: Job, alone: number): string[] {
  const turn = { exact: 1, propagate: 1, selective: 1 };
  const plan = autoAt({ turn, alone: { one: alone, all: alone, selective: alone } }).plan(job);
  const engines: string[] = [];
  for (let task = plan.next(); task; task = plan.next()) {
    engines.push(task.work.solver);
    if (task.work.solver === 'exact') break;
    plan.absorb(task, { ...noNodes, nodes: 1, note: { note: null, state: undefined } });
  }
  return engines;
}

const noNodes = {
  nodesByDepth: new Float64Array(0),
  findings: [],
  counts: { raw: 0, looks: 0, rawKept: 0, looksKept: 0, deadEnds: 0, fills: 0, restarts: 0, restartNodes: 0 },
  current: null,
  depth: 0,
  fraction: 1,
  done: true,
};

test('the second engine begins only if the first one is far from its end', () => {
  const job = jobOf(owen(6, 6));
  const tasks = enginesBy(job, Infinity).length;
  expect(tasks).toBeGreaterThan(50);
  expect(enginesBy(job, tasks * 0.8)).not.toContain('exact');
  expect(enginesBy(job, tasks * 0.1)).toContain('exact');
});

test('the choice suits the puzzle and says why', () => {
  const small = generate({ family: 'framed', width: 4, height: 4, seed: 1 }).puzzle;
  expect(choiceOf(jobOf(fixedTiles(10)))).toMatchObject({ first: 'propagate' });
  expect(choiceOf(jobOf(small))).toEqual({
    first: 'exact',
    cost: 0,
    selective: null,
    why: 'Chose the engine “exact”: the search is short.',
  });
});

const one = (puzzle: EdgePuzzle): Job => ({ ...jobOf(puzzle), wanted: { solutions: 1, boards: true } });

test('for one solution, selective joins at once if several are expected, and late if not', () => {
  const puzzle = givenBoard('harris_8x8_8-2_s07', 8);
  const hints = givenBoard('c9x9_9-3_s1', 9);
  expect(choiceOf(one(puzzle))).toMatchObject({ first: 'propagate', selective: 'now' });
  expect(choiceOf(one(hints))).toMatchObject({ first: 'propagate', selective: 'later' });
  expect(choiceOf(jobOf(puzzle))).toMatchObject({ selective: null });
  expect(choiceOf(one(fixedTiles(10)))).toMatchObject({ selective: null });
});

test('selective gets three of four turns and ends the search with its solution, also after interruptions', () => {
  const engine = autoAt({
    turn: { exact: 1e6, propagate: 3e3, selective: 1e5 },
    alone: { one: Infinity, all: Infinity, selective: 0 },
  });
  const job = one(givenBoard('harris_8x8_7-2_s02', 8));
  const { tally, solutions, turns } = runSolving(engine, job, 1e5);
  expect(tally).toMatchObject({ raw: 1, unique: 1, distinct: 1, chosen: { engine: 'selective' } });
  expect(tally.chosen!.why).toMatch(/“selective” is now searching too and gets 75 % of the time\.$/);
  expect(solutions.map((board) => scoreOf(job.puzzle as EdgePuzzle, board).solved)).toEqual([true]);
  expect(turns['selective']! / turns['propagate']!).toBeGreaterThan(2.5);
  expect(runSolving(engine, job, 7e3)).toEqual({ tally, solutions, turns });
});

test('the search goes on if selective has ended without a solution', () => {
  const plan = auto.plan(one(givenBoard('harris_8x8_8-2_s07', 8)));
  const task = plan.next()!;
  expect(task.work.solver).toBe('selective');
  plan.absorb(task, { ...noNodes, counts: {}, nodes: 1, note: { note: true, state: undefined } });
  expect(plan.finished).toBe(false);
  expect(plan.next()!.work.solver).toBe('propagate');
});

/**
 * Runs a job until its first solution, and stops and resumes after each slice. Returns the number of turns per engine.
 */
function runSolving(engine: Engine<AutoData>, job: Job, nodes: number) {
  const turns: Record<string, number> = {};
  const solutions: PartialBoard[] = [];
  let plan = engine.plan(job);
  for (let task = plan.next(); task; task = plan.next()) {
    turns[task.work.solver] = (turns[task.work.solver] ?? 0) + 1;
    let search = engine.open(job, task, {});
    for (let done = false; !done && !plan.finished;) {
      const slice = search.step(nodes);
      plan.absorb(task, slice);
      for (const finding of slice.findings) if (finding.type === 'solution') solutions.push(finding.board);
      ({ done } = slice);
      const saved = structuredClone({ plan: plan.checkpoint(), search: search.checkpoint() });
      plan = engine.plan(job, saved.plan);
      if (!done) search = engine.open(job, task, {}, saved.search);
    }
  }
  return { tally: plan.tally(), solutions, turns };
}

test('a first solution is estimated to cost at most the size of the whole tree', () => {
  const job: Job = { ...jobOf(fixedTiles(10, 9)), wanted: { solutions: 1, boards: false } };
  const { nodes, chosen } = auto.estimate!(job, 2_000);
  // the exact engine's tree for this puzzle has 303,024,560 nodes
  expect(nodes).toBeGreaterThan(1e8);
  expect(chosen!.cost).toBeLessThanOrEqual(nodes);
});

test('if propagate is chosen, the parts of a run divided in advance add up to the whole', () => {
  const given = jobOf(owen(6, 6));
  const { engine } = auto.divisible!(given);
  expect(engine).toBe('propagate');
  const job: Job = { ...given, engine };
  const whole = runWhole(propagate, job);
  const results = [0, 1].flatMap((number) => {
    let part: PartPlan | undefined;
    const tally = runWhole(
      engineForPart(propagate, { number, of: 2 }, (plan) => (part = plan)),
      job,
    );
    // A part of a divided run counts all nodes of the probes, but only those nodes of the tree that it searched
    // itself.
    expect(tally.nodes).toBeLessThan(whole.nodes);
    return part!.results;
  });
  expect(wholeOf(propagate, job, results)).toEqual({ tally: whole, missing: 0 });
});

function runWhole(engine: Engine, job: Job): Tally {
  const driven = drive(engine, job, { nodesASlice: 20_000 });
  for (;;) {
    const { done, value } = driven.next();
    if (done) return value.tally();
  }
}
