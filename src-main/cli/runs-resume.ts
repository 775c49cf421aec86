import type { Limits } from '../../src-core/engine.ts';
import { loadEngine } from '../../src-core/engines.ts';
import { expectResumable } from '../services/runs.ts';
import { CliFailure } from './failure.ts';
import { jsonReporter } from './json-reporter.ts';
import { answerCode } from './run-here.ts';
import { resumeSaved } from './run-saved.ts';
import { textReporter } from './text-reporter.ts';

/** Resumes a saved run, reports it, and returns the exit code. */
export async function resumeAndReport(
  id: number,
  more: Partial<Limits>,
  options: { data: string; json?: boolean },
): Promise<number> {
  const write = (text: string): void => void process.stdout.write(text);
  const ended = await resumeSaved(id, more, options.data, async (library) => {
    await library.runs.recognise();
    let run;
    try {
      run = library.runs.get(id);
      expectResumable(run);
    } catch (error) {
      throw new CliFailure((error as Error).message);
    }
    const puzzle = library.puzzleOfRun(id);
    if (options.json) return { puzzle, reporter: jsonReporter(puzzle, write) };
    const { wanted } = run.settings;
    const { counters } = await loadEngine(run.settings.engine);
    const reporter = textReporter(puzzle, {
      format: puzzle.kind === 'sliding' ? 'moves' : 'ascii',
      // Earlier solutions are in the library, so it would be misleading to list only the new ones as “all”.
      wanted: wanted.solutions === 'all' ? 'count' : 'some',
      write,
      remark: (text) => void process.stderr.write(text),
      isTerminal: process.stderr.isTTY,
      counters,
    });
    return { puzzle, reporter };
  });
  return answerCode(ended);
}
