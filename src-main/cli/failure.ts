/** Exit codes of commands. docs/reference/cli.md defines them. */
export const exit = { answered: 0, noSolution: 1, badInput: 2, limit: 3, failed: 4 } as const;

/**
 * An error that ends a command with a message on standard error and an exit code. Any other error ends the
 * command with code 4, except `NoDataDir`, which ends it with code 2.
 */
export class CliFailure extends Error {
  readonly code: number;
  constructor(message: string, code: number = exit.badInput) {
    super(message);
    this.name = 'CliFailure';
    this.code = code;
  }
}
