// Starts Edgewise with its folder on a disk that is full, read-only or inaccessible. Every program names the folder and
// says how to fix the problem.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root, script } from './command-line.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const dir = temporaryDir();
afterAll(() => removeDir(dir));
const disk = path.join(dir, 'disk');
mkdirSync(disk);
const data = path.join(disk, 'data');

/**
 * Runs a command with its own disk, which the system removes afterwards. `prepare` contains shell commands that mount
 * the disk.
 */
const onDisk = (prepare: string, ...command: string[]) =>
  spawnSync('unshare', ['-rm', 'sh', '-c', `${prepare} && exec "$@"`, 'sh', ...command], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DISK: disk },
  });
const mount = (options: string): string => `mount -t tmpfs -o ${options} tmpfs "$DISK"`;
const full = `${mount('size=64k')} && { cat /dev/zero > "$DISK/fill" 2> /dev/null; true; }`;
const canMount = process.platform === 'linux' && onDisk(mount('size=64k'), 'true').status === 0;

const edgewise = [process.execPath, script];
const localHost = [process.execPath, path.join(root, 'src-main/local-host/local-host.ts')];
const fullMessage = `The data folder ${data} can't be used: its disk is full. Free some disk space, or choose another with --data or EDGEWISE_DATA.\n`;

test.runIf(canMount)('on a full disk, every program names the folder and the fix', () => {
  for (const command of [
    [...edgewise, 'solutions'],
    [...edgewise, 'serve'],
    [...edgewise, 'library', 'backup', path.join(dir, 'backup')],
    localHost,
  ]) {
    const { status, stderr } = onDisk(full, ...command, '--data', data);
    expect(stderr.replace('edgewise: ', ''), command.join(' ')).toBe(fullMessage);
    expect(status, command.join(' ')).not.toBe(0);
  }
});

test.runIf(canMount)('a library that was made before the disk became full is not called damaged', () => {
  const make = `${mount('size=8m')} && "${process.execPath}" "${script}" solutions --data "${data}" > /dev/null`;
  const fill = '{ cat /dev/zero > "$DISK/fill" 2> /dev/null; true; }';
  // SQLite needs a file for its journal, but no more files fit on the disk.
  const noMoreFiles = 'mount -o remount,nr_inodes=$(find "$DISK" | wc -l) "$DISK"';
  for (const prepare of [fill, noMoreFiles]) {
    const { stderr } = onDisk(`${make} && ${prepare}`, ...edgewise, 'solutions', '--data', data);
    expect(stderr, prepare).toBe(`edgewise: ${fullMessage}`);
  }
});

test.runIf(canMount)(
  'a read-only disk, and a disk with no room for another file, are named with the fix',
  () => {
    const { stderr } = onDisk(mount('size=64k,ro'), ...edgewise, 'solutions', '--data', data);
    expect(stderr).toMatch(
      /^edgewise: The data folder .* can't be used: it is read-only\. Make it writable, or/,
    );
    const files = onDisk(
      `${mount('nr_inodes=2')} && mkdir "${data}"`,
      ...edgewise,
      'solutions',
      '--data',
      data,
    );
    expect(files.stderr).toBe(`edgewise: ${fullMessage}`);
  },
);

test.runIf(canMount)(
  'if the disk for permissions, temporary files or a backup is full, the error names it',
  () => {
    const library = path.join(dir, 'library');
    const permissions = onDisk(
      full,
      'env',
      `EDGEWISE_CONFIG=${data}`,
      ...edgewise,
      'solutions',
      '--data',
      library,
    );
    expect(permissions).toMatchObject({
      // The library can be used even though the permission for its engines can't be saved.
      status: 0,
      stderr: expect.stringContaining(
        `The folder for engine permissions ${data} can't be used: its disk is full. Free some disk space, or choose another with EDGEWISE_CONFIG.`,
      ) as string,
    });
    const backup = onDisk(
      full,
      ...edgewise,
      'library',
      'backup',
      path.join(disk, 'backup'),
      '--data',
      library,
    );
    expect(backup).toMatchObject({
      status: 4,
      stderr: `edgewise: The folder ${disk} can't be used: its disk is full. Free some disk space.\n`,
    });
    const make =
      "import('./src-main/temporary-folder.ts').then((m) => m.makeTemporaryFolder('x')).catch((e) => console.error(e.message))";
    const temporary = onDisk(mount('nr_inodes=1'), 'env', `TMPDIR=${disk}`, process.execPath, '-e', make);
    expect(temporary.stderr).toBe(
      `The folder for temporary files ${disk} can't be used: its disk is full. Free some disk space, or choose another with TMPDIR.\n`,
    );
  },
);
