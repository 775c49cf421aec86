/** True if mismatches are marked strongly, on all boards of the window. */
let on = $state(false);

export const strongMarks = {
  get on(): boolean {
    return on;
  },
  set on(wanted: boolean) {
    on = wanted;
  },
};
