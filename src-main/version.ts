import packageJson from '../package.json' with { type: 'json' };

/** Of the application, as in package.json. */
export const version: string = packageJson.version;

/**
 * Edgewise's home page, the only place where it is set: `homepage` in package.json. Undefined where there is none; then
 * nothing links to it, and no deb is built.
 */
export const homePage = (packageJson as { homepage?: string }).homepage;
