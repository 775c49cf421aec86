import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exactExample } from '../../../../../scripts/exact-example.ts';

test('docs/exact.md shows the actual tables and search of the 2 × 2 puzzle', () => {
  const page = readFileSync(new URL('../../../../../docs/exact.md', import.meta.url), 'utf8');
  const shown = /```text exact-example\n([\s\S]*?)\n```/.exec(page)?.[1];
  expect(shown).toBe(exactExample());
});
