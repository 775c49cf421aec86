/** Random puzzles of the tests are the same in each run. For others: `SEED=$RANDOM npm test -- unit`. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });
