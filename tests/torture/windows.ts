// Two or three windows edit one puzzle at random. A window that saves never replaces a change that it has not shown.
// So every saved change is still in the puzzle or in a copy, unless a window replaced it after showing it.
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { EdgePuzzle, Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { mergedVersions } from '../../src-core/puzzle/versions.ts';
import { random, type Random } from '../../src-core/random.ts';
import { startHost, type TestHost } from '../integration/host.ts';
import type { Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const { puzzle } = generate({ family: 'scramble', width: 3, height: 3, seed: 1 });
const ROUNDS = 12;

interface Window {
  readonly isEditor: boolean;
  id: number;
  base: EdgePuzzle;
  revision: string;
  mine: EdgePuzzle;
  /** every change that this window has shown or made, such as "c12" */
  readonly shown: Set<string>;
}

/** Returns the changes in a puzzle. Each change wrote a unique text, such as "c12". */
const changesIn = (each: Puzzle): string[] => JSON.stringify(each).match(/\bc\d+\b/g) ?? [];

class Session {
  readonly failures: string[] = [];
  saves = 0;
  conflicts = 0;
  readonly #host: TestHost;
  readonly #chance: Random;
  #changes = 0;
  /** contents of each puzzle after its last save */
  readonly #current = new Map<number, EdgePuzzle>();
  readonly #saved = new Set<string>();
  /** changes that were replaced in a window that had shown them, so the user replaced them knowingly */
  readonly #replaced = new Set<string>();

  constructor(host: TestHost, chance: Random) {
    this.#host = host;
    this.#chance = chance;
  }

  async play(): Promise<void> {
    const { id } = await this.#host.call('library.add', { puzzle });
    const windows: Window[] = [];
    for (let i = 2 + this.#chance.below(2); i > 0; i--) windows.push(await this.#open(id));
    for (let round = 0; round < ROUNDS; round++) {
      for (const window of windows) if (this.#chance.below(3) > 0) this.#change(window);
      await Promise.all(windows.filter(() => this.#chance.below(2) > 0).map((window) => this.#save(window)));
    }
    const library = await this.#host.call('library.list', {});
    const left = new Set<string>();
    for (const { id: each } of library) {
      const { puzzle: stored } = await this.#host.call('library.get', { id: each });
      for (const change of changesIn(stored)) left.add(change);
    }
    for (const change of this.#saved)
      if (!left.has(change) && !this.#replaced.has(change)) this.failures.push(`change ${change} is lost`);
  }

  async #open(id: number): Promise<Window> {
    const { puzzle: base, revision } = await this.#host.call('library.get', { id });
    const edge = base as EdgePuzzle;
    const shown = new Set(changesIn(edge));
    return { isEditor: this.#chance.below(2) === 0, id, base: edge, revision, mine: edge, shown };
  }

  #change(window: Window): void {
    const text = `c${++this.#changes}`;
    window.shown.add(text);
    const { mine } = window;
    const at = this.#chance.below(mine.labels.length + 3);
    if (at === 0) window.mine = { ...mine, name: text };
    else if (at === 1) window.mine = { ...mine, notes: text };
    else if (at === 2) window.mine = { ...mine, labels: [...mine.labels, { name: text }] };
    else window.mine = { ...mine, labels: mine.labels.with(at - 3, { name: text }) };
  }

  async #save(window: Window, copy = false): Promise<void> {
    const { id, revision, mine } = window;
    const { call } = this.#host;
    const steps = [{ title: 'Change', changes: [] }];
    const saved = window.isEditor
      ? await call('editing.save', { id, puzzle: mine, revision, from: 0, steps, position: 1, copy })
      : await call('library.save', { id, puzzle: mine, revision, copy });
    if (saved === null) return this.#settle(window);
    this.#acknowledge(window, saved.id);
    window.id = saved.id;
    window.base = mine;
    window.revision = saved.revision;
  }

  /** Compares the saved puzzle with the previous one. Saves are acknowledged in order. */
  #acknowledge({ mine, shown }: Window, id: number): void {
    this.saves++;
    const before = this.#current.get(id);
    const now = new Set(changesIn(mine));
    for (const change of before ? changesIn(before) : []) {
      if (now.has(change)) continue;
      if (shown.has(change)) this.#replaced.add(change);
      else this.failures.push(`change ${change} was replaced by a window that never showed it`);
    }
    for (const change of now) this.#saved.add(change);
    this.#current.set(id, mine);
  }

  /** Resolves a conflict by choosing one of the two versions, as a user would. */
  async #settle(window: Window): Promise<void> {
    this.conflicts++;
    const { puzzle: stored, revision } = await this.#host.call('library.get', { id: window.id });
    const theirs = stored as EdgePuzzle;
    const merged = mergedVersions(window.base, window.mine, theirs);
    const kept = new Set(merged ? changesIn(merged) : []);
    const made = [window.mine, theirs]
      .flatMap(changesIn)
      .filter((each) => !changesIn(window.base).includes(each));
    if (merged && !made.every((each) => kept.has(each)))
      this.failures.push('a merged version lacks a change');
    for (const change of changesIn(theirs)) window.shown.add(change);
    const choice = this.#chance.below(merged ? 6 : 3);
    if (choice === 0) return this.#save(window, true);
    window.base = theirs;
    window.revision = revision;
    if (choice === 1) window.mine = theirs;
    else {
      if (choice > 2) window.mine = merged!;
      await this.#save(window);
    }
  }
}

export const windows: Part = async (seed, going) => {
  const chance = random(seed, 8);
  const dir = temporaryDir();
  const host = await startHost(dir);
  const failures: string[] = [];
  const counts = { sessions: 0, saves: 0, conflicts: 0 };
  do {
    const session = new Session(host, chance);
    await session.play();
    failures.push(...session.failures.map((failure) => `session ${counts.sessions}: ${failure}`));
    counts.sessions++;
    counts.saves += session.saves;
    counts.conflicts += session.conflicts;
    for (const { id } of await host.call('library.list', {})) await host.call('library.remove', { id });
    await host.call('bin.empty', {});
  } while (going(counts.sessions) && failures.length < 200);
  await host.close();
  removeDir(dir);
  const { sessions, saves, conflicts } = counts;
  return {
    count: sessions,
    tried: `${saves} saves by two or three windows of one puzzle, ${conflicts} of them first refused`,
    failures,
  };
};
