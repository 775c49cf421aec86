/** Names that Windows reserves for devices, regardless of the extension. */
const WINDOWS_DEVICE_NAME = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\s*(?:\.|$))/i;

/**
 * Returns a file name that every operating system accepts: "a/b.svg" becomes "a b.svg", and "NUL.svg" becomes
 * "_NUL.svg".
 */
export const downloadName = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|]+/g, ' ')
    .trim()
    .replace(WINDOWS_DEVICE_NAME, '_$1');
