/**
 * Creates a library with many different boards of Eternity II from a single run. Every tenth board has a tag, and
 * every hundredth is starred.
 */
import { createHash } from 'node:crypto';
import { random as randomOf } from '../../src-core/random.ts';
import type { Store } from '../../src-main/store/store.ts';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';

export function eternity2(store: Store, boards: number): { puzzleId: number; runId: number } {
  const { puzzle: made } = generate({
    family: 'framed',
    board: { kind: 'rectangle', width: 16, height: 16 },
    seed: 1,
    innerLabels: 17,
    frameLabels: 5,
  });
  const puzzle = { ...made, name: 'Many boards' };
  const { id: puzzleId } = store.puzzles.add(puzzle);
  const source = randomOf(7);
  const random = (below: number): number => source.below(below);
  const settings = {
    puzzleId,
    engine: 'best',
    options: {},
    wanted: { solutions: 1, boards: true },
    limits: { seconds: null, nodes: null },
    seed: 1,
    threads: 1,
  } as const;
  const runId = store.runs.add(settings, 1, store.puzzles.snapshot(puzzle));
  const board = Int32Array.from({ length: 256 }, (_, tile) => tile << 4);
  store.together(() => {
    for (let number = 0; number < boards; number++) {
      const [a, b] = [random(256), random(256)];
      [board[a], board[b]] = [board[b]!, board[a]!];
      const key = createHash('sha256').update(`${number}`).digest();
      const matched = 380 + random(90);
      const { id } = store.boards.add({
        puzzleId,
        runId,
        key,
        board,
        path: null,
        solved: false,
        matched,
        edges: 480,
        placed: 256,
        cells: 256,
        hintsKept: 0,
        hints: 0,
      });
      if (number % 100 === 0) store.boards.annotate(id, { starred: true });
      if (number % 10 === 0) store.boards.annotate(id, { tags: ['tenth'] });
    }
    store.runs.setStatus(runId, 'stopped', '');
  });
  return { puzzleId, runId };
}
