/**
 * Milestones of a run (`Search.milestone`): files in a folder of its own, written by the searching thread, so that nothing
 * large passes through the process that answers the window, nor into the library. They save work when a run is resumed.
 * A milestone that is missing, damaged or of another job is ignored.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Engine, Job } from '../../src-core/engine.ts';
import { makeFolder } from '../make-folder.ts';
import { writeWhole } from '../write-whole.ts';

/** Of what a milestone holds: one of another format is none. In the first, now and then, boards led back to the wrong ones. */
const FORMAT = 2;
/** A disk keeps so many bytes free for what is worth more. */
const RESERVE = 2 ** 29;
/** In front of a milestone: hash of engine and job, which milestone of its task it is, checksum of the rest. */
const HASH_BYTES = 32;
const HEADER_BYTES = HASH_BYTES + 8;
/** Of each task the last two are kept by turns: the newest may be newer than a checkpoint that is gone on from. */
const TURNS = [0, 1];

/** Null where there is no folder. */
export const milestonesIn = (folder: string | undefined, engine: Engine, job: Job): Milestones | null =>
  folder === undefined
    ? null
    : new Milestones(folder, `${engine.name} ${engine.version} ${FORMAT} ${JSON.stringify(job)}`);

/** Bytes that the disk of a folder has left. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export class Milestones {
  readonly #folder: string;
  readonly #hash: Buffer;
  readonly #free: (folder: string) => number;

  /** `of`: what a search depends on. */
  constructor(folder: string, of: string, free = freeBytes) {
    this.#folder = folder;
    this.#free = free;
    this.#hash = createHash('sha256').update(of).digest();
  }

  /** Those of a task that can be read, the newest first, each read when it is asked for. */
  *of(task: number): Generator<unknown, void> {
    const newestFirst = TURNS.map((turn) => ({ turn, number: this.#number(task, turn) }))
      .filter(({ number }) => number > 0)
      .sort((a, b) => b.number - a.number);
    for (const { turn } of newestFirst) {
      let milestone: unknown;
      try {
        const bytes = readFileSync(this.#file(task, turn));
        const rest = bytes.subarray(HEADER_BYTES);
        if (crc32(rest) !== bytes.readUInt32LE(HASH_BYTES + 4)) continue;
        milestone = deserialize(rest);
      } catch {
        continue; // it only spares work
      }
      yield milestone;
    }
  }

  /** Takes the place of the older one. Returns its bytes; where the disk takes none or is nearly full the run goes on without. */
  keep(task: number, milestone: unknown): number {
    const [first, second] = TURNS.map((turn) => this.#number(task, turn)) as [number, number];
    const rest = serialize(milestone);
    const header = Buffer.alloc(HEADER_BYTES);
    this.#hash.copy(header);
    header.writeUInt32LE(Math.max(first, second) + 1, HASH_BYTES);
    header.writeUInt32LE(crc32(rest), HASH_BYTES + 4);
    try {
      makeFolder(this.#folder);
      if (this.#free(this.#folder) < RESERVE + rest.length) return rest.length;
      writeWhole(this.#file(task, first <= second ? 0 : 1), [header, rest]);
    } catch {
      // it only spares work
    }
    return header.length + rest.length;
  }

  #file = (task: number, turn: number): string => path.join(this.#folder, `${task}-${turn}`);

  /** Which milestone of its task a file holds, from 1 on; 0: none of this job. */
  #number(task: number, turn: number): number {
    const header = Buffer.alloc(HEADER_BYTES);
    try {
      const at = openSync(this.#file(task, turn), 'r');
      try {
        readSync(at, header);
      } finally {
        closeSync(at);
      }
    } catch {
      return 0;
    }
    return header.subarray(0, HASH_BYTES).equals(this.#hash) ? header.readUInt32LE(HASH_BYTES) : 0;
  }
}
