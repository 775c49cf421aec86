// Models are written as a stream, so a large model needs no more memory than a small one.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { script } from './command-line.ts';

test('convert --to dimacs writes 20 MB within a heap of 80 MB, and prints the size in advance', () => {
  const { puzzle } = generate({ family: 'framed', width: 14, height: 14, seed: 1 });
  const ran = spawnSync(
    process.execPath,
    ['--max-old-space-size=80', script, 'convert', '-', '--to', 'dimacs'],
    { input: writePuzzle(puzzle, 'edgewise').text, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  expect(ran.stderr).toMatch(/about \d+ MB/);
  expect(ran.status).toBe(0);
  expect(ran.stdout.length).toBeGreaterThan(15e6);
  const clauses = Number(/^p cnf \d+ (\d+)$/m.exec(ran.stdout)![1]);
  expect(ran.stdout.split('\n').filter((line) => /^-?\d.* 0$/.test(line))).toHaveLength(clauses);
});
