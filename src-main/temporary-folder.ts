import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { explained } from './disk-problem.ts';
import { sha256 } from './hashing.ts';

/**
 * Identifies the machine and container in which a process ID is valid. Containers can share the folder for temporary
 * files, but each numbers its processes from 1.
 */
const machine = (): string => sha256(`${hostname()} ${processNamespace()}`).toString('hex', 0, 4);

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // only Linux has process namespaces
    return '';
  }
}

/** Returns the part of a path shared by all temporary folders, which is everything before the process ID. */
export const temporaryPrefix = (): string => path.join(tmpdir(), `edgewise-${machine()}-`);

let cleaned = false;

/**
 * Creates a folder for temporary files, readable only by its owner. Its name contains this process's ID. If the
 * process is killed, Edgewise can recognise the folder later and delete it.
 */
export function makeTemporaryFolder(kind: string): string {
  if (!cleaned) removeLeftovers();
  try {
    return mkdtempSync(`${temporaryPrefix()}${process.pid}-${kind}-`);
  } catch (error) {
    throw explained(error, {
      what: 'The folder for temporary files',
      folder: tmpdir(),
      otherwise: `choose another with ${process.platform === 'win32' ? 'TEMP' : 'TMPDIR'}`,
    });
  }
}

/** Deletes the temporary folders of processes that were killed. */
export function removeLeftovers(): void {
  cleaned = true;
  const prefix = path.basename(temporaryPrefix());
  for (const name of namesIn(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length)) : NaN;
    if (!(pid > 0) || isAlive(pid)) continue;
    try {
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, or is in use. It does no harm if it stays.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // the folder can't be read
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
