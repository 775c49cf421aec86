/** Timeouts for engines. Tests shorten them. */
export const timeouts = {
  /** how long an engine may take to send `hello`; the protocol page says ten seconds, but the machine may be busy */
  helloMs: 30_000,
  /** maximum time between two messages of the engine during a search */
  silenceMs: 120_000,
  /** how long an engine may take to end after `stop` */
  stopMs: 10_000,
  progressMs: 100,
  /** maximum number of lines that an engine may print per second */
  flood: 50_000,
};

/**
 * Timeouts of “engines check”. They are longer than the protocol page says, so that a correct engine passes even on a
 * busy machine.
 */
export const checkTimeouts = {
  /** how long the engine may take to solve a framed 4 × 4 puzzle */
  solveMs: 120_000,
  /** how long a progress message may take to arrive */
  reportMs: 10_000,
  /** how long to wait for messages that the engine sent before it received `pause` */
  settleMs: 3_000,
  /** how long a paused engine must stay silent once `settleMs` is over */
  restMs: 1_500,
  /** maximum processor time of a paused engine during `restMs`; the engine may poll for `resume` */
  restCpuMs: 150,
};
