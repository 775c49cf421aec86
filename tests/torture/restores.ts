// Up to two windows at a time restore backups, again and again, while the clock stands still or goes back a second.
// Every restore keeps the replaced library under a new name, and a kept library never changes. Other restores are
// killed before they end.
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { random, type Random } from '../../src-core/random.ts';
import { createServices, type Services } from '../../src-main/services/services.ts';
import { solverHere } from '../../src-main/solver-process/session.ts';
import { killRestore } from './killed-restores.ts';
import { otherDate } from './other-date.ts';
import { quietly, type Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
const ROUNDS = 8;

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function namesIn(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const names = db.prepare<[], string>('SELECT name FROM puzzle').pluck().all();
  db.close();
  return names;
}

/** Makes a backup and uploads it, as a window does. Returns the id of the upload. */
async function upload({ api }: Services): Promise<number> {
  const made = await api['backup.make']({});
  const { data } = await api['backup.read']({ transfer: made.transfer, offset: 0 });
  return (await api['backup.put']({ transfer: null, offset: 0, data })).transfer;
}

/** Adds a puzzle to the library, then restores an earlier backup over it. */
async function restoreOnce(services: Services, name: string, kept: string[]): Promise<void> {
  let transfer = await upload(services);
  services.library['library.add']({ puzzle: { ...puzzle, name } });
  for (;;) {
    const reply = await services.dispatch('backup.restore', { transfer });
    if (reply.ok) {
      kept.push((reply.value as { kept: string }).kept);
      return;
    }
    if (!/^A backup is being restored/.test(reply.error.message)) throw new Error(reply.error.message);
    transfer = await upload(services); // a rejected upload is deleted
  }
}

async function failuresOf(services: Services, chance: Random): Promise<string[]> {
  const kept: string[] = [];
  const names: string[] = [];
  const digests = new Map<string, string>();
  const failures: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const mine = Array.from({ length: 1 + chance.below(2) }, (_, window) => `library ${round}.${window}`);
    names.push(...mine);
    await Promise.all(mine.map((name) => restoreOnce(services, name, kept)));
    for (const file of kept) {
      const before = digests.get(file);
      const now = digest(file);
      if (before !== undefined && before !== now) failures.push('a kept library was changed');
      digests.set(file, now);
    }
  }
  if (new Set(kept).size < kept.length)
    failures.push(`${kept.length} restores kept ${new Set(kept).size} files`);
  const left = new Set(kept.flatMap(namesIn));
  for (const { name } of services.library['library.list']({})) left.add(name);
  for (const name of names) if (!left.has(name)) failures.push(`${name} is lost`);
  return failures;
}

export const restores: Part = async (seed, going) => {
  const chance = random(seed, 11);
  const failures: string[] = [];
  const RealDate = globalThis.Date;
  const start = RealDate.parse('2026-11-26T12:00:00Z');
  let tried = 0;
  let restored = 0;
  do {
    const killed = await killRestore(chance);
    failures.push(...killed.failures);
    if (killed.restored) restored++;
    const dir = temporaryDir();
    // a clock that stands still and is sometimes set back by a second
    globalThis.Date = otherDate(() => start - 1000 * chance.below(2));
    try {
      const options = {
        host: 'local',
        dataDir: dir,
        samplesDir: '/nowhere',
        spawnSolver: solverHere,
      } as const;
      const services = await createServices(options);
      services.library['library.add']({ puzzle });
      const found = await quietly(() => failuresOf(services, chance));
      failures.push(...found.map((failure) => `library ${tried}: ${failure}`));
      await services.close();
    } finally {
      globalThis.Date = RealDate;
    }
    removeDir(dir);
    tried++;
  } while (going(tried) && failures.length < 200);
  return {
    count: tried,
    tried: `${tried} libraries, each replaced ${ROUNDS} to ${2 * ROUNDS} times within a second by two windows; ${tried} kills, ${restored} of them after the restore`,
    failures,
  };
};
