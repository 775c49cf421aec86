import type { Engine, Job } from '../../src-core/engine.ts';
import { MAX_PARTS, runName, ShareError, type JobFile, type SharedText } from './share-files.ts';

/**
 * Splits a run into parts, either by prefix (each part searches a piece of one search tree) or by seed (each part runs
 * the same search with another seed). Returns which of the two was chosen, and the name and text of each job file.
 * Throws ShareError.
 */
export function splitRun(
  engine: Engine,
  job: Job,
  options: { parts: number; by?: 'prefix' | 'seed' | undefined },
): { by: 'prefix' | 'seed'; files: SharedText[] } {
  if (options.parts > MAX_PARTS) {
    throw new ShareError(`--parts ${options.parts}: expected ${MAX_PARTS} or fewer`);
  }
  const canPrefix = engine.tasks === 'fixed' && job.wanted.solutions === 'all';
  const by = options.by ?? (canPrefix ? 'prefix' : 'seed');
  if (by === 'prefix' && !canPrefix) {
    throw new ShareError(
      engine.tasks === 'fixed'
        ? '--by prefix: only a search for all solutions can be divided by prefix; add --all or --count'
        : `--by prefix: ${engine.name} adapts its search to what it finds, so the search can't be divided by prefix; use --by seed`,
    );
  }
  const run = runName(job);
  const digits = String(options.parts).length;
  const files = Array.from({ length: options.parts }, (_, part) => {
    const file: JobFile = {
      edgewiseJob: 1,
      run,
      by,
      part,
      of: options.parts,
      job: {
        ...job,
        options: { ...job.options },
        wanted: { ...job.wanted },
        limits: { ...job.limits },
        seed: by === 'seed' ? job.seed + part : job.seed,
      },
    };
    return {
      name: `part-${String(part + 1).padStart(digits, '0')}.job.json`,
      text: JSON.stringify(file),
    };
  });
  return { by, files };
}
