import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readBoard } from '../../../../../src-core/formats/read-board.ts';
import { eternity2, officialHints } from '../../../../../src-core/puzzle/eternity2.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';

it('every board of docs/records.md is full, keeps its hints, and has the score given', () => {
  const page = readFileSync(new URL('../../../../../docs/records.md', import.meta.url), 'utf8');
  const boards = [...page.matchAll(/^### (\d+) with (\d) hints?$[^`]*?`[^`]*`[^`]*?```text\n([^`]+)```/gm)];
  expect(boards.length).toBe(page.match(/^### /gm)!.length);
  for (const [, score, hints, text] of boards) {
    const puzzle = eternity2(officialHints.slice(0, Number(hints)));
    expect(scoreOf(puzzle, readBoard(puzzle, text!))).toMatchObject({
      matched: Number(score),
      placed: 256,
      duplicates: 0,
      illegal: 0,
      rimOk: true,
      hintsKept: Number(hints),
    });
  }
});
