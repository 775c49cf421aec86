// Packs the application once for all tests that drive the stand-in for Electron.
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { packApplication, packedArchive } from './stand-in/distribution.ts';

test('electron-builder packs the application around the stand-in', () => {
  test.skip(process.platform !== 'linux', 'the stand-in runs on Linux');
  packApplication();
  expect(existsSync(packedArchive)).toBe(true);
});
