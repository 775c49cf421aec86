// Compares the bytes of every kernel with golden hashes. After an intended change, copy the new hashes from the
// failing test into module-hashes.json. Name the changed modules and the reason in the commit message.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiledModules } from './compiled-modules.ts';

test('the engines compile the recorded WebAssembly modules, byte for byte', async () => {
  const golden = JSON.parse(readFileSync(join(import.meta.dirname, 'module-hashes.json'), 'utf8')) as unknown;
  expect(await compiledModules()).toEqual(golden);
});
