// Mutated files, passed to every reader. Each file is read as a valid puzzle or board, or rejected with a FormatError.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { FormatError } from '../../src-core/formats/format-error.ts';
import { formatsThat } from '../../src-core/formats/formats.ts';
import { readBoard } from '../../src-core/formats/read-board.ts';
import { readPuzzle } from '../../src-core/formats/read-puzzle.ts';
import { writeBoard, writePuzzle } from '../../src-core/formats/write.ts';
import { Puzzle, type EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { random } from '../../src-core/random.ts';
import { samplesDir } from '../../src-main/paths.ts';
import { mutated, type Part } from './part.ts';

/**
 * Returns texts in every format that can represent the puzzle. They are short, so that a mutation often hits an
 * important character.
 */
function texts(): { puzzles: string[]; boards: { puzzle: EdgePuzzle; text: string }[] } {
  const made = [
    generate({ family: 'framed', width: 4, height: 3, seed: 1 }),
    generate({ family: 'scramble', width: 3, height: 3, seed: 2 }),
    generate({ family: 'unframed', width: 2, height: 2, seed: 3, turns: 'fixed' }),
    generate({ family: 'framed', board: { kind: 'hexagon', side: 1 }, seed: 4 }),
    generate({ family: 'unframed', board: { kind: 'solid', solid: 'cube' }, seed: 5, turns: 'flip' }),
    generate({ family: 'scramble', board: { kind: 'honeycomb', side: 2 }, seed: 6 }),
    generate({
      family: 'unframed',
      board: { kind: 'rectangle', width: 2, height: 2, wrap: 'torus' },
      seed: 7,
    }),
  ];
  const written = (write: () => string): string[] => {
    try {
      return [write()];
    } catch {
      // This format can't represent the puzzle.
      return [];
    }
  };
  const puzzles = made.flatMap(({ puzzle }) =>
    formatsThat('writePuzzle').flatMap(({ name }) => written(() => writePuzzle(puzzle, name).text)),
  );
  for (const file of readdirSync(samplesDir)) {
    const text = file.endsWith('.edgewise') ? readFileSync(path.join(samplesDir, file), 'utf8') : '';
    if (text !== '' && text.length < 4000) puzzles.push(text);
  }
  puzzles.push('3 1 2\n0 4 5\n');
  const boards = made.flatMap(({ puzzle, solution }) =>
    formatsThat('writeBoard').flatMap(({ name }) =>
      written(() => writeBoard(puzzle, solution, name)).map((text) => ({ puzzle, text })),
    ),
  );
  return { puzzles, boards };
}

export const readers: Part = (seed, going) => {
  const { puzzles, boards } = texts();
  const named = formatsThat('readPuzzle').map(({ name }) => name);
  const chance = random(seed, 1);
  const failures: string[] = [];
  let tried = 0;
  let read = 0;
  const attempt = (text: string, work: () => void): void => {
    tried++;
    try {
      work();
      read++;
    } catch (error) {
      if (error instanceof FormatError && error.message.length < 1500) return;
      failures.push(`${String(error).slice(0, 200)} from ${JSON.stringify(text).slice(0, 300)}`);
    }
  };
  do {
    for (let i = 0; i < 250; i++) {
      const text = mutated(puzzles[chance.below(puzzles.length)]!, chance);
      const format = chance.below(4) === 0 ? { format: named[chance.below(named.length)]! } : {};
      attempt(text, () => {
        const { puzzle, board, questions } = readPuzzle(text, format);
        v.parse(Puzzle, puzzle);
        if (board && puzzle.kind === 'edge-matching') scoreOf(puzzle, board);
        for (const { choices } of questions)
          if (choices.length === 0) throw new Error('a question without choices');
      });
      const { puzzle, text: intact } = boards[chance.below(boards.length)]!;
      const board = mutated(intact, chance);
      attempt(board, () => void scoreOf(puzzle, readBoard(puzzle, board)));
    }
  } while (going(tried));
  return Promise.resolve({
    count: tried,
    tried: `${tried} mutated texts, ${read} of them still readable`,
    failures,
  });
};
