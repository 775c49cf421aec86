import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
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
  /** another library is in place */
  readonly onRestored: () => void;
}

/** The whole library as one file, handed over piece by piece: the window may be on another machine than the disk. */
export function backupService({ store, emit, dataDir, runs, lab, onRestored }: BackupOptions): BackupApi {
  const outgoing = path.join(backupsDir(dataDir), 'outgoing.part');
  const incoming = path.join(backupsDir(dataDir), 'incoming.part');
  const size = (file: string): number => {
    const descriptor = openSync(file, 'r');
    try {
      return fstatSync(descriptor).size;
    } finally {
      closeSync(descriptor);
    }
  };
  return {
    'backup.make': async () => {
      await store.backUp(outgoing);
      return { name: backupName(new Date()), bytes: size(outgoing) };
    },
    'backup.read': ({ offset }) => {
      const descriptor = openSync(outgoing, 'r');
      try {
        const buffer = Buffer.alloc(PIECE_BYTES);
        const bytes = readSync(descriptor, buffer, 0, PIECE_BYTES, offset);
        // Nobody asks for more: the file has done its service.
        if (offset + bytes >= fstatSync(descriptor).size) rmSync(outgoing, { force: true });
        return { data: buffer.toString('base64', 0, bytes) };
      } finally {
        closeSync(descriptor);
      }
    },
    'backup.put': ({ offset, data }) => {
      mkdirSync(backupsDir(dataDir), { recursive: true });
      const descriptor = openSync(incoming, offset === 0 ? 'w+' : 'r+');
      try {
        const { size: received } = fstatSync(descriptor);
        if (offset > received)
          throw new Error(
            `A piece of the file is missing: ${received} bytes came, the next one is ${offset}.`,
          );
        ftruncateSync(descriptor, offset);
        writeSync(descriptor, Buffer.from(data, 'base64'), 0, undefined, offset);
        return {};
      } finally {
        closeSync(descriptor);
      }
    },
    'backup.restore': async () => {
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
