import type { Component } from 'svelte';

/** An action in a menu. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: Component;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}
/** A separator between groups of items. */
export const DIVIDER = 'divider';

/**
 * Returns a listener that opens a menu on a right click, a long touch or the menu key. A button still held when the event comes
 * would close the menu on its release, so the menu opens after that.
 */
export const onContextMenu =
  (open: () => void) =>
  (event: MouseEvent): void => {
    event.preventDefault();
    if ((event.buttons & 2) === 0) open();
    else addEventListener('pointerup', () => setTimeout(open), { once: true });
  };
