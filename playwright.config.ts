import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import './tests/config-dir.ts';

const installed = (...names: string[]): string | undefined =>
  names.map((name) => `/usr/bin/${name}`).find(existsSync);
/**
 * Debian's Chromium, which can show windows. If it isn't installed, undefined: Playwright then uses its own (npx
 * playwright install chromium).
 */
const whole = process.env['CHROMIUM_PATH'] ?? installed('chromium', 'chromium-browser');
/** Debian's headless Chromium, if it is installed: a test needs a third less processor time with it. */
const shell = process.env['CHROMIUM_PATH'] ?? installed('chromium-headless-shell') ?? whole;

/** Use as `launchOptions` for tests in which Chromium asks the user something, which needs windows. */
export const withWindows = whole ? { executablePath: whole } : { channel: 'chromium' };

/**
 * Chromium obeys only the last `--disable-features`, so this list replaces Playwright's. It begins with those of
 * Playwright's features that our pages need disabled. The other features would create pages that no test sees: two
 * pages of the address bar and a spare process cost as much processor time as opening Edgewise.
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
  // Each test has its own host and library, so any tests can run in parallel, even those of one file. There is one
  // worker more than there are cores, because a test often waits for its page or its host.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // Long, because tests check that a state is reached, not how soon on a busy machine.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  // On a busy machine, a second try distinguishes a fault from bad luck. `npm test` names the tests that needed one.
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
  use: {
    // Animations take a tenth of the processor time. Tests of motion turn animations on.
    contextOptions: { reducedMotion: 'reduce' },
    // Otherwise a click on an element that never appears would wait for the whole timeout of the test.
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
