/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\s*(?:\.|$))/i;

/** Returns a file name that every system accepts: "a/b.svg" becomes "a b.svg", and "NUL.svg" becomes "_NUL.svg". */
export const downloadName = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|]+/g, ' ')
    .trim()
    .replace(DEVICE, '_$1');
