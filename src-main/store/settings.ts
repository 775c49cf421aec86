import * as v from 'valibot';
import { Settings } from '../../src-core/contract/application.ts';
import type { Db } from './database.ts';
import { storedOrNull } from './stored.ts';

const defaults: Settings = {
  theme: 'system',
  threads: 0,
  lowPriority: true,
  notify: true,
  pauseOnBattery: true,
  startAtLogin: false,
  resumeInterrupted: false,
};

export class SettingTable {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  get(): Settings {
    const settings: Record<string, unknown> = { ...defaults };
    for (const { name, json } of this.#db
      .prepare<[], { name: string; json: string }>('SELECT name, json FROM setting')
      .all()) {
      if (name in defaults) settings[name] = JSON.parse(json);
    }
    const parsed = v.safeParse(Settings, settings);
    return parsed.success ? parsed.output : defaults;
  }

  set(changes: { [K in keyof Settings]?: Settings[K] | undefined }): Settings {
    const put = this.#db.prepare('INSERT OR REPLACE INTO setting (name, json) VALUES (?, ?)');
    this.#db.transaction(() => {
      for (const [name, value] of Object.entries(changes)) {
        if (value !== undefined) put.run(name, JSON.stringify(value));
      }
    })();
    return this.get();
  }

  /** Returns a value that the application stores besides the user's settings. */
  mark(name: string): string | null {
    const json = this.#db
      .prepare<[string], string>('SELECT json FROM setting WHERE name = ?')
      .pluck()
      .get(`mark.${name}`);
    return json === undefined ? null : storedOrNull(v.string(), json);
  }

  setMark(name: string, value: string): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO setting (name, json) VALUES (?, ?)')
      .run(`mark.${name}`, JSON.stringify(value));
  }
}
