// Runs the real entry of the main process with a stand-in for Electron's API, because some machines have no Electron.
// This shows that the parts are connected, not that Electron works. tests/electron runs the packaged application.
import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { EventEmitter } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RunSummary } from '../../../../src-core/contract/runs.ts';
import { allOf, owenPuzzle, startHost } from '../../../integration/host.ts';
import { filesAmong } from '../../../../src-main/electron/open-file.ts';
import { TRADEMARK_NOTICE } from '../../../../src-core/text/trademark.ts';
import { menuTemplate } from '../../../../src-main/electron/menu.ts';
import { resumeActiveRuns } from '../../../../src-main/electron/start-again.ts';
import { app, moduleEvaluated, powerMonitor, state } from './electron-stub.ts';
import { removeDir, temporaryDir } from '../../../temporary-dir.ts';

vi.setConfig({ testTimeout: 120_000 });

vi.mock('electron', () => import('./electron-stub.ts'));

let dir: string;
beforeAll(async () => {
  dir = temporaryDir();
  vi.stubEnv('EDGEWISE_DATA', path.join(dir, 'data'));
  mkdirSync(path.join(dir, 'out/renderer'), { recursive: true });
  writeFileSync(path.join(dir, 'out/renderer/index.html'), '<!doctype html>');
  // The packaged application must ignore this setting, which is for development.
  vi.stubEnv('ELECTRON_RENDERER_URL', 'http://127.0.0.1:5173/');
  vi.stubEnv('XDG_CONFIG_HOME', path.join(dir, 'config'));
  state.appPath = dir;
  process.argv = ['/opt/Edgewise/edgewise'];
  await import('../../../../src-main/electron/electron.ts');
  moduleEvaluated();
  await vi.waitFor(() => expect(state.url).toBe('app://bundle/'));
});
afterAll(() => removeDir(dir));

const page = { senderFrame: { url: 'app://bundle/', parent: null } };
const call = async <T>(method: string, input: unknown): Promise<T> => {
  const reply = (await state.invoke?.(page, method, input)) as { ok: boolean; value: T };
  expect(reply).toMatchObject({ ok: true });
  return reply.value;
};
const statusOf = async (runId: number): Promise<string> =>
  (await call<RunSummary>('runs.get', { runId })).status;

