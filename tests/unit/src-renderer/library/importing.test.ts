// Imports between reading and storing.
import { beforeEach, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { writeBoard } from '../../../../src-core/formats/write.ts';
import {
  changeText,
  importing,
  importText,
  storeReady,
} from '../../../../src-renderer/library/importing.svelte.ts';

const host = vi.hoisted(() => ({
  asked: [] as { method: string; input: unknown; answer: (value: unknown) => void }[],
}));
const opened = vi.hoisted(() => ({ id: 0, puzzle: null as unknown }));
vi.mock('../../../../src-renderer/base/opened.svelte.ts', () => ({ opened }));
vi.mock('../../../../src-renderer/base/client.svelte.ts', () => ({
  messageOf: String,
  client: {
    call: (method: string, input: unknown) =>
      new Promise((answer) => host.asked.push({ method, input, answer })),
  },
}));

const { puzzle, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 3 });
const link = (board = solution): string => writeBoard(puzzle, board, 'bucas');
const match = { id: 7, name: puzzle.name, board: solution };
const methods = (): string[] => host.asked.map(({ method }) => method);

beforeEach(() => (host.asked.length = 0));

test('a board added before its puzzle was found still joins it', async () => {
  importText(link());
  const stored = storeReady();
  await Promise.resolve();
  expect(methods()).toEqual(['library.matchingPuzzles']);
  host.asked[0]!.answer([match]);
  await vi.waitFor(() => expect(methods()).toEqual(['library.matchingPuzzles', 'boards.add']));
  expect(host.asked[1]!.input).toEqual({ puzzleId: match.id, board: match.board });
  host.asked[1]!.answer({});
  expect(await stored).toEqual([{ puzzleId: match.id, joined: true }]);
  expect(importing.items.at(-1)!.state).toBe('added');
});

test('a request for a text that has changed since is not awaited', async () => {
  importText(link(), 'a board.txt');
  changeText(importing.items.at(-1)!.id, 'Y1,G0,R0,B1\n'.repeat(9));
  const stored = storeReady();
  await vi.waitFor(() => expect(methods()).toEqual(['library.matchingPuzzles', 'library.import']));
  host.asked[1]!.answer({ id: 8 });
  expect(await stored).toEqual([{ puzzleId: 8, joined: false }]);
});

test('a text that changes during a request is requested again, and the old reply is ignored', async () => {
  importText(link(), 'a board.txt');
  const stored = storeReady();
  await Promise.resolve();
  const other = generate({ family: 'framed', width: 4, height: 4, seed: 4 });
  changeText(importing.items.at(-1)!.id, writeBoard(other.puzzle, other.solution, 'bucas'));
  expect(methods()).toEqual(['library.matchingPuzzles', 'library.matchingPuzzles']);
  host.asked[0]!.answer([match]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(importing.items.at(-1)!.matchingPuzzles).toEqual([]);
  expect(methods()).toHaveLength(2);
  const right = { id: 9, name: other.puzzle.name, board: other.solution };
  host.asked[1]!.answer([right]);
  await vi.waitFor(() => expect(methods()).toHaveLength(3));
  expect(host.asked[2]).toMatchObject({ method: 'boards.add', input: { puzzleId: right.id } });
  host.asked[2]!.answer({});
  expect(await stored).toEqual([{ puzzleId: right.id, joined: true }]);
});

test('a board that fits the open puzzle badly is refused', () => {
  opened.puzzle = { id: 7, puzzle };
  const cells = Array.from(solution, (_, cell) => `${((cell * 7) % 16) + 1}/${cell % 4}`);
  importText(cells.join(' '), 'a bad board.txt');
  opened.puzzle = null;
  const { found } = importing.items.at(-1)!;
  expect(found.kind === 'refused' && found.faults[0]!.message).toMatch(/a board that fits this puzzle badly/);
});

test('the question about a later puzzle is asked', () => {
  const wide = generate({ family: 'framed', width: 5, height: 4, seed: 9 });
  const [first, second] = [puzzle, wide.puzzle].map(({ tiles }) =>
    tiles.map(({ edges }) => edges.join(' ')).join('\n'),
  );
  importText(`4 4\n${first!}\n\n4 5\n${second!}`, 'two.txt');
  const { found } = importing.items.at(-1)!;
  expect(found.kind === 'puzzle' && found.more).toHaveLength(1);
  expect(found.kind === 'puzzle' && found.reading.questions).toHaveLength(1);
});
