/**
 * Gives tests their own configuration folder, so that the user's list of allowed programs and libraries stays
 * unchanged.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

if (process.env['EDGEWISE_CONFIG'] === undefined) {
  const dir = mkdtempSync(path.join(process.env['EDGEWISE_TEST_CONFIGS'] ?? tmpdir(), 'edgewise-config-'));
  // Child processes inherit the variable.
  process.env['EDGEWISE_CONFIG'] = dir;
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
}
