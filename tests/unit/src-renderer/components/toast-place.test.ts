import { expect, it } from 'vitest';
import { placeFor, type Box } from '../../../../src-renderer/components/toast-place.ts';

const window = { width: 1280, height: 800 };
const message = { width: 300, height: 44 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

it('a message leaves its place only if it would cover the focused element', () => {
  expect(placeFor('bottom', message, window, [], [])).toBe('bottom');
  expect(placeFor('bottom', message, window, [box(500, 300, 200, 100)], [])).toBe('bottom');
  const card = box(500, 700, 200, 90);
  expect(placeFor('bottom', message, window, [card], [])).toBe('bottom-right');
  expect(placeFor('top', message, window, [card], [])).toBe('top');
  // The message also moves if it would only touch the outline of the focused control.
  expect(placeFor('bottom', message, window, [box(500, 690, 200, 40)], [])).toBe('bottom-right');
});

it('in a narrow window a message goes to the other end', () => {
  const phone = { width: 360, height: 800 };
  const wide = { width: 336, height: 64 };
  expect(placeFor('bottom', wide, phone, [box(10, 720, 340, 60)], [])).toBe('top');
  expect(placeFor('top', wide, phone, [box(10, 20, 340, 60)], [])).toBe('bottom');
});

it('on a board that fills the window a message covers other cells than the one under the cursor', () => {
  const board = box(0, 0, 1280, 800);
  expect(placeFor('bottom', message, window, [board], [])).toBe('bottom');
  expect(placeFor('bottom', message, window, [board], [box(600, 720, 80, 80)])).toBe('bottom-right');
  // At the top, a wide message would cover less of the focused board, but would also cover the cell under the cursor.
  const wide = { width: 1200, height: 44 };
  expect(placeFor('bottom', wide, window, [box(300, 50, 700, 740)], [box(600, 50, 40, 40)])).toBe('bottom');
});
