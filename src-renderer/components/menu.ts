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
