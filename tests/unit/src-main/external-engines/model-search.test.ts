// Model solvers that fail, simulated by shell scripts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { modelOf } from '../../../../src-core/formats/models/model.ts';
import { rotationOf, tileOf } from '../../../../src-core/puzzle/partial-board.ts';
import {
  Running,
  searchClauses,
  searchConstraints,
  type ModelTask,
} from '../../../../src-main/external-engines/model-search.ts';

const { puzzle, solution } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'edgewise-models-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a solver from the text of a shell script. */
function solver(name: string, script: string): { task: ModelTask; found: Int32Array[] } {
  const command = path.join(folder, name);
  writeFileSync(command, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const found: Int32Array[] = [];
  const task: ModelTask = {
    puzzle,
    command,
    args: [],
    seed: 1,
    many: true,
    folder,
    found: (board) => found.push(board) < 3,
  };
  return { task, found };
}
const literals = modelOf(puzzle)
  .options.filter(({ cell, code }) => solution[cell] === code)
  .map(({ id }) => id + 1)
  .join(' ');

describe.skipIf(process.platform === 'win32')('a solver of models', () => {
  test('that is killed has given no answer', async () => {
    const { task: clauses } = solver('cadical', 'echo "s UNKNOWN"; kill -9 $$');
    await expect(searchClauses(clauses, new Running())).rejects.toThrow(/cadical was killed by SIGKILL/);
    const { task: constraints } = solver('minizinc', 'echo =====UNKNOWN=====; kill -9 $$');
    await expect(searchConstraints(constraints, new Running())).rejects.toThrow(
      /minizinc was killed by SIGKILL/,
    );
  });

  test('that writes no answer does not return its previous one', async () => {
    const once = `[ -e ${folder}/been ] && exit 10; touch ${folder}/been
      for file; do :; done; printf 'SAT\\n${literals} 0\\n' > "$file"; exit 10`;
    const { task, found } = solver('minisat', once);
    await expect(searchClauses(task, new Running())).rejects.toThrow(/minisat wrote no answer/);
    expect(found).toEqual([solution]);
  });

  test('that we stop has not failed', async () => {
    const { task } = solver('cadical', 'exec sleep 600');
    const running = new Running();
    const search = searchClauses(task, running);
    running.end();
    expect(await search).toBe('limit');

    const rows = [...solution].map(
      (code, cell) => `${cell + 1} ${tileOf(code) + 1} ${rotationOf(code)} 0\\n`,
    );
    const { task: enough, found } = solver(
      'minizinc',
      `printf '${rows.join('')}----------\\n'; exec sleep 600`,
    );
    const one = { ...enough, found: (board: Int32Array) => enough.found(board) && false };
    expect(await searchConstraints(one, new Running())).toBe('solved');
    expect(found).toEqual([solution]);
  });
});
