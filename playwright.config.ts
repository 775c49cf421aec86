import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const installed = (...names: string[]): string | undefined =>
  names.map((name) => `/usr/bin/${name}`).find(existsSync);
/** Debian's Chromium, with its windows; undefined where there is none: then the one Playwright downloads (npx playwright install chromium). */
const whole = process.env['CHROMIUM_PATH'] ?? installed('chromium', 'chromium-browser');
/** Without its windows, which cost a third of the processor time of a test. */
const shell = process.env['CHROMIUM_PATH'] ?? installed('chromium-headless-shell') ?? whole;

/** For `launchOptions`, where a window would ask somebody. */
export const withWindows = whole ? { executablePath: whole } : { channel: 'chromium' };

/**
 * Chromium heeds the last `--disable-features` alone, so this stands in place of Playwright's own: first what of that
 * concerns a page of ours, then what Chromium would make anew for each page and no test sees. Two pages of the address
 * bar and a process in reserve cost as much processor time as opening Edgewise itself.
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
  // Each test has a host and a library of its own, so any two may run side by side, those of one file too.
  workers: 2,
  fullyParallel: true,
  // Generous: what is checked is that a state comes, not how soon on a busy machine.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  // On a machine that does other work too a second try tells a fault from bad luck; `npm test` names what needed one.
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
  use: {
    // Else a click or a page that never comes is waited for as long as the whole test may take.
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
    { name: 'electron', testDir: 'tests/electron' },
  ],
});
