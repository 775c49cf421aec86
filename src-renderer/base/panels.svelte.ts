/** Width and folded state of the panels beside a board, remembered for each view. */
import { SvelteMap } from 'svelte/reactivity';

const STORAGE_KEY = 'edgewise.panels';

interface Panel {
  /** width in CSS pixels; 0 stands for the default, which is all the space beside the board */
  readonly width: number;
  readonly folded: boolean;
}

function stored(): [string, Panel][] {
  try {
    const all = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, Partial<Panel>>;
    return Object.entries(all).map(([view, { width, folded }]) => [
      view,
      { width: Math.max(0, Number(width) || 0), folded: folded === true },
    ]);
  } catch {
    return [];
  }
}

const panels = new SvelteMap<string, Panel>(stored());

/** Returns the state of a view's panels; undefined if the user never changed it. */
export const panelOf = (view: string): Panel | undefined => panels.get(view);

export function setPanel(view: string, panel: Panel): void {
  panels.set(view, panel);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(panels)));
}
