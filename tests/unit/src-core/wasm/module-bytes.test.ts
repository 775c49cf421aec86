// The bytes of every kernel, by golden hashes. Where bytes are meant to change, copy the new hashes from the failing test
// into module-hashes.json, and let the commit say which modules changed and why.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiledModules } from './compiled-modules.ts';

test('the engines compile the same WebAssembly modules, byte for byte, as when their hashes were recorded', async () => {
  const golden = JSON.parse(readFileSync(join(import.meta.dirname, 'module-hashes.json'), 'utf8')) as unknown;
  expect(await compiledModules()).toEqual(golden);
});
