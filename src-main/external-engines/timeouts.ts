/** How long an engine may take. Tests shorten them. */
export const timeouts = {
  /** to say hello: the protocol page asks for ten seconds, and the machine may be busy */
  helloMs: 30_000,
  /** between two lines while it searches */
  silenceMs: 120_000,
  /** to end after `stop` */
  stopMs: 10_000,
  progressMs: 100,
  /** lines a second, over a second, that are more than anybody needs */
  flood: 50_000,
};

/**
 * How long “engines check” waits. More than the protocol page asks for: a machine that is busy with other things breaks no
 * promise of the engine's.
 */
export const checkTimeouts = {
  /** for a framed 4 × 4 puzzle */
  solveMs: 120_000,
  /** for a word of progress */
  wordMs: 10_000,
  /** what was under way when “pause” was said may still be told for so long */
  settleMs: 3_000,
  /** and then nothing, for so long */
  restMs: 1_500,
  /** processor time that takes: an engine that rests may look now and then whether it is to go on */
  restCpuMs: 150,
};
