import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import type { Services } from '../services/services.ts';

const ACTIVE_RUNS_MARK = 'under-way';
/** Argument passed when Edgewise is started at login, except on macOS, which passes none. */
const AT_LOGIN_ARGUMENT = '--at-login';

/**
 * Returns the path of the file that makes Linux desktops start Edgewise at login (freedesktop.org, “Desktop Application
 * Autostart”).
 */
const autostartFile = (): string =>
  path.join(
    process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'),
    'autostart',
    'edgewise.desktop',
  );

/** Enables or disables launching at login. Works only in the packaged application. */
function setStartAtLogin(wanted: boolean): void {
  if (!app.isPackaged) return;
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: wanted, args: [AT_LOGIN_ARGUMENT] });
    return;
  }
  const file = autostartFile();
  if (!wanted) {
    rmSync(file, { force: true });
    return;
  }
  const program = process.env['APPIMAGE'] ?? process.execPath;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=Edgewise\nExec="${program.replaceAll(/(["`$\\])/g, '\\\\$1')}" ${AT_LOGIN_ARGUMENT}\n`,
  );
}

/** Returns whether the system started Edgewise at login. If so, the window stays hidden until the user opens it. */
export const startedAtLogin = (argv: readonly string[]): boolean =>
  process.platform === 'darwin'
    ? app.getLoginItemSettings().wasOpenedAtLogin
    : argv.includes(AT_LOGIN_ARGUMENT);

/**
 * Records which runs are active. If Edgewise is set to start at login, resumes the runs that were active when it last
 * ended, even after a crash.
 */
export function resumeActiveRuns(services: Services): void {
  const { marks } = services;
  const before = idsIn(marks.mark(ACTIVE_RUNS_MARK));
  let remembered = '';
  let ended = false;
  const remember = (): void => {
    const now = JSON.stringify(services.runs.running);
    if (ended || now === remembered) return;
    remembered = now;
    marks.setMark(ACTIVE_RUNS_MARK, now);
  };
  services.onEvent((event) => {
    if (event.type === 'run.changed') remember();
    if (event.type === 'settings.changed') setStartAtLogin(event.settings.startAtLogin);
  });
  // Closing stops all runs. Don't change the recorded list then, because it says which runs to resume at the next
  // start.
  app.on('before-quit', () => (ended = true));
  if (!services.settings().startAtLogin) return;
  for (const id of before) {
    if (services.runs.running.includes(id)) continue;
    try {
      if (services.runs.get(id).resumable) services.runs.resume(id);
    } catch (error) {
      // The run has been deleted, so there is nothing to resume.
      console.error(error);
    }
  }
}

function idsIn(json: string | null): number[] {
  try {
    const ids: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}
