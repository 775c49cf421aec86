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

export const isPicture = (file: File): boolean => file.type.startsWith('image/');
