/** Whether the window shows only the board, without navigation, title and panels. */
let on = $state(false);

export const boardAlone = {
  get on(): boolean {
    return on;
  },
  set on(wanted: boolean) {
    on = wanted;
  },
};
