import * as v from 'valibot';
import { id, method, nothing, whole } from './method.ts';

export const Settings = v.strictObject({
  theme: v.picklist(['system', 'light', 'dark', 'contrast']),
  /** total solver threads of a new run; 0 means all cores */
  threads: v.pipe(whole, v.maxValue(256)),
  lowPriority: v.boolean(),
  notify: v.boolean(),
  /** desktop: runs rest while the machine is on battery */
  pauseOnBattery: v.boolean(),
  /** desktop: Edgewise starts with the computer and takes up what ran */
  startAtLogin: v.boolean(),
  /** at its start Edgewise goes on with the runs that its end interrupted */
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
  /** not taken by any program at this moment */
  freeMemoryBytes: whole,
});
export type AppInfo = v.InferOutput<typeof AppInfo>;

export const applicationMethods = {
  'app.info': method(nothing, AppInfo),
  'settings.get': method(nothing, Settings),
  'settings.set': method(v.partial(Settings), Settings),
} as const;

export const applicationEvents = [
  v.strictObject({ type: v.literal('settings.changed'), settings: Settings }),
  /** a command of the interface, by its id, was chosen in the host's menu */
  v.strictObject({ type: v.literal('app.command'), command: v.string() }),
  /** a file given to the application can be read in several ways: the person chooses */
  v.strictObject({ type: v.literal('app.import'), source: v.string(), text: v.string() }),
  /** a puzzle was opened from outside: a file given to the application */
  v.strictObject({ type: v.literal('app.open'), puzzleId: id }),
] as const;
