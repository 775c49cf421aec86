import { expect, test } from 'vitest';
import type { TreeItem } from '../../../../src-core/edge-matching/steps/tree-layout.ts';
import { boxStyle, linkStyle, themeColours } from '../../../../src-renderer/steps/tree-style.ts';

const item: TreeItem = {
  key: '1',
  kind: 'node',
  node: 1,
  column: 1,
  row: 0,
  parent: 0,
  status: 'done',
  onPath: false,
  current: false,
  hidden: 0,
  solutions: 0,
  count: 0,
};
const styleOf = (changed: Partial<TreeItem>) =>
  boxStyle(
    {
      item: { ...item, ...changed },
      x: 0,
      y: 0,
      width: 10,
      text: '',
      note: '',
      tone: 'plain',
      label: '',
      step: 1,
    },
    false,
    themeColours,
  );
const link = (onPath: boolean, later: boolean) => linkStyle({ key: '1', d: '', onPath, later }, themeColours);

test('the current path is bold, in the accent colour', () => {
  expect(styleOf({ onPath: true })).toMatchObject({ weight: 600, fill: 'var(--accent)' });
  expect(styleOf({}).weight).toBe(400);
  expect(link(true, false)).toEqual({ stroke: 'var(--accent)', width: 3, dash: '' });
  expect(link(false, false).width).toBe(1);
});

test('each state of a node looks different, and what comes later is dashed', () => {
  const states = ['later', 'waiting', 'open', 'done', 'dead end', 'solution'] as const;
  const looks = states.map((status) => JSON.stringify(styleOf({ status })));
  expect(new Set(looks).size).toBe(states.length);
  expect(styleOf({ status: 'later' }).dash).not.toBe('');
  expect(link(false, true).dash).not.toBe('');
});
