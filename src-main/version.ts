import packageJson from '../package.json' with { type: 'json' };

/** The application's version, from package.json. */
export const version: string = packageJson.version;

/**
 * Edgewise's home page, which is set only in package.json (`homepage`). If undefined, nothing links to it and no deb
 * package is built.
 */
export const homePage = (packageJson as { homepage?: string }).homepage;