test('the window: sandboxed, isolated, without Node or webviews; the sandbox comes before any window', () => {
  expect(state.windows).toHaveLength(1);
  expect(state.windows[0]?.options.webPreferences).toEqual({
    preload: path.join(dir, 'out/preload/index.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: false,
  });
  expect(state.early).toEqual(['sandbox', 'window']);
  expect(state.locks).toBe(1);
  expect(state.schemes).toEqual([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
});

test('a packaged application loads nothing from a development server, and trusts none', () => {
  expect(state.url).toBe('app://bundle/');
  const development = { senderFrame: { url: 'http://127.0.0.1:5173/', parent: null } };
  expect(() => state.invoke?.(development, 'app.info', {})).toThrow(/untrusted/);
});

/** The policy that `loadStaticFiles` sends with every file. docs/reliability.md explains it; keep the two in sync. */
const exactPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html edgewise-worker";

test('the protocol serves only what exists, with the exact headers', () => {
  const get = (url: string, method = 'GET'): Response | undefined =>
    state.serve?.(new Request(url, { method }));
  expect(Object.fromEntries(get('app://bundle/')!.headers)).toEqual({
    'content-security-policy': exactPolicy,
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(get('app://bundle/../package.json')?.status).toBe(404);
  expect(get('app://bundle/%2e%2e/package.json')?.status).toBe(404);
  expect(get('app://other/')?.status).toBe(404);
  expect(get('app://bundle/', 'POST')?.status).toBe(404);
});

test('only the clipboard, the camera and full screen are permitted, whether requested or checked; no device', () => {
  const ask = (permission: string, media: string, url = 'app://bundle/', isMainFrame = true): boolean[] => {
    const asking = { requestingUrl: url, isMainFrame };
    let answer: boolean | undefined;
    const mediaTypes = media.split(',');
    state.permissions.request?.({}, permission, (granted) => (answer = granted), { ...asking, mediaTypes });
    const check = state.permissions.check?.({}, permission, url, { ...asking, mediaType: mediaTypes.at(-1) });
    return [answer!, check!];
  };
  expect(ask('media', 'video')).toEqual([true, true]);
  expect(ask('media', 'video,audio')).toEqual([false, false]);
  expect(ask('media', 'audio')).toEqual([false, false]);
  expect(ask('display-capture', 'video')).toEqual([false, false]);
  expect(ask('media', 'video', 'https://evil.example/')).toEqual([false, false]);
  expect(ask('media', 'video', 'http://127.0.0.1:5173/')).toEqual([false, false]);
  expect(ask('media', 'video', 'app://bundle/', false)).toEqual([false, false]);
  expect(ask('fullscreen', 'unknown')).toEqual([true, true]);
  expect(ask('fullscreen', 'unknown', 'https://evil.example/')).toEqual([false, false]);
  for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal']) {
    expect(ask(permission, 'unknown'), permission).toEqual([false, false]);
  }
  expect(ask('clipboard-sanitized-write', 'unknown')).toEqual([true, true]);
  expect(state.permissions.device?.()).toBe(false);
});

test('no page can navigate, open a window, contain a webview or open an address in the user’s browser', () => {
  const { webContents } = state.windows[0]!;
  for (const what of ['will-navigate', 'will-attach-webview']) {
    let prevented = false;
    webContents.emit(what, { preventDefault: () => (prevented = true), url: 'https://evil.example/' });
    expect(prevented, what).toBe(true);
  }
  for (const url of ['https://evil.example/', 'app://bundle/', 'file:///etc/passwd', 'about:blank']) {
    expect(webContents.openWindow({ url })).toEqual({ action: 'deny' });
  }
  expect(state.opened).toEqual([]);
});

test('new versions are opened in the user’s browser, at one address, and only on request', async () => {
  const menu = menuTemplate({
    mac: false,
    homePage: 'https://edgewise.test',
    dataDir: dir,
    send: () => undefined,
  });
  const items = (menu as typeof state.menu).flatMap(({ submenu }) => submenu ?? []);
  const check = (): void => items.find(({ label }) => label?.startsWith('Check for a New'))?.click?.();
  const asked = state.questions;
  state.answer = 1;
  check();
  await vi.waitFor(() => expect(state.questions).toBe(asked + 1));
  expect(state.opened).toEqual([]);
  state.answer = 0;
  check();
  await vi.waitFor(() => expect(state.opened).toEqual(['https://edgewise.test/releases']));
  state.questions = asked;
});

test('without a home page, nothing offers to check for a new version; About names the trademark', () => {
  const labels = state.menu.flatMap(({ submenu }) => submenu ?? []).map(({ label }) => label);
  expect(labels).not.toContain('Check for a New Version…');
  expect(labels).toContain('About Edgewise');
  expect(state.about.copyright).toContain(TRADEMARK_NOTICE);
});

test('each library has its own Chromium profile, and Chromium deletes nothing outside it', () => {
  expect(state.paths['userData']).toBe(path.join(dir, 'data', 'chromium'));
});

test('the data folder is for its owner only', () => {
  if (process.platform !== 'win32') expect(statSync(path.join(dir, 'data')).mode & 0o777).toBe(0o700);
});

test('a file that is too large, not a puzzle or not a file is rejected with a sentence', () => {
  const open = (file: string): string | undefined => {
    state.errors.length = 0;
    app.emit('open-file', { preventDefault: () => undefined }, file);
    return state.errors[0];
  };
  const large = path.join(dir, 'large.edgewise');
  writeFileSync(large, '{');
  truncateSync(large, 33_000_000);
  expect(open(large)).toMatch(/found 33000000 bytes; expected at most 32000000/);
  expect(open(dir)).toMatch(/This is not a file/);
  expect(open(path.join(dir, 'none.edgewise'))).toMatch(/The file does not exist/);
});

test('an opened file keeps its board; if it can be read in several ways, the window asks', async () => {
  const open = (name: string, text: string): void => {
    writeFileSync(path.join(dir, name), text);
    app.emit('open-file', { preventDefault: () => undefined }, path.join(dir, name));
  };
  const link =
    'https://e2.bucas.name/#puzzle=Sample_4x4&board_w=4&board_h=4' +
    '&board_edges=ajjaajojaetjaaeejoeaootottooeajteojattoootttjajtjeaaoeaeteaejaae' +
    '&board_pieces=000001002003004005006007008009010011012013014015&board_types=bccbcddccddcbccb';
  open('link.edgewise', link);
  const { puzzleId } = state.sent.findLast(({ type }) => type === 'app.open') as unknown as {
    puzzleId: number;
  };
  const { items } = await call<{ items: { solved: boolean }[] }>('boards.list', { puzzleId });
  expect(items).toMatchObject([{ solved: true }]);

  const unclear = 'https://e2.bucas.name/#board_w=2&board_h=1&board_edges=abcaaaaa&board_pieces=001000';
  open('unclear.edgewise', unclear);
  expect(state.sent.at(-1)).toEqual({ type: 'app.import', source: 'unclear.edgewise', text: unclear });
});

test('an engine is added only by the system’s file dialog and a confirmation', async () => {
  expect(await call('engines.mayChoose', {})).toBe(true);
  const asked = state.questions;
  state.files = null;
  expect(await call('engines.choose', {})).toBeNull();
  const engine = path.join(dir, 'My Solver.mjs');
  writeFileSync(
    engine,
    `#!${process.execPath}
console.log('{"type":"hello","protocol":1,"name":"Mine","version":"3","solves":["edge-matching"]}');
process.stdin.resume().on('end', () => process.exit());`,
    { mode: 0o755 },
  );
  state.files = [engine];
  // button “Cancel”
  state.answer = 1;
  expect(await call('engines.choose', {})).toBeNull();
  expect(await call('engines.added', {})).toEqual({ engines: [], problem: null });
  // button “Add”
  state.answer = 0;
  // A path sent by the page is rejected.
  const sent = (await state.invoke?.(page, 'engines.choose', { file: '/bin/sh' })) as { ok: boolean };
  expect(sent.ok).toBe(false);
  expect(await call('engines.choose', {})).toBe('my-solver');
  expect(await call('engines.choose', {})).toBe('my-solver-2');
  expect(await call('engines.added', {})).toMatchObject({
    engines: [
      { name: 'my-solver', title: 'Mine', version: '3', started: engine, checked: null },
      { name: 'my-solver-2' },
    ],
  });
  const engines = await call<{ name: string }[]>('engines.list', {});
  expect(engines.map(({ name }) => name)).toContain('my-solver');

  const none = path.join(dir, 'notes.txt');
  writeFileSync(none, 'nothing');
  state.files = [none];
  const refused = (await state.invoke?.(page, 'engines.choose', {})) as { error: { message: string } };
  expect(refused.error.message).toMatch(/^notes\.txt is not an engine: it can't be started: .*EACCES/);
  expect(state.questions).toBe(asked + 4);
  state.questions = asked;
  await call('engines.remove', { name: 'my-solver' });
  await call('engines.remove', { name: 'my-solver-2' });
  expect(await call('engines.added', {})).toEqual({ engines: [], problem: null });
});

test('messages from foreign frames are rejected', () => {
  const evil = { senderFrame: { url: 'https://evil.example/', parent: null } };
  expect(() => state.invoke?.(evil, 'app.info', {})).toThrow(/untrusted/);
  expect(() => state.invoke?.({ senderFrame: null }, 'app.info', {})).toThrow(/untrusted/);
  const inner = { senderFrame: { url: 'app://bundle/', parent: {} } };
  expect(() => state.invoke?.(inner, 'app.info', {})).toThrow(/untrusted/);
});

test('a run has its own process; its end is reported after it is stored', async () => {
  expect(await call('app.info', {})).toMatchObject({ host: 'electron' });
  const { id } = await call<{ id: number }>('library.add', { puzzle: owenPuzzle(4, 4) });
  const { runId } = await call<{ runId: number }>('runs.start', allOf(id));
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('exhausted'), 120_000);
  await vi.waitFor(() => expect(state.notifications.at(-1)?.body).toMatch(/36 solutions/));
  expect(state.sent.some(({ type }) => type === 'run.progress')).toBe(true);
  expect(state.awake).toBe(0);
});

test('menu items run commands of the window', () => {
  const items = state.menu.flatMap(({ submenu }) => submenu ?? []);
  items.find(({ label }) => label === 'Runs')?.click?.();
  expect(state.sent.at(-1)).toEqual({ type: 'app.command', command: 'go.runs' });
});

test('a solver that runs out of memory fails its run with a message; no dialog, and the run can be resumed', async () => {
  const { id } = await call<{ id: number }>('library.add', { puzzle: owenPuzzle(8, 8) });
  const { runId } = await call<{ runId: number }>('runs.start', allOf(id));
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('running'), 120_000);
  // Pausing writes a checkpoint.
  await call('runs.pause', { runId });
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('paused'), 120_000);
  const child = state.children.at(-1)! as EventEmitter & { kill(): void };
  child.emit('error', 'FatalError', 'V8::FatalProcessOutOfMemory', '{}');
  child.kill();
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('failed'), 120_000);
  expect(await call<RunSummary>('runs.get', { runId })).toMatchObject({
    message: 'the solver process ran out of memory',
    resumable: true,
  });
});

test('the window is reloaded after a crash; after another one the user is asked', async () => {
  const [window] = state.windows;
  const { loads } = window!;
  const asked = state.questions;
  const crash = () => window?.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
  crash();
  expect([window?.loads, state.questions]).toEqual([loads + 1, asked]);
  // From now on, the user answers questions with the first button, “Reload”.
  state.answer = 0;
  crash();
  await vi.waitFor(() => expect([window?.loads, state.questions]).toEqual([loads + 2, asked + 1]));
  // Error -3 means that another load replaced this one. The user is not asked.
  window?.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'app://bundle/', true);
  expect(state.questions).toBe(asked + 1);
  window?.emit('unresponsive');
  await vi.waitFor(() => expect([window?.loads, state.questions]).toEqual([loads + 3, asked + 2]));
  state.questions = asked;
});

