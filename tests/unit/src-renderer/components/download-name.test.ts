import { expect, test } from 'vitest';
import { downloadName } from '../../../../src-renderer/components/download-name.ts';

test.each([
  ['Eternity II 463 of 480 run 12.png', 'Eternity II 463 of 480 run 12.png'],
  ['a/b\\c: "d"?.svg', 'a b c   d .svg'],
  ['CON.edgewise', '_CON.edgewise'],
  ['nul', '_nul'],
  ['Lpt9 .tar.gz', '_Lpt9 .tar.gz'],
  ['com¹.txt', '_com¹.txt'],
  ['Confetti.svg', 'Confetti.svg'],
  ['aux solved board 3.png', 'aux solved board 3.png'],
])('a download of %s is called %s', (name, written) => {
  expect(downloadName(name)).toBe(written);
});
