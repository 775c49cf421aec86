/** Files that were dropped or pasted anywhere in the window. They wait here for a view to take them. */
class DroppedFiles {
  /** true while a dialog accepts any dropped file */
  wanted = $state(false);
  #files = $state.raw<readonly File[]>([]);

  put(more: readonly File[]): void {
    this.#files = [...this.#files, ...more];
  }
  take(): readonly File[] {
    const taken = this.#files;
    if (taken.length > 0) this.#files = [];
    return taken;
  }
}

export const droppedPictures = new DroppedFiles();
/** result files from the parts of a shared run */
export const droppedResults = new DroppedFiles();

/**
 * Returns whether a file is a picture. Checks the extension as well as the type, because some systems don't know the
 * types of phone pictures.
 */
export const isPicture = ({ type, name }: File): boolean =>
  type.startsWith('image/') || /\.hei[cf]$/i.test(name);

/**
 * Returns whether a file's name looks like a part of a shared run or the result of a part. The browser may have added
 * a number, as in `part-3.job (1).json`.
 */
export const isPart = ({ name }: File): boolean => /\.(?:job|result)(?: \(\d+\))?\.json$/i.test(name);
