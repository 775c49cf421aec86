import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { propagateExample } from '../../../../../scripts/propagate-example.ts';

test('docs/propagate.md shows the actual conclusions on the 2 × 2 puzzle', () => {
  const page = readFileSync(new URL('../../../../../docs/propagate.md', import.meta.url), 'utf8');
  const shown = /```text propagate-example\n([\s\S]*?)\n```/.exec(page)?.[1];
  expect(shown).toBe(propagateExample());
});
