/**
 * Fixes the seed of random puzzles, so that tests are repeatable. To use another seed: `SEED=$RANDOM npm test --
 * unit`.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });
