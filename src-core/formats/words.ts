import { FormatError, quoted } from './format-error.ts';
import type { Format } from './format.ts';

/** Tiles in rows of words or letters. `recognition/` reads them; there is no writer. */
export const words: Format = {
  name: 'words',
  title: 'Words or letters (red blue green yellow)',
  extension: 'txt',
  usesOptions: ['size', 'edgeOrder', 'board', 'mating', 'pairs', 'rim', 'turns'],
  recognises: () => 0,
  readPuzzle({ lines, text }) {
    throw new FormatError({
      line: lines[0]?.number ?? 1,
      found: quoted((lines[0]?.text ?? text).trim()),
      expected: 'the same number of labels on every line',
      fix: 'Write one tile per line, its edges clockwise from the top.',
    });
  },
};
