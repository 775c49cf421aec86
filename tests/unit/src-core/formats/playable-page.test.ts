import { expect, test } from 'vitest';
import { CONTENT_MARK, playablePage, TITLE_MARK } from '../../../../src-core/formats/playable-page.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { boardToNumbers, emptyBoard } from '../../../../src-core/puzzle/partial-board.ts';
import type { SlidingPuzzle } from '../../../../src-core/puzzle/puzzle.ts';

const template = `<title>${TITLE_MARK}</title><script type="application/json">${CONTENT_MARK}</script>`;
const { puzzle, solution } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
const content = (html: string): unknown => JSON.parse(/json">(.*)<\/script>$/.exec(html)![1]!);

test('a page holds the puzzle and, if given, a solution', () => {
  expect(content(playablePage(template, puzzle, null))).toEqual({ puzzle, solution: null });
  expect(content(playablePage(template, puzzle, solution))).toEqual({
    puzzle,
    solution: boardToNumbers(solution),
  });
});

test('no name can end the script or the title', () => {
  const name = '</script></title><b>$& & Co';
  const html = playablePage(template, { ...puzzle, name }, null);
  expect(content(html)).toMatchObject({ puzzle: { name } });
  expect(html.match(/<\/(script|title)>/g)).toHaveLength(2);
  expect(html).toContain('&#60;b&#62;$&#38; &#38; Co');
});

test('sliding puzzles and boards that are not solutions are refused', () => {
  const sliding: SlidingPuzzle = {
    kind: 'sliding',
    name: 'x',
    width: 2,
    height: 2,
    start: [1, 2, 3, 0],
    goal: 'blank-last',
  };
  expect(() => playablePage(template, sliding, null)).toThrow('sliding puzzle');
  expect(() => playablePage(template, puzzle, emptyBoard(9))).toThrow('not a solution');
});
