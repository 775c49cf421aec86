import * as v from 'valibot';
import { id, method, nothing, whole } from './method.ts';

export const Settings = v.strictObject({
  theme: v.picklist(['system', 'light', 'dark', 'contrast']),
  /** number of solver threads for a new run; 0 means one per core */
  threads: v.pipe(whole, v.maxValue(256)),
  lowPriority: v.boolean(),
  notify: v.boolean(),
  /** desktop only: pause runs while the computer is on battery power */
  pauseOnBattery: v.boolean(),
  /** desktop only: start Edgewise at login and resume interrupted runs */
  startAtLogin: v.boolean(),
  /** when Edgewise starts, resume runs that were interrupted when it quit */
  resumeInterrupted: v.boolean(),
});
export type Settings = v.InferOutput<typeof Settings>;

export const AppInfo = v.strictObject({
  host: v.picklist(['electron', 'local']),
  version: v.string(),
  runtime: v.string(),
  sqlite: v.string(),
  dataDir: v.string(),
  cores: whole,
  memoryBytes: whole,
  freeMemoryBytes: whole,
  /** why changes are no longer saved, and what the user can do about it; empty until the event `library.lost` */
  lost: v.string(),
});
export type AppInfo = v.InferOutput<typeof AppInfo>;

export const applicationMethods = {
  'app.info': method(nothing, AppInfo),
  'settings.get': method(nothing, Settings),
  'settings.set': method(v.partial(Settings), Settings),
} as const;

export const applicationEvents = [
  v.strictObject({ type: v.literal('settings.changed'), settings: Settings }),
  /** the user chose a command in the application menu; `command`: its id in the interface */
  v.strictObject({ type: v.literal('app.command'), command: v.string() }),
  /** the user opened a file that can be read in several ways, and must now choose one */
  v.strictObject({ type: v.literal('app.import'), source: v.string(), text: v.string() }),
  /** the user opened a file, and its puzzle was imported */
  v.strictObject({ type: v.literal('app.open'), puzzleId: id }),
] as const;
