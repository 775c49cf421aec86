import { expect, test, vi } from 'vitest';
import type { SavedBoard } from '../../../../src-core/contract/boards.ts';
import { best } from '../../../../src-core/edge-matching/hunt/portfolio/engine.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { RunForm, type NewRunFacts } from '../../../../src-renderer/runs/new/run-form.svelte.ts';

vi.mock('../../../../src-renderer/base/settings.svelte.ts', () => ({ settings: { current: null } }));

const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 1 });
const rowScan = {
  engine: 'best',
  options: { memory: 64, goal: 'row-scan' },
  wanted: { solutions: 1, boards: true },
  limits: { seconds: null, nodes: null },
};
const facts = (from: SavedBoard | null): NewRunFacts =>
  ({
    saved: { id: 1, kind: 'edge-matching', puzzle },
    engines: [{ ...best, startsFromBoards: true }],
    machine: { cores: 2 },
    like: { settings: rowScan, samePuzzle: true },
    goal: undefined,
    from,
  }) as unknown as NewRunFacts;

test('a hunt starts with the options of the last one; from a board, it is for matched edges', () => {
  expect(new RunForm(facts(null)).options).toMatchObject({ memory: 64, goal: 'row-scan' });
  const from = { id: 7, board: Int32Array.from(solution) } as unknown as SavedBoard;
  expect(new RunForm(facts(from)).options).toMatchObject({ memory: 64, goal: 'matched-edges' });
});
