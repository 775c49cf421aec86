import { expect, test } from 'vitest';
import { best } from '../../../../../src-core/edge-matching/hunt/portfolio/engine.ts';
import { makeJob } from '../../../../../src-core/drive/make-job.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import type { PartialBoard } from '../../../../../src-core/puzzle/partial-board.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';

const { puzzle } = generate({ family: 'framed', width: 6, height: 6, seed: 3 });

test('a hunt shows the board of its current level, which grows tile by tile', () => {
  const requests = { options: { width: 20 }, limits: { seconds: null, nodes: 2000 }, threads: 2 };
  const job = makeJob(best, puzzle, requests, 2 ** 33);
  const plan = best.plan(job);
  const shown: PartialBoard[] = [];
  for (const member of [0, 1]) {
    const search = best.open(job, plan.next()!, undefined);
    for (let slice = search.step(1); !slice.done; slice = search.step(1)) {
      if (member === 0) shown.push(slice.shown!);
      else expect(slice.shown).toBeNull(); // only one member may show its board, or the picture would jump
    }
  }
  const placed = shown.map((board) => scoreOf(puzzle, board).placed);
  expect(placed.slice(0, 40).every((tiles, i) => i === 0 || tiles >= placed[i - 1]!)).toBe(true);
  expect(new Set(placed).size).toBeGreaterThan(20);
  for (const board of shown) expect(scoreOf(puzzle, board)).toMatchObject({ duplicates: 0, illegal: 0 });
});
