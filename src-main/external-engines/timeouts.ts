/** Timeouts for engines. Tests shorten them. */
export const timeouts = {
  /**
   * milliseconds until the engine must send `hello`; the protocol page says ten seconds, but the machine might be busy
   */
  helloMs: 30_000,
  /** maximum milliseconds between two messages of the engine during a search */
  silenceMs: 120_000,
  /** milliseconds until the engine must end after `stop` */
  stopMs: 10_000,
  progressMs: 100,
  /** maximum number of lines that an engine is allowed to print per second */
  flood: 50_000,
};

/**
 * Timeouts of “engines check”. They are longer than those of the protocol page, because an engine that is slow on a
 * busy machine breaks no promise.
 */
export const checkTimeouts = {
  /** milliseconds within which the engine must solve a framed 4 × 4 puzzle */
  solveMs: 120_000,
  /** milliseconds within which a progress message must arrive */
  reportMs: 10_000,
  /** milliseconds to wait for messages that the engine sent before it received `pause` */
  settleMs: 3_000,
  /** milliseconds, counted from the end of `settleMs`, during which a paused engine must not send a message */
  restMs: 1_500,
  /**
   * maximum processor time of a paused engine during `restMs`, in milliseconds; the engine is allowed to poll for
   * `resume`
   */
  restCpuMs: 150,
};
