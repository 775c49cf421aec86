/**
 * A run's milestones (`Search.milestone`), as files in a folder of their own. They save work when the run is resumed.
 * The searching thread writes them itself, so that large data passes neither through the host process nor into the
 * library.
 */
import { closeSync, openSync, readFileSync, readSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Engine, Job } from '../../src-core/engine.ts';
import { sha256 } from '../hashing.ts';
import { makeFolder } from '../make-folder.ts';
import { writeWhole } from '../write-whole.ts';

/**
 * Version of the content of milestone files. Files of other versions are ignored. In version 1, some boards were stored
 * with the wrong ancestors (the boards that they were made from).
 */
const FORMAT_VERSION = 2;
const MIN_FREE_DISK_BYTES = 2 ** 29;
/**
 * A milestone file starts with three values: a hash that identifies the engine and job, the milestone's number within
 * its task, and a checksum of the rest of the file.
 */
const HASH_BYTES = 32;
const HEADER_BYTES = HASH_BYTES + 8;
/**
 * A task has two milestone files, which are overwritten alternately. Their names contain these numbers. If the newer
 * milestone was stored after the checkpoint that a run resumes from, the run uses the older one.
 */
const FILE_TURNS = [0, 1];

/** Returns the milestones of a job, stored in the given folder; null if no folder is given. */
export const milestonesIn = (folder: string | undefined, engine: Engine, job: Job): Milestones | null =>
  folder === undefined
    ? null
    : new Milestones(folder, `${engine.name} ${engine.version} ${FORMAT_VERSION} ${JSON.stringify(job)}`);

/** Returns a checksum. Loads Node's zlib on the first call, because most searches store no milestone. */
const crc32 = (bytes: Uint8Array): number => process.getBuiltinModule('node:zlib').crc32(bytes);

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export class Milestones {
  readonly #folder: string;
  readonly #hash: Buffer;
  readonly #free: (folder: string) => number;

  /** `of`: text that identifies the engine and the job. Milestones of other jobs are ignored. */
  constructor(folder: string, of: string, free = freeBytes) {
    this.#folder = folder;
    this.#free = free;
    this.#hash = sha256(of);
  }

  /** Yields a task's readable milestones, newest first. Reads each of them on demand. */
  *of(task: number): Generator<unknown, void> {
    const newestFirst = FILE_TURNS.map((turn) => ({ turn, number: this.#number(task, turn) }))
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
        // milestones only make resuming faster, so skip an unreadable one
        continue;
      }
      yield milestone;
    }
  }

  /**
   * Stores a milestone, replacing the older of the task's two milestones. Returns the size of the new one in bytes,
   * even if writing it fails or the disk is too full.
   */
  keep(task: number, milestone: unknown): number {
    const [first, second] = FILE_TURNS.map((turn) => this.#number(task, turn)) as [number, number];
    const rest = serialize(milestone);
    const header = Buffer.alloc(HEADER_BYTES);
    this.#hash.copy(header);
    header.writeUInt32LE(Math.max(first, second) + 1, HASH_BYTES);
    header.writeUInt32LE(crc32(rest), HASH_BYTES + 4);
    try {
      makeFolder(this.#folder);
      if (this.#free(this.#folder) < MIN_FREE_DISK_BYTES + rest.length) return rest.length;
      writeWhole(this.#file(task, first <= second ? 0 : 1), [header, rest]);
    } catch {
      // Continue without the milestone. A resumed run then repeats more work, but loses nothing else.
    }
    return header.length + rest.length;
  }

  #file = (task: number, turn: number): string => path.join(this.#folder, `${task}-${turn}`);

  /**
   * Returns the number of the milestone in a file, counted from 1 within its task; 0 if the file doesn't belong to
   * this job.
   */
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
