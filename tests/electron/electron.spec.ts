// Tests the desktop application under Electron, or under a stand-in if Electron isn't installed. docs/electron.md
// explains what tests under the stand-in prove. With REQUIRE_ELECTRON=1, the test fails if Electron is missing.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { expect, realProgram, settings, standInProgram, test } from './desktop.ts';

const root = path.resolve(import.meta.dirname, '../..');
if (!realProgram && process.env['REQUIRE_ELECTRON'] === '1') {
  throw new Error('REQUIRE_ELECTRON=1, but Electron’s program is not installed.');
}
test.use({ program: realProgram ?? standInProgram });
test.skip(
  !realProgram && process.platform !== 'linux',
  'no Electron program, and the stand-in runs on Linux',
);

test('the window is isolated; menu, second start, command line and notifications work', async ({
  desktop,
}) => {
  await test.step('window: shows the library, without Node, and solves in a utility process', async () => {
    await expect(desktop.page.getByRole('heading', { name: 'Library' }).first()).toBeVisible();
    expect(await desktop.page.evaluate('typeof require + typeof process')).toBe('undefinedundefined');
    expect(await desktop.page.evaluate('Object.keys(hostBridge).sort().join()')).toBe('onEvent,request');
    expect(await desktop.call('app.info', {})).toMatchObject({ host: 'electron' });
    const { runId } = await desktop.call('runs.start', settings(1, 'exact'));
    await expect.poll(() => desktop.statusOf(runId)).toBe('solved');
  });

  await test.step('isolation: the page can’t navigate, open windows, get a permission or run an inline script', async () => {
    const before = desktop.page.url();
    expect(await desktop.page.evaluate(`window.open('https://example.com/') === null`)).toBe(true);
    expect(desktop.app.windows()).toHaveLength(1);
    expect(await desktop.page.evaluate(`Notification.requestPermission()`)).toBe('denied');
    const script = `document.createElement('script').textContent = 'window.ran = 1'`;
    await expect(desktop.page.evaluate(script)).rejects.toThrow(/TrustedScript/);
    await desktop.page.evaluate(`void (location.href = 'https://example.com/')`);
    await expect(desktop.page.getByRole('heading', { name: 'Library' }).first()).toBeVisible();
    expect(desktop.page.url()).toBe(before);
  });

  await test.step('menu: an item opens a view', async () => {
    const labels = await desktop.app.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()!
        .items.flatMap((item) => item.submenu?.items ?? [])
        .map(({ label }) => label),
    );
    expect(labels).toEqual(expect.arrayContaining(['Import Puzzles…', 'Runs', 'Keyboard Shortcuts']));
    await desktop.app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()!.items.flatMap((item) => item.submenu?.items ?? []);
      const runs = items.find(({ label }) => label === 'Runs')!;
      // oxlint-disable-next-line typescript/no-unsafe-call -- Electron declares `click` as any Function
      runs.click();
    });
    await expect(desktop.page.getByRole('heading', { name: 'Runs' }).first()).toBeVisible();
  });

  await test.step('file, second instance: a file given to a second start opens in the first', async () => {
    const file = path.join(desktop.data, 'mine.edgewise');
    const { puzzle } = generate({ family: 'framed', width: 3, height: 3, seed: 5 });
    writeFileSync(file, writePuzzle({ ...puzzle, name: 'From a file' }, 'edgewise').text);
    const second = spawnSync(desktop.program.file, [...desktop.args, file], {
      env: desktop.env,
      timeout: 60_000,
    });
    expect(second.status).toBe(0);
    await expect(desktop.page.getByText('From a file').first()).toBeVisible();
    expect(desktop.app.windows()).toHaveLength(1);
  });

  await test.step('command line: prints its answer and ends with its exit code, without a window', async () => {
    const run = (...args: string[]): Promise<{ code: number | null; out: string }> =>
      new Promise((resolve) => {
        const child = spawn(desktop.program.file, [...desktop.args, ...args], { env: desktop.env });
        let out = '';
        child.stdout.on('data', (data: Buffer) => (out += data.toString()));
        child.on('close', (code) => resolve({ code, out }));
      });
    const solved = await run(
      'solve',
      path.join(root, 'resources/samples/four-arrows.edgewise'),
      '--all',
      '--json',
    );
    expect(solved.code).toBe(0);
    expect(solved.out).toContain('"solutions":8');
    expect(await run('solve', path.join(desktop.data, 'none.txt'))).toMatchObject({ code: 2 });
  });

  await test.step('notification: the end of a run is reported if the window is not in use', async () => {
    const shown = await desktop.app.evaluateHandle(({ BrowserWindow, Notification }) => {
      const bodies: string[] = [];
      // oxlint-disable-next-line typescript/unbound-method -- it is called with the notification as `this`
      const { show } = Notification.prototype;
      Notification.prototype.show = function (): void {
        bodies.push(this.body);
        show.call(this);
      };
      BrowserWindow.getAllWindows()[0]!.hide();
      return bodies;
    });
    await desktop.call('runs.start', settings(1, 'exact'));
    await expect.poll(async () => (await shown.jsonValue()).join()).toMatch(/Solved|solution/);
  });
});

test('a long run: pauses on battery, and continues without the window', async ({ desktop }) => {
  const runId = await desktop.longRun();
  await test.step('power events: runs pause on battery and continue afterwards', async () => {
    await desktop.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('on-battery'));
    await expect.poll(() => desktop.statusOf(runId)).toBe('paused');
    await desktop.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('on-ac'));
    await expect.poll(() => desktop.statusOf(runId)).toBe('running');
  });

  await test.step('dialog, tray: closing during a run asks; the run continues without the window, which can be opened again', async () => {
    const asked = await desktop.app.evaluateHandle(({ dialog }) => {
      const questions: string[] = [];
      dialog.showMessageBox = (...given: unknown[]) => {
        questions.push((given.at(-1) as { message: string }).message);
        return Promise.resolve({ response: 0, checkboxChecked: false });
      };
      return questions;
    });
    const signs = await desktop.app.evaluateHandle(({ Tray }) => {
      const tips: string[] = [];
      // oxlint-disable-next-line typescript/unbound-method -- it is called with the tray as `this`
      const { setToolTip } = Tray.prototype;
      Tray.prototype.setToolTip = function (tip): void {
        tips.push(tip);
        setToolTip.call(this, tip);
      };
      return tips;
    });
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close());
    await expect.poll(() => desktop.isVisible()).toBe(false);
    expect(await asked.jsonValue()).toEqual(['A run is under way.']);
    expect(await signs.jsonValue()).toContain('Edgewise: 1 run active');
    expect(await desktop.statusOf(runId)).toBe('running');
    await desktop.app.evaluate(({ app }) => void app.emit('activate'));
    await expect.poll(() => desktop.isVisible()).toBe(true);
  });
});

test('resume after a kill: the next start offers the run, and the run continues', async ({ desktop }) => {
  const runId = await desktop.checkpointedRun();
  const child = desktop.app.process();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  await desktop.start();
  expect(await desktop.call('runs.get', { runId })).toMatchObject({ resumable: true });
  await desktop.call('runs.resume', { runId });
  await expect.poll(() => desktop.statusOf(runId)).toBe('running');
});
