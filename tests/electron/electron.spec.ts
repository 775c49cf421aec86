import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, expect, test } from '@playwright/test';
import type { RpcReply } from '../../src-core/contract.ts';
import { findElectron } from '../../scripts/electron-binary.ts';

const root = path.resolve(import.meta.dirname, '../..');
const executablePath = findElectron();
if (!executablePath) {
  console.warn(
    'ELECTRON TESTS SKIPPED: no Electron binary (set ELECTRON_OVERRIDE_DIST_PATH or run install-electron)',
  );
}
// CI machines that must run this set REQUIRE_ELECTRON=1, so that a missing binary is a failure there.
test.skip(!executablePath && process.env['REQUIRE_ELECTRON'] !== '1', 'no Electron binary on this machine');

test('the desktop window answers, and solves in a utility process', async () => {
  if (!executablePath) throw new Error('REQUIRE_ELECTRON=1 but there is no Electron binary');
  const data = mkdtempSync(path.join(tmpdir(), 'edgewise-electron-'));
  const app = await _electron.launch({
    executablePath,
    args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${data}`],
    env: { ...(process.env as Record<string, string>), EDGEWISE_DATA: data },
  });
  try {
    const page = await app.firstWindow();
    expect(await page.evaluate('typeof require + typeof process')).toBe('undefinedundefined');
    const call = (method: string, input: unknown): Promise<RpcReply> =>
      page.evaluate(`hostBridge.request(${JSON.stringify(method)}, ${JSON.stringify(input)})`);
    expect(await call('app.info', {})).toMatchObject({ ok: true, value: { host: 'electron' } });
    const settings = {
      puzzleId: 1,
      engine: 'exact',
      options: {},
      wanted: { solutions: 1, boards: true },
      limits: { seconds: null, nodes: null },
      seed: 1,
      threads: 2,
    };
    const started = await call('runs.start', settings);
    expect(started).toMatchObject({ ok: true });
    await expect
      .poll(async () => await call('runs.get', (started as { value: object }).value))
      .toMatchObject({ value: { status: 'solved' } });
  } finally {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  }
});
