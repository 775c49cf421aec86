import { expect, test } from 'vitest';
import { setupTitle, withSetupTitles } from '../../../../src-renderer/lab/setup-titles.ts';

const engines = [
  { name: 'exact', title: 'Exact', options: [] },
  {
    name: 'tree',
    title: 'Tree of states (Hoglan 2005)',
    options: [{ name: 'order', title: 'Order', choiceTitles: { 'breadth-first': 'Breadth first' } }],
  },
  { name: 'rows', title: 'Row solver (COEN 352)', options: [{ name: 'mining', title: 'Tile mining' }] },
];

test.each([
  ['exact', 'Exact'],
  ['rows, mining 1', 'Row solver (COEN 352), Tile mining: 1'],
  ['tree (breadth-first)', 'Tree of states (Hoglan 2005), Breadth first'],
  ['tree, order breadth-first', 'Tree of states (Hoglan 2005), Order: Breadth first'],
  ['exactly', 'exactly'],
  ['my tuned exact', 'my tuned exact'],
  ['removed, depth 3', 'removed, depth 3'],
])('the setup “%s” is shown as “%s”', (name, shown) => {
  expect(setupTitle(name, engines)).toBe(shown);
});

test('setups with the same title keep their own names, so their trials stay apart', () => {
  const twins = [...engines, { name: 'exact-2', title: 'Exact', options: [] }];
  const setups = ['exact', 'exact-2', 'tree', 'exact'].map((setup) => ({ setup }));
  expect(withSetupTitles(setups, twins).map(({ setup }) => setup)).toEqual([
    'exact',
    'exact-2',
    'Tree of states (Hoglan 2005)',
    'exact',
  ]);
});
