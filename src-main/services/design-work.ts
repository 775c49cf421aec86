import type { DesignResult, DesignTask, EditProposal } from '../../src-core/contract/design.ts';
import { differenceOf } from '../../src-core/puzzle/compare.ts';
import { proposeEdits, type EditReport, type Proposal } from '../../src-core/edge-matching/design/edits.ts';
import { proposeRepairs } from '../../src-core/edge-matching/design/repairs.ts';
import { DistinctSearch } from '../../src-core/edge-matching/distinct-search/distinct-search.ts';
import { makeUnique } from '../../src-core/edge-matching/generate/unique.ts';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { checkBoardFits } from '../../src-core/puzzle/check-board-fits.ts';
import { blockingErrorsOf } from '../../src-core/puzzle/validate.ts';
import { jobHere } from './job.ts';

/** Returns the current result of a design task. Called only when the result is about to be sent. */
export type DesignStep = () => DesignResult;

/** Searching this many nodes takes about 10 ms. */
const NODES_PER_SLICE = 50_000;

/**
 * Number of probes (random descents) for the first estimate. Each later estimate uses ten times as many as the one
 * before.
 */
const FIRST_PROBES = 1000;

/** Runs a design task in short steps. Throws a user-facing error if the task can't be done. */
export async function* designWork(task: DesignTask): AsyncGenerator<DesignStep, DesignStep, void> {
  if (task.kind === 'estimate') return yield* estimate(task);
  if (task.kind !== 'generate') {
    const [error] = blockingErrorsOf(task.puzzle);
    if (error) throw new Error(error.message);
  }
  if (task.kind === 'count') return yield* count(task);
  if (task.kind === 'edits') return yield* edits(task);
  return yield* make(task);
}

function* count({
  puzzle,
  limit,
  fixed,
}: DesignTask & { kind: 'count' }): Generator<DesignStep, DesignStep, void> {
  if (fixed) checkBoardFits(puzzle, fixed, 'the board to keep');
  const search = new DistinctSearch(puzzle, limit, fixed);
  const result = (): DesignResult => {
    const { nodes, solutions } = search;
    const [first, second] = solutions;
    const found = solutions.length;
    if (!first || !second) return { kind: 'count', found, looks: [...solutions], differing: [], nodes };
    const { turned, cells } = differenceOf(puzzle, first, second);
    return { kind: 'count', found, looks: [first, turned], differing: [...cells], nodes };
  };
  while (!search.step(NODES_PER_SLICE)) yield result;
  return result;
}

const proposalOf = ({ tiles, changed, solution }: Proposal): EditProposal => ({
  tiles: tiles.map(({ tile, edges, back }) => ({
    tile,
    edges: [...edges],
    ...(back === undefined ? {} : { back: [...back] }),
  })),
  changed,
  solution,
});

const editsOf = ({
  proposals,
  smallest,
  tooMany,
  tried,
}: Omit<EditReport, 'complete'>): DesignResult & { kind: 'edits' } => ({
  kind: 'edits',
  proposals: proposals.map(proposalOf),
  smallest,
  tooMany,
  tried,
});

function* edits(task: DesignTask & { kind: 'edits' }): Generator<DesignStep, DesignStep, void> {
  if (task.edits === 'repair') return yield* repairs(task.puzzle);
  const proposals: Proposal[] = [];
  const work = proposeEdits(task.puzzle, task.edits);
  for (;;) {
    const { done, value } = work.next();
    if (done) return () => editsOf(value);
    if (value.proposal) proposals.push(value.proposal);
    yield () => editsOf({ proposals, smallest: false, tooMany: false, tried: value.tried });
  }
}

function* repairs(puzzle: EdgePuzzle): Generator<DesignStep, DesignStep, void> {
  const work = proposeRepairs(puzzle);
  for (;;) {
    const { done, value } = work.next();
    if (done) return () => editsOf(value);
    yield () => editsOf(value);
  }
}

function* make(task: DesignTask & { kind: 'generate' }): Generator<DesignStep, DesignStep, void> {
  const { recipe } = task;
  if (!task.unique) {
    const { puzzle } = generate(recipe);
    return () => ({ kind: 'generate', puzzle, tried: 1 });
  }
  const work = makeUnique(recipe);
  let tried = 0;
  for (;;) {
    const { done, value } = work.next();
    if (done) return () => ({ kind: 'generate', puzzle: value?.puzzle ?? null, tried });
    tried = value.tried;
    yield () => ({ kind: 'generate', puzzle: null, tried });
  }
}

async function* estimate(
  task: DesignTask & { kind: 'estimate' },
): AsyncGenerator<DesignStep, DesignStep, void> {
  const { engine, job } = await jobHere(task.puzzle, {
    engine: task.engine,
    options: task.options,
    wanted: { solutions: task.first ? 1 : 'all', boards: false },
    seed: task.seed,
  });
  if (!engine.estimate) throw new Error(`engine ${engine.name} can’t estimate its search`);
  for (let probes = FIRST_PROBES; ; probes *= 10) {
    const found = engine.estimate(job, Math.min(probes, task.probes));
    if (!Number.isFinite(found.nodes)) {
      throw new Error('the search is too large for an estimate: it has more than 10^308 nodes');
    }
    const result = (): DesignResult => ({
      kind: 'estimate',
      estimate: { ...found, nodesByDepth: [...found.nodesByDepth] },
    });
    if (probes >= task.probes) return result;
    yield result;
  }
}
