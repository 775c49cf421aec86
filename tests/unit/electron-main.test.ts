// Runs the real main-process entry against a stand-in for Electron's API (there is no Electron binary on
// some machines). It proves the wiring, not Electron: the real thing is tests/browser/electron.spec.ts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RunSummary } from '../../src-core/contract/runs.ts';
import { allOf, owenPuzzle } from '../integration/host.ts';
import { fileAmong } from '../../src-main/electron/open-file.ts';
import { app, moduleEvaluated, powerMonitor, state } from './electron-stub.ts';

vi.mock('electron', () => import('./electron-stub.ts'));

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'edgewise-electron-'));
  vi.stubEnv('EDGEWISE_DATA', path.join(dir, 'data'));
  mkdirSync(path.join(dir, 'out/renderer'), { recursive: true });
  writeFileSync(path.join(dir, 'out/renderer/index.html'), '<!doctype html>');
  state.appPath = dir;
  await import('../../src-main/electron/electron.ts');
  moduleEvaluated();
  await vi.waitFor(() => expect(state.url).toBe('app://bundle/'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const page = { senderFrame: { url: 'app://bundle/', parent: null } };
const call = async <T>(method: string, input: unknown): Promise<T> => {
  const reply = (await state.invoke?.(page, method, input)) as { ok: boolean; value: T };
  expect(reply).toMatchObject({ ok: true });
  return reply.value;
};
const statusOf = async (runId: number): Promise<string> =>
  (await call<RunSummary>('runs.get', { runId })).status;

test('the window is locked down and the protocol serves only what exists', () => {
  expect(state.windows[0]?.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  });
  const get = (url: string): Response | undefined => state.serve?.(new Request(url));
  expect(get('app://bundle/')?.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(get('app://bundle/../package.json')?.status).toBe(404);
  expect(get('app://other/')?.status).toBe(404);
});

test('foreign frames are refused', () => {
  const evil = { senderFrame: { url: 'https://evil.example/', parent: null } };
  expect(() => state.invoke?.(evil, 'app.info', {})).toThrow(/untrusted/);
  expect(() => state.invoke?.({ senderFrame: null }, 'app.info', {})).toThrow(/untrusted/);
  const inner = { senderFrame: { url: 'app://bundle/', parent: {} } };
  expect(() => state.invoke?.(inner, 'app.info', {})).toThrow(/untrusted/);
});

test('a run in a process of its own; the end is notified after it is stored', async () => {
  expect(await call('app.info', {})).toMatchObject({ host: 'electron' });
  const { id } = await call<{ id: number }>('library.add', { puzzle: owenPuzzle(4, 4) });
  const { runId } = await call<{ runId: number }>('runs.start', allOf(id));
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('exhausted'), 20_000);
  await vi.waitFor(() => expect(state.notifications.at(-1)?.body).toMatch(/36 solutions/));
  expect(state.sent.some(({ type }) => type === 'run.progress')).toBe(true);
  expect(state.awake).toBe(0);
});

test('on battery runs rest; closing the window with a run going asks; quitting checkpoints it', async () => {
  const { id } = await call<{ id: number }>('library.add', { puzzle: owenPuzzle(8, 8) });
  const { runId } = await call<{ runId: number }>('runs.start', allOf(id));
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('running'), 20_000);
  expect(state.awake).toBe(1);
  powerMonitor.emit('on-battery');
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('paused'), 20_000);
  expect(state.awake).toBe(0);
  powerMonitor.emit('on-ac');
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('running'), 20_000);

  const [window] = state.windows;
  expect(window?.tryToClose()).toBe(false);
  await vi.waitFor(() => expect(window?.hidden).toBe(true)); // “Keep running”
  expect(await statusOf(runId)).toBe('running');
  app.emit('second-instance', {}, ['edgewise'], dir);
  expect(window?.hidden).toBe(false);

  state.answer = 1; // “Checkpoint and quit”
  expect(window?.tryToClose()).toBe(false);
  app.quit(); // impatient: asked again while the run is checkpointed
  await vi.waitFor(() => expect(state.quits).toBe(3), 20_000); // asked for, and again once all is closed
  expect(state.questions).toBe(2);
  expect(window?.tryToClose()).toBe(true);
});

test('a file given to a second start is looked for where that was started', () => {
  expect(fileAmong(['edgewise', '--flag', 'a/b.edgewise'], '/there')).toBe('/there/a/b.edgewise');
  expect(fileAmong(['edgewise', '/x.edgewise'], '/there')).toBe('/x.edgewise');
  expect(fileAmong(['x.edgewise', '--flag'], '/there')).toBeUndefined();
});

test('the menu speaks to the interface', () => {
  const items = state.menu.flatMap(({ submenu }) => submenu ?? []);
  items.find(({ label }) => label === 'Runs')?.click?.();
  expect(state.sent.at(-1)).toEqual({ type: 'app.command', command: 'go.runs' });
});
