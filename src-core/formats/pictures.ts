import { FormatError } from './format-error.ts';
import type { Format } from './format.ts';

/**
 * Square tiles drawn with two characters. A tile's labels are the characters along its edges. `recognition/` reads
 * them; there is no writer.
 */
export const pictures: Format = {
  name: 'pictures',
  title: 'Square tiles drawn with two characters (#.##)',
  extension: 'txt',
  usesOptions: ['size', 'board'],
  recognises: () => 0,
  readPuzzle() {
    throw new FormatError({
      found: 'no pictures of squares',
      expected: 'at least four square pictures, made of lines such as #.##',
      fix: 'Check that all pictures have the same size and that empty lines separate them.',
    });
  },
};
