import { afterEach, expect, test, vi } from 'vitest';
import { DIVIDER, itemsOf, onContextMenu } from '../../../../src-renderer/components/menu.ts';

afterEach(() => vi.unstubAllGlobals());

test('a menu opens when no button is held any more, also after Ctrl and a click on a Mac', async () => {
  const released: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => released.push(listener));
  const opened: number[] = [];
  const open = onContextMenu(({ x }) => opened.push(x));
  const event = (x: number, buttons: number, ctrlKey = false): MouseEvent =>
    ({ clientX: x, clientY: 0, buttons, ctrlKey, preventDefault: () => undefined }) as unknown as MouseEvent;
  // the menu key
  open(event(1, 0));
  // a long touch
  open(event(2, 1));
  expect(opened).toEqual([1, 2]);
  open(event(3, 2));
  open(event(4, 1, true));
  expect(opened).toEqual([1, 2]);
  for (const release of released) release();
  await vi.waitFor(() => expect(opened).toEqual([1, 2, 3, 4]));
});

test('dangerous commands come last in a menu, after a separator; disabled ones are left out', () => {
  const command = (title: string, more = {}): Parameters<typeof itemsOf>[0][number] => ({
    id: title,
    title,
    run: () => undefined,
    ...more,
  });
  const labels = (...commands: Parameters<typeof itemsOf>[0]): string[] =>
    itemsOf(commands).map((item) => (item === DIVIDER ? '—' : item.label));
  const [open, remove, off] = [
    command('Open'),
    command('Delete', { danger: true }),
    command('Off', { enabled: () => false }),
  ];
  expect(labels(remove, open, off)).toEqual(['Open', '—', 'Delete']);
  expect(labels(remove)).toEqual(['Delete']);
  expect(labels(open)).toEqual(['Open']);
});
