/** Pictures that were dropped or pasted anywhere in the window, until the view that reads them takes them. */
let files = $state.raw<readonly File[]>([]);

export const droppedPictures = {
  put(more: readonly File[]): void {
    files = [...files, ...more];
  },
  /** Those that wait; each is given once. */
  take(): readonly File[] {
    const taken = files;
    if (taken.length > 0) files = [];
    return taken;
  },
};

/** Not every system knows what kind of file the pictures of a phone are. */
export const isPicture = ({ type, name }: File): boolean =>
  type.startsWith('image/') || /\.hei[cf]$/i.test(name);
