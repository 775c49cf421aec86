// The configuration of the installers: it sets the fuses and contains nothing unwanted.
// tests/integration/package.test.ts tests the packaged application itself.
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);

interface Configuration {
  readonly electronFuses: Record<string, boolean>;
  readonly publish: unknown;
  readonly npmRebuild: boolean;
  readonly asar: unknown;
}

test('fuses keep the archive intact; Node runs in the executable only where the launcher needs it', async () => {
  const { getConfig } = createRequire(require.resolve('electron-builder/package.json'))(
    'app-builder-lib/out/util/config/config',
  ) as { getConfig: (dir: string, file: string, fromCli: null) => Promise<Configuration> };
  const config = await getConfig(root, path.join(root, 'electron-builder.yml'), null);
  expect(config.electronFuses).toEqual({
    runAsNode: false,
    // Edgewise uses no cookies, and encrypting cookies would make the system ask for access to the keychain.
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true,
  });
  expect(config).toMatchObject({ asar: { smartUnpack: false }, npmRebuild: false, publish: null });
});
