/**
 * Gives tests their own configuration folder, so that they don't change the user's list of allowed programs and
 * libraries.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

if (process.env['EDGEWISE_CONFIG'] === undefined) {
  const dir = mkdtempSync(path.join(process.env['EDGEWISE_TEST_CONFIGS'] ?? tmpdir(), 'edgewise-config-'));
  // child processes inherit it
  process.env['EDGEWISE_CONFIG'] = dir;
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
}
