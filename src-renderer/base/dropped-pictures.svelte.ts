/** Pictures dropped or pasted anywhere in the window. They wait here for the view that reads them. */
let files = $state.raw<readonly File[]>([]);

export const droppedPictures = {
  put(more: readonly File[]): void {
    files = [...files, ...more];
  },
  /** Returns the waiting pictures and removes them. */
  take(): readonly File[] {
    const taken = files;
    if (taken.length > 0) files = [];
    return taken;
  },
};

/** Checks type and extension, because not every system knows the types of a phone's pictures. */
export const isPicture = ({ type, name }: File): boolean =>
  type.startsWith('image/') || /\.hei[cf]$/i.test(name);
