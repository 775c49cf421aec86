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
import path from 'node:path';
import { PIECE_BYTES } from '../../src-core/contract/backup.ts';
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
  /** called after another library replaced the current one */
  readonly onRestored: () => void;
}

/** The files of backups being downloaded or uploaded, by transfer number. */
function transfersIn(dir: string) {
  rmSync(dir, { recursive: true, force: true }); // left by a host that was killed
  let transfers = 0;
  const file = (transfer: number): string => path.join(dir, `${transfer}.part`);
  return {
    file,
    next: (): number => {
      mkdirSync(dir, { recursive: true });
      return ++transfers;
    },
    /** Throws, with a sentence for users, if no transfer has this number or if it has ended. */
    expectKnown: (transfer: number): string => {
      if (existsSync(file(transfer))) return file(transfer);
      throw new Error('This transfer of a backup is over. Start it again.');
    },
  };
}

/**
 * Sends and receives the whole library as one file, in pieces, because the window may be on another machine
 * than the disk.
 */
export function backupService({ store, emit, dataDir, runs, lab, onRestored }: BackupOptions): BackupApi {
  const { next, file, expectKnown } = transfersIn(path.join(backupsDir(dataDir), 'transfers'));
  return {
    'backup.make': async () => {
      const transfer = next();
      await store.backUp(file(transfer));
      return { transfer, name: backupName(new Date()), bytes: statSync(file(transfer)).size };
    },
    'backup.read': ({ transfer, offset }) => {
      const descriptor = openSync(expectKnown(transfer), 'r');
      try {
        const buffer = Buffer.alloc(PIECE_BYTES);
        const bytes = readSync(descriptor, buffer, 0, PIECE_BYTES, offset);
        // The last piece was read, so the file is no longer needed.
        if (offset + bytes >= fstatSync(descriptor).size) rmSync(file(transfer), { force: true });
        return { data: buffer.toString('base64', 0, bytes) };
      } finally {
        closeSync(descriptor);
      }
    },
    'backup.put': ({ transfer: given, offset, data }) => {
      const transfer = given ?? next();
      const descriptor = openSync(
        given === null ? file(transfer) : expectKnown(given),
        given === null ? 'wx+' : 'r+',
      );
      try {
        const { size: received } = fstatSync(descriptor);
        if (offset > received)
          throw new Error(
            `A piece of the file is missing: ${received} bytes came, the next one is ${offset}.`,
          );
        ftruncateSync(descriptor, offset);
        writeSync(descriptor, Buffer.from(data, 'base64'), 0, undefined, offset);
        return { transfer };
      } finally {
        closeSync(descriptor);
      }
    },
    'backup.restore': async ({ transfer }) => {
      const incoming = expectKnown(transfer);
      if (runs.occupied)
        throw new Error('Runs are under way. Stop them first: a restored library does not know them.');
      if (lab.busy)
        throw new Error(
          'The lab is at work. Pause its experiment first: a restored library does not know it.',
        );
      try {
        const kept = await store.restoreFrom(incoming);
        emit({ type: 'settings.changed', settings: store.settings.get() });
        emit({ type: 'library.changed' });
        emit({ type: 'library.replaced' });
        onRestored();
        return { kept };
      } finally {
        rmSync(incoming, { force: true });
      }
    },
  };
}
