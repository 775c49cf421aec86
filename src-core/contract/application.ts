import * as v from 'valibot';
import { method, nothing, whole } from './method.ts';

export const Settings = v.strictObject({
  theme: v.picklist(['system', 'light', 'dark', 'contrast']),
  /** total solver threads of a new run; 0 means all cores */
  threads: whole,
  lowPriority: v.boolean(),
  notify: v.boolean(),
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
});
export type AppInfo = v.InferOutput<typeof AppInfo>;

export const applicationMethods = {
  'app.info': method(nothing, AppInfo),
  'settings.get': method(nothing, Settings),
  'settings.set': method(v.partial(Settings), Settings),
} as const;

export const applicationEvents = [
  v.strictObject({ type: v.literal('settings.changed'), settings: Settings }),
] as const;
