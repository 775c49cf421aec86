// Checkpoints of every engine, changed at random as if another version had written them. Either the run resumes, or it
// keeps its status and says which version can resume it. It never fails with an internal error.
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import Database from 'better-sqlite3';
import { engines, loadEngine } from '../../src-core/engines.ts';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { random, type Random } from '../../src-core/random.ts';
import { allOf, owenPuzzle, startHost } from '../integration/host.ts';
import { quietly, type Part } from './part.ts';
import { RAW } from './requests.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const sliding: Puzzle = {
  kind: 'sliding',
  name: 'Far',
  width: 4,
  height: 4,
  start: [0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
  goal: 'blank-last',
};
const CHANGES = 3;
/** Maximum time until a resumed run is searching, ends or is refused, in milliseconds */
const BEGIN_MS = 60_000;

type Fields = Record<string, unknown>;

/** Returns every object with named fields within a value, including the value itself. */
function objectsIn(value: unknown, depth = 0): Fields[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth > 6) return [];
  if (value instanceof Map || value instanceof Set) return [];
  const inner = Object.values(value)
    .slice(0, 20)
    .flatMap((each) => objectsIn(each, depth + 1));
  return Array.isArray(value) ? inner : [value as Fields, ...inner];
}

/**
 * Removes or renames a field of a checkpoint, changes its type, or changes the versions. Returns a description of the
 * change.
 */
function change(checkpoint: Fields, chance: Random): string {
  const objects = objectsIn(checkpoint).filter((each) => Object.keys(each).length > 0);
  const object = objects[chance.below(objects.length)]!;
  const names = Object.keys(object);
  const name = names[chance.below(names.length)]!;
  const value = object[name];
  switch (chance.below(6)) {
    case 0:
      checkpoint['engineVersion'] = [0, 99, 'x', null][chance.below(4)];
      return 'another version of the engine';
    case 1:
      Reflect.deleteProperty(object, name);
      return `no ${name}`;
    case 2:
      Reflect.deleteProperty(object, name);
      object['other'] = value;
      return `${name} renamed`;
    default:
      object[name] = [null, 'x', -1, [], {}, true][chance.below(6)];
      return `${name} = ${JSON.stringify(object[name])}`;
  }
}

class Session {
  readonly failures: string[] = [];
  readonly counts = { refused: 0, resumed: 0 };
  readonly #dir: string;
  readonly #chance: Random;
  readonly #engine: string;
  #runId = 0;

  constructor(dir: string, chance: Random, engine: string) {
    this.#dir = dir;
    this.#chance = chance;
    this.#engine = engine;
  }

  async play(): Promise<void> {
    if (!(await this.#prepare())) return;
    const db = new Database(path.join(this.#dir, 'edgewise.sqlite'));
    const whole = db.prepare<[], Buffer>('SELECT data FROM checkpoint ORDER BY id DESC').pluck().get()!;
    db.close();
    for (let i = 0; i < CHANGES; i++) {
      const checkpoint = deserialize(whole) as Fields;
      const what = `${this.#engine}, ${change(checkpoint, this.#chance)}`;
      this.#store(serialize(checkpoint));
      const fault = await this.#resume();
      if (fault !== null) this.failures.push(`${what}: ${fault}`);
    }
  }

  /** Stores a stopped run. Returns false if the run ended before it could be stopped. */
  async #prepare(): Promise<boolean> {
    const { solves, hunts } = await loadEngine(this.#engine);
    const host = await startHost(this.#dir);
    const { id } = await host.call('library.add', {
      puzzle: solves === 'sliding' ? sliding : owenPuzzle(10, 10),
    });
    const wanted = { solutions: hunts ? 1 : ('all' as const), boards: true };
    const reply = await host.services.dispatch('runs.start', allOf(id, { engine: this.#engine, wanted }));
    if (reply.ok) {
      this.#runId = (reply.value as { runId: number }).runId;
      const run = () => host.services.runs.get(this.#runId);
      await host.until(() => run().figures.nodes > 0 || !host.services.runs.running.includes(this.#runId));
      await host.call('runs.stop', { runId: this.#runId });
    }
    const isStopped = reply.ok && host.services.runs.get(this.#runId).status === 'stopped';
    await host.close();
    return isStopped;
  }

  #store(data: Buffer): void {
    const db = new Database(path.join(this.#dir, 'edgewise.sqlite'));
    db.prepare('UPDATE checkpoint SET data = ?').run(data);
    db.prepare(`UPDATE run SET status = 'stopped', message = ''`).run();
    db.close();
  }

  async #resume(): Promise<string | null> {
    const runId = this.#runId;
    const host = await startHost(this.#dir);
    const run = () => host.services.runs.get(runId);
    const refused = (): string | null => {
      this.counts.refused++;
      const { status, notHere } = run();
      if (status !== 'stopped') return `refused, and now it is ${status}`;
      return /Continue the run with|was written by the engine/.test(notHere ?? '')
        ? null
        : `it says “${notHere}”`;
    };
    try {
      await host.call('runs.get', { runId });
      const reply = await host.services.dispatch('runs.resume', { runId });
      if (!reply.ok) return run().notHere === null ? reply.error.message : refused();
      host.events.length = 0;
      const searches = (): boolean =>
        host.events.some((event) => event.type === 'run.progress' && event.runId === runId);
      const begun = host.until(() => searches() || !host.services.runs.running.includes(runId));
      const late = new Promise<true>((resolve) => setTimeout(resolve, BEGIN_MS, true).unref());
      if (await Promise.race([begun, late])) return `does not begin within ${BEGIN_MS / 1000} s`;
      await host.call('runs.stop', { runId });
      const { status, message, notHere } = run();
      if (notHere !== null) return refused();
      this.counts.resumed++;
      return status === 'failed' || RAW.test(message) ? `${status}: ${message}` : null;
    } finally {
      await host.close();
    }
  }
}

export const checkpoints: Part = async (seed, going) => {
  const chance = random(seed, 18);
  const failures: string[] = [];
  const names = Object.keys(engines);
  const first = chance.below(names.length);
  let sessions = 0;
  const counts = { refused: 0, resumed: 0 };
  await quietly(async () => {
    do {
      const dir = temporaryDir();
      const session = new Session(dir, chance, names[(first + sessions) % names.length]!);
      await session.play();
      failures.push(...session.failures);
      counts.refused += session.counts.refused;
      counts.resumed += session.counts.resumed;
      sessions++;
      removeDir(dir);
    } while (going(sessions) && failures.length < 200);
  });
  const { refused, resumed } = counts;
  return {
    count: refused + resumed,
    tried: `${refused + resumed} changed checkpoints, ${refused} refused and ${resumed} resumed`,
    failures,
  };
};
