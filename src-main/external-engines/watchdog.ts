import { spawn, type ChildProcess } from 'node:child_process';
import { temporaryPrefix } from '../temporary-folder.ts';

/** Environment variable that identifies an engine's processes, including child processes, which inherit it. */
const ENGINE_VARIABLE = 'EDGEWISE_ENGINE';

/**
 * On request, ends an engine with all its child processes and deletes its temporary folders. Ends all engines when
 * standard input ends, because Edgewise has then ended or been killed. A child can leave the process group with setsid.
 * So the script also ends the descendants and, on Linux, every process with the engine's mark in its environment.
 *
 * It is a shell script, because Electron's program can't always run Node scripts, and a shell uses less memory.
 */
const WATCHDOG_SCRIPT = `
trap '' HUP INT TERM
mark=$1 folders=$2 host=$3 watched=
family() {
  grep -sFl "$1" /proc/[0-9]*/environ | tr -dc '0-9\\n'
  [ -z "$2" ] || ps -A -o pid= -o ppid= | awk -v root="$2" '
    { parent[$1] = $2 }
    END {
      for (pid in parent)
        for (at = parent[pid]; at in parent && at > 1; at = parent[at]) if (at == root) { print pid; break }
    }'
}
end() {
  for round in 1 2 3 4 5; do
    pids=$(family "$1" "$2")
    [ -z "$2" ] || kill -9 "-$2"
    [ -n "$pids" ] || break
    kill -9 $pids
  done
  [ -z "$2" ] || rm -rf "$folders$2-"*
}
while read -r what number pid; do
  case $what in
    watch) watched="$watched $number:$pid" ;;
    end)
      end "$mark.$number." "$pid"
      left=
      for each in $watched; do [ "$each" = "$number:$pid" ] || left="$left $each"; done
      watched=$left ;;
  esac
done
for each in $watched; do end "$mark.\${each%:*}." "\${each#*:}"; done
end "$mark."
rm -rf "$folders$host-"*
`;

let mark: string | null = null;
const ownMark = (): string =>
  (mark ??= `${process.pid}.${process.getBuiltinModule('node:crypto').randomBytes(8).toString('hex')}`);
let shell: ChildProcess | null = null;
let engines = 0;

/**
 * Sends a line to the watchdog, starting it if necessary. Does nothing on Windows, which has no shell, or if the shell
 * can't be started.
 */
function tell(line: string): void {
  if (process.platform === 'win32') return;
  try {
    shell ??= start();
    shell.stdin!.write(`${line}\n`);
  } catch {
    // There are too many processes or open files to start the shell. The engine can still be stopped by request.
  }
}

function start(): ChildProcess {
  // If this process is itself an engine, its environment contains EDGEWISE_ENGINE. Don't pass the variable on: ending
  // this engine would also end its watchdog, which must still end the engines that this process has started.
  const { [ENGINE_VARIABLE]: _, ...env } = process.env;
  const args = [
    '-c',
    WATCHDOG_SCRIPT,
    'edgewise-watchdog',
    `${ENGINE_VARIABLE}=${ownMark()}`,
    temporaryPrefix(),
    String(process.pid),
  ];
  const child = spawn('/bin/sh', args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env,
  });
  const gone = (): void => {
    if (shell === child) shell = null;
  };
  child.once('error', gone);
  child.once('exit', gone);
  child.stdin.on('error', gone);
  // The watchdog must not keep this process alive.
  child.unref();
  (child.stdin as { unref?: () => void }).unref?.();
  return child;
}

interface Watched {
  readonly env: Readonly<Record<string, string>>;
  started(pid: number | undefined): void;
  /**
   * Kills the engine and every process that it started, and deletes its temporary folders. `over`: whether the engine
   * has already ended.
   */
  end(pid: number | undefined, over: boolean): void;
}

/** Starts the watchdog if it isn't running. */
export const startWatchdog = (): void => tell('');

/** Registers the engine that will be started next. If this process is killed, the watchdog ends that engine. */
export function watchEngine(): Watched {
  const number = ++engines;
  startWatchdog();
  return {
    env: { [ENGINE_VARIABLE]: `${ownMark()}.${number}.` },
    started(pid) {
      if (pid !== undefined) tell(`watch ${number} ${pid}`);
    },
    end(pid, over) {
      if (pid === undefined) return;
      if (process.platform !== 'win32') tell(`end ${number} ${pid}`);
      // Don't end an engine that has already ended: Windows soon reuses its process ID.
      else if (!over) endTree(pid);
    },
  };
}

/** Ends a process and its descendants on Windows, which has no process groups but knows each process's parent. */
function endTree(pid: number): void {
  const args = ['/pid', String(pid), '/t', '/f'];
  spawn('taskkill', args, { stdio: 'ignore', windowsHide: true }).on('error', () => undefined);
}
