import packageJson from '../../../package.json' with { type: 'json' };

/** Makes this process look like one of Electron's processes. */
export function becomeElectron(): void {
  Object.defineProperty(process.versions, 'electron', {
    value: packageJson.devDependencies.electron,
    configurable: true,
    enumerable: true,
  });
  process.execPath = process.env['STAND_IN_PROGRAM']!;
}
