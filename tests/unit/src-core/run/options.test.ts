import { expect, test } from 'vitest';
import { engines } from '../../../../src-core/engines.ts';
import { valueTitle } from '../../../../src-core/run/options.ts';

test('every choice of an option of our engines has a title, and no title belongs to another value', async () => {
  const loaded = await Promise.all(Object.values(engines).map((load) => load()));
  const choices = loaded.flatMap(({ options }) => options).filter(({ type }) => type === 'choice');
  expect(choices.length).toBeGreaterThan(5);
  for (const { name, choices: values = [], choiceTitles = {} } of choices) {
    expect(Object.keys(choiceTitles).sort(), name).toEqual([...values].sort());
    for (const title of Object.values(choiceTitles)) expect(title, name).toMatch(/^[A-Z][a-z ]+$/);
  }
});

test('values are shown by their titles, if they have one', () => {
  const spec = { choiceTitles: { 'row-scan': 'Row scan' } };
  expect(valueTitle(spec, 'row-scan')).toBe('Row scan');
  expect(valueTitle(spec, 'other')).toBe('other');
  expect(valueTitle({}, 256)).toBe('256');
  expect([true, false].map((value) => valueTitle({}, value))).toEqual(['on', 'off']);
});
