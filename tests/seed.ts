/**
 * The random puzzles of the tests are the same each time, so that a change is judged by itself. Others:
 * `SEED=$RANDOM npm test -- unit`.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });
