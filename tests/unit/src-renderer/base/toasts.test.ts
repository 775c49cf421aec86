import { expect, it } from 'vitest';
import { dismiss, toast, toasts } from '../../../../src-renderer/base/toasts.svelte.ts';

it('a repeated message appears once; messages with an undo button stay', () => {
  const said = () => toasts.list.map(({ text }) => text);
  const ids = [toast('lost'), toast('kept'), toast('lost')];
  expect(said()).toEqual(['kept', 'lost']);
  const action = { title: 'Undo', run: () => undefined };
  ids.push(toast('deleted', { action }), toast('deleted', { action }));
  expect(said()).toEqual(['lost', 'deleted', 'deleted']);
  ids.forEach(dismiss);
  expect(said()).toEqual([]);
});
