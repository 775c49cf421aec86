import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HostEvent } from '../../../../src-core/contract.ts';
import type { DesignResult, DesignTask } from '../../../../src-core/contract/design.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';
import { BackgroundWork } from '../../../../src-main/services/background-work.ts';
import { DesignService, designApi } from '../../../../src-main/services/design.ts';
import { owenPuzzle } from '../../../integration/host.ts';

vi.setConfig({ testTimeout: 120_000 });

type Progress = Extract<HostEvent, { type: 'design.progress' }>;
const events: Progress[] = [];
let wake = (): void => undefined;
let service: DesignService;
beforeAll(() => {
  service = new DesignService({
    emit: (event) => {
      if (event.type === 'design.progress') events.push(event);
      wake();
    },
  });
});
afterAll(() => service.close());

async function end(job: number): Promise<Progress> {
  for (;;) {
    const last = events.find((event) => event.job === job && event.done);
    if (last) return last;
    await new Promise<void>((resolve) => (wake = resolve));
  }
}
const resultOf = async <K extends DesignTask['kind']>(
  task: DesignTask & { kind: K },
): Promise<DesignResult & { kind: K }> => {
  const { error, result } = await end(service.start(task));
  expect(error).toBe('');
  return result as DesignResult & { kind: K };
};

const several = generate({ family: 'scramble', width: 3, height: 3, seed: 1 }).puzzle;

describe('design tasks in the background', () => {
  it('make a puzzle with one solution, count solutions, and show where two differ', async () => {
    const recipe = { family: 'scramble', width: 3, height: 3, seed: 4 } as const;
    const { puzzle } = await resultOf({ kind: 'generate', recipe, unique: true });
    const one = await resultOf({ kind: 'count', puzzle: puzzle!, limit: 2 });
    expect(one.looks).toHaveLength(1);
    expect(one.differing).toEqual([]);
    const two = await resultOf({ kind: 'count', puzzle: several, limit: 2 });
    expect(two.looks).toHaveLength(2);
    expect(two.differing.length).toBeGreaterThan(0);
    for (const look of two.looks) expect(scoreOf(several, Int32Array.from(look)).solved).toBe(true);
  });

  it('answer whether a board can still be completed', async () => {
    const { looks } = await resultOf({ kind: 'count', puzzle: several, limit: 1 });
    const some = looks[0]!.map((code, cell) => (cell % 2 ? -1 : code));
    const kept = await resultOf({ kind: 'count', puzzle: several, limit: 1, fixed: some });
    expect(kept.looks[0]!.filter((_, cell) => cell % 2 === 0)).toEqual(
      some.filter((_, cell) => cell % 2 === 0),
    );
    const one = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
    const middle = [...one.solution].findIndex((_, cell) => cell === 4);
    const wrong = one.solution.map((code, cell) => (cell === 0 ? one.solution[middle]! : -1));
    const none = await resultOf({ kind: 'count', puzzle: one.puzzle, limit: 1, fixed: wrong });
    expect(none.looks).toEqual([]);
  });

  it('run in parallel, stop on request, and report what is wrong with a puzzle', async () => {
    const hard = generate({ family: 'scramble', width: 6, height: 6, seed: 1 }).puzzle;
    const long = service.start({ kind: 'count', puzzle: hard, limit: 1000 });
    const edits = await resultOf({ kind: 'edits', puzzle: several, edits: 'relabel' });
    expect(edits.tried).toBeGreaterThan(0);
    const { error } = await end(
      service.start({ kind: 'count', puzzle: { ...several, labels: [] }, limit: 2 }),
    );
    expect(error).toMatch(/Tile 1, edge 1 has symbol/);
    expect(events.some((event) => event.job === long && event.done)).toBe(false);
    service.stop(long);
    expect(events.some((event) => event.job === long && event.done)).toBe(false);
  });

  it('estimate a search, roughly at first; reject puzzles without a tree; can be cancelled', async () => {
    const task = {
      kind: 'estimate',
      puzzle: owenPuzzle(6, 6),
      engine: 'exact',
      options: {},
      seed: 1,
      probes: 2_000,
    } as const;
    const job = service.start(task);
    const { result } = await end(job);
    const { estimate } = result as DesignResult & { kind: 'estimate' };
    expect(estimate.probes).toBe(2_000);
    // Owen's published count is 69,284,103 nodes.
    expect(Math.abs(estimate.nodes - 69_284_103)).toBeLessThan(3 * estimate.standardError);
    expect(estimate.standardError).toBeLessThan(estimate.nodes / 4);
    expect(estimate.median).toBeLessThan(estimate.ninetieth);
    expect(await resultOf(task)).toEqual(result);

    expect((await end(service.start({ ...task, engine: 'best' }))).error).toMatch(
      /can’t estimate its search/,
    );
    expect((await end(service.start({ ...task, options: { order: 'x' } }))).error).toMatch(
      /option order: found “x”/,
    );
    const wide: EdgePuzzle = {
      ...task.puzzle,
      board: { kind: 'rectangle', width: 30, height: 30 },
      rim: { kind: 'free' },
      tiles: Array.from({ length: 900 }, (_, tile) => ({
        edges: [0, 1, 2, 3].map((side) => (tile >> side) & 1),
      })),
    };
    expect((await end(service.start({ ...task, puzzle: wide }))).error).toMatch(/too large for an estimate/);

    const given = service.start(task);
    service.stop(given);
    const few = await resultOf({ ...task, probes: 7 });
    expect(few.estimate.probes).toBe(7);
    expect(events.some((event) => event.job === given)).toBe(false);
  });

  it('include a plan of moves, which is made at once', async () => {
    const { puzzle, solution } = generate({ family: 'scramble', width: 3, height: 3, seed: 2 });
    const plan = await designApi(service, new BackgroundWork(''))['design.plan']({
      puzzle,
      board: solution,
    });
    expect(plan.shortest.shortest).toBe(true);
    expect(plan.cellByCell.operations).toHaveLength(plan.shortest.operations.length);
  });
});
