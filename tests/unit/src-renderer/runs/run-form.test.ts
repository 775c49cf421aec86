import { expect, test, vi } from 'vitest';
import type { SavedBoard } from '../../../../src-core/contract/boards.ts';
import { best } from '../../../../src-core/edge-matching/hunt/portfolio/engine.ts';
import { exact } from '../../../../src-core/edge-matching/exact/exact.ts';
import { selective } from '../../../../src-core/edge-matching/selective/selective.ts';
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

test('an engine that ends at the first solution is asked for one, and not offered for counting', () => {
  const like = {
    settings: { ...rowScan, engine: 'selective', wanted: { solutions: 5, boards: true } },
    samePuzzle: true,
  };
  const form = new RunForm({ ...facts(null), engines: [exact, selective], like } as unknown as NewRunFacts);
  expect({ goal: form.goal, offered: form.mayWantSeveral }).toEqual({ goal: 'solve', offered: false });
  expect(form.settingsFor('selective', null, 1).wanted).toEqual({ solutions: 1, boards: true });
  form.engineName = 'exact';
  expect(form.settingsFor('exact', null, 1).wanted).toEqual({ solutions: 5, boards: true });
  form.goal = 'count';
  expect(form.suitingEngines.map(({ name }) => name)).toEqual(['exact']);
});
