import { beforeEach, describe, expect, test, vi } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { writeBoard } from '../../../../src-core/formats/write.ts';
import {
  answer,
  asksSize,
  beginImport,
  changeText,
  importing,
  importText,
  pictureOf,
  rename,
  resize,
  storeReady,
} from '../../../../src-renderer/library/importing.svelte.ts';
import { goalChoices, otherSizes, tileChoices } from '../../../../src-renderer/library/reading-choices.ts';
import { countText } from '../../../../src-renderer/library/solution-count.ts';

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

describe('the assumptions of a reading', () => {
  const rows = puzzle.tiles.map(({ edges }) => edges.join(' ')).join('\n');
  const read = () => {
    const item = importing.items.at(-1)!;
    if (item.found.kind !== 'puzzle') throw new Error('no puzzle');
    return { item, reading: item.found.reading };
  };
  const choicesNow = () => tileChoices(read().reading, read().item.answers);

  test('size, rim, mating rule, edge order and turns are controls that show the reading', () => {
    importText(rows, 'assumed.txt');
    expect(asksSize(read().item)).toBe(true);
    expect(choicesNow().map(({ option, value }) => [option, value])).toEqual([
      ['rim', 'frame:0'],
      ['mating', 'same'],
      ['edgeOrder', 'NESW'],
      ['turns', 'rotate'],
    ]);
  });

  test.each([
    ['rim', 'free', { rim: { kind: 'free' } }],
    ['turns', 'fixed', { turns: 'fixed' }],
    ['edgeOrder', 'NSWE', {}],
  ])('a change of %s changes the picture and the control at once', (option, value, expected) => {
    importText(rows, `${option}.txt`);
    const before = pictureOf(read().item)!.puzzle;
    answer(
      read().item.id,
      choicesNow()
        .find((each) => each.option === option)!
        .optionsOf(value),
    );
    const after = pictureOf(read().item)!.puzzle;
    expect(after).toMatchObject(expected);
    expect(after).not.toEqual(before);
    expect(choicesNow().find((each) => each.option === option)!.value).toBe(value);
  });

  test('a change of the size changes the picture at once', () => {
    importText(rows, 'size.txt');
    resize(read().item.id, { width: 8, height: 2 });
    expect(pictureOf(read().item)!.puzzle).toMatchObject({ board: { width: 8, height: 2 } });
  });

  test('twelve tiles can be given the other sizes that they fill', () => {
    const { puzzle: twelve } = generate({ family: 'unframed', width: 4, height: 3, seed: 1 });
    const text = twelve.tiles.map(({ edges }) => edges.map((label) => 'ABCDEFGHIJ'[label]).join(' '));
    importText(text.join('\n'), 'twelve.txt');
    expect(read().reading.puzzle).toMatchObject({ board: { width: 4, height: 3 } });
    const [other, more] = otherSizes(read().reading);
    expect([other, more]).toEqual([{ width: 6, height: 2 }, undefined]);
    resize(read().item.id, other!);
    expect(pictureOf(read().item)!.puzzle).toMatchObject({ board: { width: 6, height: 2 } });
  });

  test.each([
    ['No solution', 0, false, false],
    ['Exactly 1 solution', 1, false, false],
    ['2 solutions or more', 2, true, false],
    ['Counting solutions…', 1, true, false],
    ['Number of solutions: not known yet', 1, false, true],
    ['Number of solutions: not known yet', 0, false, true],
    ['Number of solutions: not known yet', null, false, true],
  ])('beside the controls: %s', (text, found, working, late) => {
    expect(countText(puzzle, { found, working, error: '', late })).toBe(text);
  });

  test('a goal that can’t be reached is named', () => {
    importText('8 1 3\n4 0 2\n7 6 5', 'goals.txt');
    const sliding = read().reading.puzzle;
    if (sliding.kind !== 'sliding') throw new Error('not sliding');
    expect(
      goalChoices(sliding).map(({ name, isChosen, isReachable }) => [name, isChosen, isReachable]),
    ).toEqual([
      ['Empty space last', true, true],
      ['Empty space first', false, true],
      ['Snail', false, false],
    ]);
  });

  test('prose is skipped, by its lines in the file; only wrong tiles are errors', () => {
    importText(`Hello all, here is my puzzle\n\n${rows}\nThanks in advance for any help`, 'mail.txt');
    expect(read().reading.skipped).toEqual([1, 19]);
    importText(`Hello all, here is my puzzle\n\n${rows.replace('\n', ' 7\n')}`, 'mistake.txt');
    const { found } = importing.items.at(-1)!;
    expect(found.kind === 'refused' && found.faults.map(({ line }) => line)).toEqual([3]);
  });
});

/** Stores all items that are ready, and answers each request to the host. */
async function storeAll(): Promise<void> {
  let isStored = false;
  void storeReady().then(() => (isStored = true));
  await vi.waitFor(() => {
    for (const { answer: reply } of host.asked.splice(0)) reply({ id: 1 });
    expect(isStored).toBe(true);
  });
}

test('the dialog opens as it was left, or empty after everything was added', async () => {
  for (const { id, found } of importing.items) if (found.kind === 'refused') changeText(id, '1 2 3 4');
  await storeAll();
  beginImport();
  importText('1 2 3 4\n'.repeat(4));
  const [typed] = importing.items;
  rename(typed!.id, 'Mine');
  answer(typed!.id, { turns: 'fixed' });
  const left = importing.items;
  importing.open = false;
  beginImport();
  expect(importing.items).toBe(left);
  expect(left).toMatchObject([{ name: 'Mine', answers: { turns: 'fixed' } }]);
  await storeAll();
  importing.open = false;
  beginImport();
  expect(importing.items).toMatchObject([{ text: '', file: null, name: '', answers: {}, size: null }]);
});
