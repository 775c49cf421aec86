/** Whether mismatches are marked strongly, on all boards of this window. */
let on = $state(false);

export const strongMarks = {
  get on(): boolean {
    return on;
  },
  set on(wanted: boolean) {
    on = wanted;
  },
};
