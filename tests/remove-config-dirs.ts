/** Removes the workers' configuration folders after all tests, because Vitest ends its workers without notice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export default function setup(): () => void {
  const parent = mkdtempSync(path.join(tmpdir(), 'edgewise-configs-'));
  process.env['EDGEWISE_TEST_CONFIGS'] = parent;
  return () => rmSync(parent, { recursive: true, force: true });
}
