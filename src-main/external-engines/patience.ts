/** How long an engine may take. Tests shorten them. */
export const patience = {
  /** to say hello */
  helloMs: 10_000,
  /** between two lines while it searches */
  silenceMs: 120_000,
  /** to end after `stop` */
  stopMs: 10_000,
  progressMs: 100,
  /** lines a second, over a second, that are more than anybody needs */
  flood: 50_000,
};
