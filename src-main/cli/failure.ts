/** Exit codes of commands, as defined in docs/reference/cli.md. */
export const exit = { answered: 0, noSolution: 1, badInput: 2, limit: 3, failed: 4 } as const;

/**
 * An error that ends a command with an exit code and a message on standard error. Any other error ends the command
 * with code 4, or with code 2 if it is `NoDataDir`.
 */
export class CliFailure extends Error {
  readonly code: number;
  constructor(message: string, code: number = exit.badInput) {
    super(message);
    this.name = 'CliFailure';
    this.code = code;
  }
}
