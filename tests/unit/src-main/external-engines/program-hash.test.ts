// What a run's record stores about an external program.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOf } from '../../../../src-main/external-engines/programs.ts';
import { removeDir, temporaryDir } from '../../../integration/host.ts';

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => removeDir(dir));

test('the hash is of the program’s file, even if its folder is given; a folder has none', () => {
  const program = path.join(dir, 'solve.py');
  writeFileSync(program, 'print(1)\n');
  const hash = createHash('sha256').update('print(1)\n').digest('hex');
  expect(hashOf('python3', [program])).toBe(hash);
  expect(hashOf(program, ['--work', dir])).toBe(hash);
  expect(hashOf(dir, [])).toBeNull();
  expect(hashOf(path.join(dir, 'none'), [])).toBeNull();
});
