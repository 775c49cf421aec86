import type { Component } from 'svelte';
import type { Command } from '../base/commands.svelte.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon?: Component;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}
export const DIVIDER = 'divider';

/** A point in the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns a menu item for each enabled command. Commands that delete something come last, below a separator. */
export function itemsOf(commands: readonly Omit<Command, 'group'>[]): (MenuItem | typeof DIVIDER)[] {
  const items = commands
    .filter(({ enabled }) => enabled?.() ?? true)
    .map(({ title, keys, danger, run }) => ({
      label: title,
      ...(keys ? { keys } : {}),
      danger: danger ?? false,
      run,
    }));
  const dangerous = items.filter(({ danger }) => danger);
  return dangerous.length > 0 && dangerous.length < items.length
    ? [...items.filter(({ danger }) => !danger), DIVIDER, ...dangerous]
    : items;
}

/**
 * Returns a listener that opens a menu on a right click, a long press, the menu key or, on a Mac, Ctrl+click. The menu
 * waits for the mouse button to be released, because the release would close it.
 */
export const onContextMenu =
  (open: (at: Point) => void) =>
  (event: MouseEvent): void => {
    event.preventDefault();
    const show = (): void => open({ x: event.clientX, y: event.clientY });
    const isHeld = (event.buttons & 2) > 0 || (event.ctrlKey && (event.buttons & 1) > 0);
    if (!isHeld) show();
    else addEventListener('pointerup', () => setTimeout(show), { once: true });
  };
