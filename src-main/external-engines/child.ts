import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { MAX_LINE_LENGTH } from '../../src-core/run/engine-protocol.ts';
import { ownEnvironment } from '../paths.ts';
import { watchEngine } from './watchdog.ts';

/** Number of characters to keep from the end of the program's standard error. */
const MAX_STDERR_LENGTH = 2_000;

/** A program that was started. It may have ended since. */
export interface Child {
  readonly pid: number | undefined;
  /** Writes a line to the program's standard input. Does nothing if the program has ended. */
  write(line: string): void;
  /** Stops or resumes reading the program's output. While it is not read, the pipe fills up and the program waits. */
  hold(wait: boolean): void;
  /** Suspends or resumes the program and its child processes. Does nothing on Windows. */
  halt(halted: boolean): void;
  /** Sends SIGTERM. */
  ask(): void;
  /** Kills the program with all its child processes, and deletes its temporary folders. */
  kill(): void;
  /** The last 2,000 characters of the program's standard error. */
  readonly lastWords: string;
  /** Processor time in milliseconds; 0 if the system doesn't report it. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

export interface ChildEvents {
  line(text: string): void;
  /** Called when the program prints a line longer than MAX_LINE_LENGTH. No more output is read. */
  tooLong(): void;
  /** Called once, when the program has ended or couldn't be started. `why`: why it couldn't be started. */
  exit(code: number | null, signal: string | null, why?: string): void;
}

/**
 * Starts a program in its own process group. The program is killed when this process ends. Never throws: if the
 * program can't be started, `exit` reports it later.
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
  let hold: Child['hold'];
  const watched = watchEngine();
  try {
    const env = { ...ownEnvironment(command), ...watched.env };
    child = spawn(command, args, { stdio: 'pipe', detached: grouped, windowsHide: true, env });
    child.once('error', (error) => end(null, null, whyNotStarted(error)));
    child.once('close', (code, signal) => end(code, signal));
    // Writing fails once the program has ended. Ignore that, because the event `close` reports the end.
    child.stdin.on('error', () => undefined);
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (words = (words + text).slice(-MAX_STDERR_LENGTH)));
    hold = splitLines(child.stdout, events);
  } catch (error) {
    // `spawn` throws some errors instead of emitting them: for a command with a NUL byte, or if there are no free file
    // descriptors.
    setImmediate(() => end(null, null, error instanceof Error ? whyNotStarted(error) : String(error)));
    return notStarted;
  }
  watched.started(child.pid);
  if (options.lowPriority) lowerPriority(child.pid);
  const signal = (name: NodeJS.Signals): void => sendSignal(child.pid, name, grouped);
  return {
    pid: child.pid,
    write(line) {
      if (child.stdin.writable) child.stdin.write(`${line}\n`);
    },
    hold,
    halt(halted) {
      if (grouped) signal(halted ? 'SIGSTOP' : 'SIGCONT');
    },
    ask: () => signal('SIGTERM'),
    kill: () => watched.end(child.pid, over),
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

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The program has already ended.
  }
}

function sendSignal(pid: number | undefined, name: NodeJS.Signals, grouped: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(grouped ? -pid : pid, name);
  } catch {
    // The program has already ended.
  }
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

/**
 * Passes the stream's lines to `events` and returns the function `hold`. Reads one piece (64 KB) at a time, so that
 * the host can answer requests in between.
 */
function splitLines(stream: Readable, events: ChildEvents): Child['hold'] {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let dead = false;
  let held = false;
  const read = (): void => {
    if (!held) stream.resume();
  };
  stream.on('data', (piece: Buffer) => {
    stream.pause();
    setImmediate(read);
    if (dead) return;
    // Split only the new piece, so that a long line isn't searched again with every piece.
    const lines = decoder.write(piece).split('\n');
    lines[0] = rest + lines[0]!;
    rest = lines.pop()!;
    for (const line of lines) events.line(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (rest.length <= MAX_LINE_LENGTH) return;
    dead = true;
    rest = '';
    events.tooLong();
  });
  return (wait) => {
    held = wait;
    if (wait) stream.pause();
    else stream.resume();
  };
}

/** Returns the processor time of a process and its descendants in milliseconds, on Linux; 0 elsewhere. */
export const cpuOf = (pid: number | undefined): number =>
  familyOf(pid).reduce((sum, each) => {
    const stat = fileOf(each, 'stat');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + [11, 12, 13, 14].reduce((own, field) => own + (Number(fields[field]) || 0), 0) * 10;
  }, 0);

const memoryOf = (pid: number | undefined): number =>
  familyOf(pid).reduce((sum, each) => sum + (Number(fileOf(each, 'statm').split(' ')[1]) || 0) * 4096, 0);

/** Returns the ids of a process and its living descendants. On systems other than Linux, returns an empty list. */
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

/** Returns the contents of a file in /proc, or an empty string if the process has ended. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function whyNotStarted({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `there is no such program (${message})`;
  if (code === 'EACCES') return `you have no permission to run it (${message})`;
  return message;
}
