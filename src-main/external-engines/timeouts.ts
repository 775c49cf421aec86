/** Timeouts for engines. Tests shorten them. */
export const timeouts = {
  /** until the engine sends `hello`: ten seconds in the protocol page, but the machine may be busy */
  helloMs: 30_000,
  /** between two messages of the engine during a search */
  silenceMs: 120_000,
  /** until the engine ends after `stop` */
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
  /** until the engine has solved a framed 4 × 4 puzzle */
  solveMs: 120_000,
  /** until a progress message arrives */
  reportMs: 10_000,
  /** until messages have arrived that were already under way when `pause` was sent */
  settleMs: 3_000,
  /** time after `settleMs` in which no message may arrive */
  restMs: 1_500,
  /** maximum processor time within `restMs`: a paused engine may poll for `resume` */
  restCpuMs: 150,
};
