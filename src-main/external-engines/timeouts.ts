/** Timeouts for engines. Tests shorten them. */
export const timeouts = {
  /** for `hello`: the protocol page says ten seconds, but the machine may be busy */
  helloMs: 30_000,
  /** between two messages during a search */
  silenceMs: 120_000,
  /** to end after `stop` */
  stopMs: 10_000,
  progressMs: 100,
  /** maximum number of lines per second */
  flood: 50_000,
};

/**
 * Timeouts of “engines check”. They are longer than those of the protocol page, because an engine doesn't
 * break a promise if the machine is busy.
 */
export const checkTimeouts = {
  /** to solve a framed 4 × 4 puzzle */
  solveMs: 120_000,
  /** for a progress message */
  reportMs: 10_000,
  /** for messages already on their way when `pause` was sent */
  settleMs: 3_000,
  /** after that, the time in which no message may come */
  restMs: 1_500,
  /** maximum processor time in that period: a paused engine may poll for `resume` */
  restCpuMs: 150,
};
