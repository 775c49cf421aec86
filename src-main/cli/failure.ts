/** What a shell sees of how a command ended; CLI.md is the contract. */
export const exit = { answered: 0, noSolution: 1, badInput: 2, limit: 3, failed: 4 } as const;

/** Ends a command with a message on standard error. Anything else that is thrown ends it with code 4, but for `NoDataDir`: 2. */
export class CliFailure extends Error {
  readonly code: number;
  constructor(message: string, code: number = exit.badInput) {
    super(message);
    this.name = 'CliFailure';
    this.code = code;
  }
}
