import packageJson from '../package.json' with { type: 'json' };

/** Of the application, as in package.json. */
export const version: string = packageJson.version;