test('runs pause on battery; closing the window during a run asks; quitting saves a checkpoint', async () => {
  const { id } = await call<{ id: number }>('library.add', { puzzle: owenPuzzle(8, 8) });
  const { runId } = await call<{ runId: number }>('runs.start', allOf(id));
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('running'), 120_000);
  expect(state.awake).toBe(1);
  powerMonitor.emit('on-battery');
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('paused'), 120_000);
  expect(state.awake).toBe(0);
  powerMonitor.emit('on-ac');
  await vi.waitFor(async () => expect(await statusOf(runId)).toBe('running'), 120_000);

  const [window] = state.windows;
  for (let click = 0; click < 3; click++) expect(window?.tryToClose()).toBe(false);
  // The user answers with the button “Keep running”.
  await vi.waitFor(() => expect(window?.hidden).toBe(true));
  expect(await statusOf(runId)).toBe('running');
  const [tray] = state.trays;
  expect(tray).toMatchObject({ gone: false, tip: 'Edgewise: 1 run active' });
  expect(tray?.icon).toMatch(/resources.tray\w*\.png$/);
  app.emit('second-instance', {}, ['edgewise'], dir);
  expect(window?.hidden).toBe(false);
  expect(tray?.gone).toBe(true);

  // With “start at login”, the next login resumes the runs that were active when Edgewise quit.
  const login = path.join(dir, 'config/autostart/edgewise.desktop');
  await call('settings.set', { startAtLogin: true });
  if (process.platform === 'linux') expect(readFileSync(login, 'utf8')).toMatch(/\nExec=".+" --at-login\n/);
  else expect(state.login.at(-1)).toEqual({ openAtLogin: true, args: ['--at-login'] });
  await call('settings.set', { startAtLogin: false });
  if (process.platform === 'linux') expect(existsSync(login)).toBe(false);
  else expect(state.login.at(-1)).toMatchObject({ openAtLogin: false });
  await call('settings.set', { startAtLogin: true });

  // button “Checkpoint and quit”
  state.answer = 1;
  expect(window?.tryToClose()).toBe(false);
  // The user quits again before the checkpoint is saved.
  app.quit();
  // two quits by the user, and one by Edgewise once everything is closed
  await vi.waitFor(() => expect(state.quits).toBe(3), 120_000);
  expect(state.questions).toBe(2);
  expect(window?.tryToClose()).toBe(true);

  window!.destroyed = true;
  window?.emit('closed');
  // On macOS, the user can click the Dock icon while Edgewise is quitting.
  app.emit('activate');

  const host = await startHost(path.join(dir, 'data'));
  const changed: string[] = [];
  host.services.onEvent((event) => {
    if (event.type === 'run.changed' && event.run.id === runId) changed.push(event.run.status);
  });
  expect(host.services.runs.get(runId)).toMatchObject({ status: 'interrupted', resumable: true });
  resumeActiveRuns(host.services);
  await vi.waitFor(() => expect(changed).toContain('running'), 120_000);
  await host.close();
});

test('files given to a second instance are found relative to its folder', () => {
  expect(filesAmong(['edgewise', '--flag', 'a/b.edgewise', '/x.EDGEWISE'], '/there')).toEqual([
    '/there/a/b.edgewise',
    '/x.EDGEWISE',
  ]);
  expect(filesAmong(['x.edgewise', '--flag'], '/there')).toEqual([]);
});
