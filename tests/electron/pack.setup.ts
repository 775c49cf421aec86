// Packages the application once for all tests that use the stand-in for Electron.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { packApplication, packedArchive } from './stand-in/distribution.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');

test('npm run dist packs the application around the stand-in, with checksums, SBOM and notices', () => {
  test.skip(process.platform !== 'linux', 'the stand-in runs on Linux');
  packApplication();
  expect(existsSync(packedArchive)).toBe(true);
  expect(readFileSync(path.join(dist, 'SHA256SUMS'), 'utf8')).toMatch(
    / {2}sbom\.cdx\.json\n.* {2}third-party\.txt\n/,
  );
  expect(readFileSync(path.join(dist, 'sbom.cdx.json'), 'utf8')).toContain('pkg:npm/better-sqlite3@');
});
