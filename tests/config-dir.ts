/** Tests allow programs and libraries in a folder of their own, not in that of whoever runs them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

if (process.env['EDGEWISE_CONFIG'] === undefined) {
  const dir = mkdtempSync(path.join(tmpdir(), 'edgewise-config-'));
  process.env['EDGEWISE_CONFIG'] = dir; // child processes have it too
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
}
