import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { TRANSFER_PIECE_BYTES } from '../../src-core/contract/backup.ts';
import type { HostApi } from '../../src-core/contract.ts';
import { backupsDir, backupName } from '../store/backup.ts';
import type { Context } from './context.ts';
import type { LabService } from './lab.ts';
import type { RunService } from './runs.ts';

type BackupApi = Pick<HostApi, 'backup.make' | 'backup.read' | 'backup.put' | 'backup.restore'>;

export interface BackupOptions extends Context {
  readonly dataDir: string;
  readonly runs: Pick<RunService, 'occupied'>;
  readonly lab: Pick<LabService, 'busy'>;
  /** called after the library has been replaced with a backup */
  readonly onRestored: () => void;
}

/** Backups that are being sent to or from a window. Each has a file and a transfer number. */
class Transfers {
  readonly #dir: string;
  #transfers = 0;

  constructor(dir: string) {
    this.#dir = dir;
    // A host that was killed may have left unfinished backups.
    rmSync(dir, { recursive: true, force: true });
  }

  next(): { transfer: number; file: string } {
    mkdirSync(this.#dir, { recursive: true });
    const transfer = ++this.#transfers;
    return { transfer, file: this.#fileOf(transfer) };
  }

  file(transfer: number): string {
    const file = this.#fileOf(transfer);
    if (existsSync(file)) return file;
    throw new Error('This backup transfer has ended. Start it again.');
  }

  #fileOf(transfer: number): string {
    return path.join(this.#dir, `${transfer}.part`);
  }
}

/** Returns up to `TRANSFER_PIECE_BYTES` of a file as base64. Removes the file once it has been read to the end. */
function takePiece(file: string, offset: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(TRANSFER_PIECE_BYTES);
    const bytes = readSync(descriptor, buffer, 0, TRANSFER_PIECE_BYTES, offset);
    if (offset + bytes >= fstatSync(descriptor).size) rmSync(file, { force: true });
    return buffer.toString('base64', 0, bytes);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes a piece of a file at `offset`. First removes whatever the file contains from `offset` on, because an earlier
 * attempt to write this piece may have failed halfway. Throws if the previous piece is missing.
 */
function putPiece(file: string, flags: 'wx+' | 'r+', offset: number, data: string): void {
  const descriptor = openSync(file, flags);
  try {
    const { size: received } = fstatSync(descriptor);
    if (offset > received)
      throw new Error(
        `A piece of the file is missing: ${received} bytes were received, but the next piece starts at ${offset}.`,
      );
    ftruncateSync(descriptor, offset);
    writeSync(descriptor, Buffer.from(data, 'base64'), 0, undefined, offset);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Backs up and restores the library as a single file. The file is sent in pieces, because the window and the disk may
 * be on different machines.
 */
export function backupService({ store, emit, dataDir, runs, lab, onRestored }: BackupOptions): BackupApi {
  const transfers = new Transfers(path.join(backupsDir(dataDir), 'transfers'));
  return {
    'backup.make': async () => {
      const { transfer, file } = transfers.next();
      await store.backUp(file);
      return { transfer, name: backupName(new Date()), bytes: statSync(file).size };
    },
    'backup.read': ({ transfer, offset }) => ({ data: takePiece(transfers.file(transfer), offset) }),
    'backup.put': ({ transfer: given, offset, data }) => {
      const { transfer, file } =
        given === null ? transfers.next() : { transfer: given, file: transfers.file(given) };
      putPiece(file, given === null ? 'wx+' : 'r+', offset, data);
      return { transfer };
    },
    'backup.restore': async ({ transfer }) => {
      const incoming = transfers.file(transfer);
      // Check this before the `try` block. Its error handler deletes the file, and a refused request must not delete
      // the file that is being restored.
      store.expectNoRestore();
      if (runs.occupied)
        throw new Error('Runs are active. Stop them first, because restoring would discard them.');
      if (lab.busy)
        throw new Error(
          'An experiment is running in the lab. Pause it first, because restoring would discard it.',
        );
      try {
        const kept = await store.restoreFrom(incoming);
        emit({ type: 'settings.changed', settings: store.settings.get() });
        emit({ type: 'library.changed' });
        emit({ type: 'library.replaced' });
        onRestored();
        return { kept };
      } finally {
        await rm(incoming, { force: true });
      }
    },
  };
}
