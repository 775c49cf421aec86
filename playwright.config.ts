import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import './tests/config-dir.ts';

const installed = (...names: string[]): string | undefined =>
  names.map((name) => `/usr/bin/${name}`).find(existsSync);
/** Chromium with its windows: Debian's. Undefined if there is none: Playwright downloads its own (npx playwright install chromium). */
const whole = process.env['CHROMIUM_PATH'] ?? installed('chromium', 'chromium-browser');
/** Chromium without windows: a test takes a third less processor time. */
const shell = process.env['CHROMIUM_PATH'] ?? installed('chromium-headless-shell') ?? whole;

/** For `launchOptions` of tests that need the windows in which Chromium asks the user something. */
export const withWindows = whole ? { executablePath: whole } : { channel: 'chromium' };

/**
 * Chromium obeys only the last `--disable-features`, so this list replaces Playwright's: first what Playwright disables and
 * a page of ours needs, then what Chromium would create for each page and no test sees. Two pages of the address bar and
 * a spare process cost as much processor time as opening Edgewise.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];

export default defineConfig({
  // Each test has a host and a library of its own, so any tests may run side by side, those of one file too.
  workers: '100%',
  fullyParallel: true,
  // Generous: tests check that a state is reached, not how soon on a busy machine.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  // On a busy machine a second try tells a fault from bad luck. `npm test` names the tests that needed one.
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
  use: {
    // Otherwise a click or page that never comes takes as long as the whole test may.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      ...(shell ? { executablePath: shell } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
  projects: [
    { name: 'browser', testDir: 'tests/browser' },
    { name: 'packed', testDir: 'tests/electron', testMatch: 'pack.setup.ts' },
    { name: 'electron', testDir: 'tests/electron', dependencies: ['packed'] },
  ],
});
