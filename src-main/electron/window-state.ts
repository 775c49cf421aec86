import { screen, type BrowserWindow, type Rectangle } from 'electron';
import * as v from 'valibot';
import type { Marks } from '../services/services.ts';

const State = v.object({
  x: v.number(),
  y: v.number(),
  width: v.pipe(v.number(), v.minValue(360)),
  height: v.pipe(v.number(), v.minValue(300)),
  maximized: v.boolean(),
});

/** Returns the window's last bounds if they are still on a screen. */
export function savedBounds(settings: Marks): { bounds: Partial<Rectangle>; maximized: boolean } {
  const usual = { bounds: { width: 1280, height: 860 }, maximized: false };
  const saved = v.safeParse(State, parsed(settings.mark('window')));
  if (!saved.success) return usual;
  const { maximized, ...bounds } = saved.output;
  const { workArea } = screen.getDisplayMatching(bounds);
  const visible =
    bounds.x < workArea.x + workArea.width - 100 &&
    bounds.x + bounds.width > workArea.x + 100 &&
    bounds.y >= workArea.y - 10 &&
    bounds.y < workArea.y + workArea.height - 100;
  return visible ? { bounds, maximized } : { ...usual, maximized };
}

export function rememberBounds(window: BrowserWindow, settings: Marks): void {
  const state = { ...window.getNormalBounds(), maximized: window.isMaximized() };
  try {
    settings.setMark('window', JSON.stringify(state));
  } catch (error) {
    // If writing fails, for example because the disk is full, the window must still close.
    console.error(error);
  }
}

function parsed(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
}
