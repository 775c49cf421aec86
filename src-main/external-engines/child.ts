import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { MAX_LINE } from '../../src-core/run/engine-protocol.ts';
import { ownEnvironment } from '../paths.ts';

/** Last words of standard error that are kept. */
const KEPT_ERROR = 2_000;

export interface Child {
  readonly pid: number | undefined;
  /** A line to its standard input; of no effect when it is gone. */
  write(line: string): void;
  /** Reads on or waits: what it prints meanwhile fills its own pipe, and then it waits too. */
  hold(wait: boolean): void;
  /** Halts it and all that it started, or lets it go on. */
  halt(halted: boolean): void;
  /** Asks it to end, as Ctrl-C does. */
  ask(): void;
  kill(): void;
  /** The end of what it wrote to standard error. */
  readonly lastWords: string;
  /** Processor time it has taken, in milliseconds, as the system counts it; 0 where the system does not say. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

export interface ChildEvents {
  line(text: string): void;
  /** A line beyond MAX_LINE: nothing more is read. */
  tooLong(): void;
  /** Once. `why`: it could not be started. */
  exit(code: number | null, signal: string | null, why?: string): void;
}

/**
 * Starts a program in a process group of its own, so that it ends with all that it started. Throws nothing: what can't be
 * started is told as its exit, later.
 */
export function startChild(
  command: string,
  args: readonly string[],
  options: { readonly lowPriority: boolean },
  events: ChildEvents,
): Child {
  const grouped = process.platform !== 'win32';
  let words = '';
  let cpu = 0;
  let over = false;
  const end = (code: number | null, signal: string | null, why?: string): void => {
    if (over) return;
    over = true;
    events.exit(code, signal, why);
  };
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(command, args, {
      stdio: 'pipe',
      detached: grouped,
      windowsHide: true,
      env: ownEnvironment(command),
    });
    child.once('error', (error) => end(null, null, whyNotStarted(error)));
    child.once('close', (code, signal) => end(code, signal));
    child.stdin.on('error', () => undefined); // it is gone: `close` tells
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (words = (words + text).slice(-KEPT_ERROR)));
    splitLines(child.stdout, events);
  } catch (error) {
    // some faults of a command are thrown, and where files have run out there are no pipes
    setImmediate(() => end(null, null, error instanceof Error ? whyNotStarted(error) : String(error)));
    return notStarted;
  }
  if (options.lowPriority && child.pid !== undefined) {
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // it has ended already
    }
  }
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(grouped ? -child.pid : child.pid, name);
    } catch {
      // it has ended already
    }
  };
  return {
    pid: child.pid,
    write(line) {
      if (child.stdin.writable) child.stdin.write(`${line}\n`);
    },
    hold(wait) {
      if (wait) child.stdout.pause();
      else child.stdout.resume();
    },
    halt(halted) {
      if (grouped) signal(halted ? 'SIGSTOP' : 'SIGCONT');
    },
    ask: () => signal('SIGTERM'),
    kill: () => signal('SIGKILL'),
    get lastWords() {
      return words.trim();
    },
    get cpuMs() {
      return (cpu = Math.max(cpu, cpuOf(child.pid)));
    },
    get memoryBytes() {
      return memoryOf(child.pid);
    },
  };
}

const notStarted: Child = {
  pid: undefined,
  write: () => undefined,
  hold: () => undefined,
  halt: () => undefined,
  ask: () => undefined,
  kill: () => undefined,
  lastWords: '',
  cpuMs: 0,
  memoryBytes: 0,
};

function splitLines(stream: Readable, events: ChildEvents): void {
  let rest: Buffer[] = [];
  let size = 0;
  let dead = false;
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1 && !dead; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8');
      rest = [];
      size = 0;
      from = at + 1;
      events.line(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    if (dead) return;
    rest.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size <= MAX_LINE) return;
    dead = true;
    rest = [];
    events.tooLong();
  });
}

/** Linux: the times of a process, of those it started and of their children that have ended, in milliseconds; elsewhere 0. */
export const cpuOf = (pid: number | undefined): number =>
  familyOf(pid).reduce((sum, each) => {
    const stat = fileOf(each, 'stat');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + [11, 12, 13, 14].reduce((own, field) => own + (Number(fields[field]) || 0), 0) * 10;
  }, 0);

const memoryOf = (pid: number | undefined): number =>
  familyOf(pid).reduce((sum, each) => sum + (Number(fileOf(each, 'statm').split(' ')[1]) || 0) * 4096, 0);

/** A process and all that live under it; none where the system does not say. */
function familyOf(pid: number | undefined): number[] {
  if (pid === undefined || process.platform !== 'linux') return [];
  const family = [pid];
  for (const each of family) {
    for (const word of fileOf(each, `task/${each}/children`).split(' ')) {
      if (word !== '' && family.length < 1000) family.push(Number(word));
    }
  }
  return family;
}

/** Empty when it has ended meanwhile. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** In words where people can do something about it; what the system said stands behind. */
function whyNotStarted({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `there is no such program (${message})`;
  if (code === 'EACCES') return `it may not be run as a program (${message})`;
  return message;
}
