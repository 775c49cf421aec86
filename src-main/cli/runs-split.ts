import path from 'node:path';
import type { Engine, Job } from '../../src-core/engine.ts';
import { makeFolder } from '../make-folder.ts';
import { CliFailure } from './failure.ts';
import { writeWhole } from '../write-whole.ts';
import { MAX_PARTS, runName, type JobFile } from './share-files.ts';

/** Writes the job files of a run and returns their names. */
export function splitRun(
  engine: Engine,
  job: Job,
  options: { parts: number; by?: 'prefix' | 'seed'; out: string },
): string[] {
  if (options.parts > MAX_PARTS)
    throw new CliFailure(`--parts ${options.parts}: expected ${MAX_PARTS} or fewer`);
  const canPrefix = engine.tasks === 'fixed' && job.wanted.solutions === 'all';
  const by = options.by ?? (canPrefix ? 'prefix' : 'seed');
  if (by === 'prefix' && !canPrefix) {
    throw new CliFailure(
      engine.tasks === 'fixed'
        ? '--by prefix: only a search for all solutions can be divided by prefix; add --all or --count'
        : `--by prefix: the search of ${engine.name} depends on what it finds; use --by seed`,
    );
  }
  try {
    makeFolder(path.resolve(options.out));
  } catch (error) {
    throw new CliFailure(`--out ${options.out}: the folder can’t be created: ${(error as Error).message}`);
  }
  const run = runName(job);
  const digits = String(options.parts).length;
  return Array.from({ length: options.parts }, (_, part) => {
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
    const name = path.join(options.out, `part-${String(part + 1).padStart(digits, '0')}.job.json`);
    writeWhole(name, [JSON.stringify(file)]);
    return name;
  });
}
