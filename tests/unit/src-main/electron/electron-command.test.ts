// The packaged application's command line, with a stand-in for Electron. It opens no window, takes no lock, and exits
// with the command's exit code.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commandAmong, dataDirAmong, runCommand } from '../../../../src-main/electron/command-line.ts';
import { moduleEvaluated, state } from './electron-stub.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

vi.mock('electron', () => import('./electron-stub.ts'));

let dir: string;
let printed = '';
beforeAll(() => {
  dir = temporaryDir();
  vi.stubEnv('EDGEWISE_DATA', path.join(dir, 'data'));
  state.appPath = dir;
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    printed += String(text);
    rest.find((each): each is () => void => typeof each === 'function')?.();
    return true;
  });
});
afterAll(() => removeDir(dir));

test('recognises commands, packaged and from the sources', () => {
  expect(commandAmong(['/opt/edgewise', 'solve', 'p.txt', '--all'], true)).toEqual([
    'solve',
    'p.txt',
    '--all',
  ]);
  expect(commandAmong(['/opt/edgewise', '--no-sandbox', 'runs'], true)).toEqual(['runs']);
  expect(commandAmong(['/opt/edgewise', '--version'], true)).toEqual(['--version']);
  expect(commandAmong(['electron', '/src', 'convert', 'x'], false)).toEqual(['convert', 'x']);
  // During development, the first argument is the application's folder, here “solve”, not a command.
  expect(commandAmong(['electron', 'solve'], false)).toBeNull();
  expect(commandAmong(['/opt/edgewise'], true)).toBeNull();
  expect(commandAmong(['/opt/edgewise', '/home/me/solve.edgewise'], true)).toBeNull();
  expect(commandAmong(['/opt/edgewise', '--at-login'], true)).toBeNull();
  expect(commandAmong(['/opt/edgewise', '--data', 'solve'], true)).toBeNull();
  expect(commandAmong(['/opt/edgewise', '--data', 'x', 'runs'], true)).toEqual(['runs']);
});

test('the window opens the library that --data names', () => {
  expect(dataDirAmong(['/opt/edgewise', '--data', '/lib', 'a.edgewise'])).toBe('/lib');
  expect(dataDirAmong(['/opt/edgewise', '--data=/lib'])).toBe('/lib');
  expect(dataDirAmong(['/opt/edgewise', 'a.edgewise'])).toBeUndefined();
});

test('a command that can’t be started ends the application with an error and code 4', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.doMock('../../../../src-main/cli/run.ts', () => ({ run: () => Promise.reject(new Error('no disk')) }));
  await runCommand(['solve'], () => {
    throw new Error('not used');
  });
  expect(state.exits.splice(0)).toEqual([4]);
  expect(errors).toHaveBeenCalledWith('no disk');
  errors.mockRestore();
  vi.doUnmock('../../../../src-main/cli/run.ts');
});

test('edgewise solve, packaged: answers, opens no window, ends with the command’s code', async () => {
  const file = path.join(dir, 'puzzle.txt');
  // a puzzle of one tile, with one solution for each rotation
  writeFileSync(file, 'Y1,G0,R0,B1\n');
  process.argv = ['/opt/Edgewise/edgewise', 'solve', file, '--all', '--size', '1x1'];
  await import('../../../../src-main/electron/electron.ts');
  moduleEvaluated();
  await vi.waitFor(() => expect(state.exits).toHaveLength(1), 30_000);
  expect(state.exits).toEqual([0]);
  expect(printed).toMatch(/solution/);
  expect(state.windows).toEqual([]);
  expect(state.locks).toBe(0);
});
