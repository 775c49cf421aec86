/** Timeouts for engines. Tests shorten them. */
export const timeouts = {
  /**
   * milliseconds until the engine must send `hello`; the protocol page says ten seconds, but the machine may be busy
   */
  helloMs: 30_000,
  /** maximum milliseconds between two messages of the engine during a search */
  silenceMs: 120_000,
  /** milliseconds until the engine must end after `stop` */
  stopMs: 10_000,
  progressMs: 100,
  /** maximum number of lines per second that an engine may print */
  flood: 50_000,
};

/**
 * Timeouts of “engines check”. They are longer than those of the protocol page, because an engine doesn't
 * break a promise if the machine is busy.
 */
export const checkTimeouts = {
  /** milliseconds in which the engine must solve a framed 4 × 4 puzzle */
  solveMs: 120_000,
  /** milliseconds in which a progress message must arrive */
  reportMs: 10_000,
  /** milliseconds for messages to arrive that the engine had sent before it received `pause` */
  settleMs: 3_000,
  /** milliseconds after `settleMs` during which no message may arrive */
  restMs: 1_500,
  /** maximum processor milliseconds of a paused engine during `restMs`; the engine may poll for `resume` */
  restCpuMs: 150,
};
