/** The guided first puzzle: which of its five steps is shown. The user can leave it at any time. */
export const TOUR_STEPS = 5;

let step = $state(0);

export const tour = {
  /** the current step, from 1 to 5; 0 if the tour is not active */
  get step(): number {
    return step;
  },
  set step(wanted: number) {
    step = wanted >= 1 && wanted <= TOUR_STEPS ? wanted : 0;
  },
};
