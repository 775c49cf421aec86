import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import './tests/config-dir.ts';

const installed = (...names: string[]): string | undefined =>
  names.map((name) => `/usr/bin/${name}`).find(existsSync);
/**
 * Debian's Chromium, which can show windows. If it isn't installed, Playwright uses its own (npx playwright install
 * chromium).
 */
const whole = process.env['CHROMIUM_PATH'] ?? installed('chromium', 'chromium-browser');
/** Debian's headless Chromium, if it is installed: a test needs a third less processor time with it. */
const shell = process.env['CHROMIUM_PATH'] ?? installed('chromium-headless-shell') ?? whole;

/** `launchOptions` for tests in which Chromium asks the user something. It can ask only if it can show windows. */
export const withWindows = whole ? { executablePath: whole } : { channel: 'chromium' };

/**
 * Features of Chromium that the tests disable. Chromium obeys only the last `--disable-features`, so this list replaces
 * Playwright's. The entries up to `PreconnectToSearch` are Playwright's. The features after it would create pages that
 * no test sees. Creating those pages would cost as much processor time as opening Edgewise.
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
  // Each test has its own host and library. There is one more worker than there are cores, because tests often wait for
  // a page or a host.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // The timeout is long, because tests check that a state is reached, not how soon.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  // On a busy machine, a second try distinguishes a fault from bad luck. `npm test` names the tests that needed one.
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
  use: {
    // Animations take a tenth of the processor time. Tests of motion turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    // By default, a click on an element that never appears waits for the test's whole timeout.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
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
