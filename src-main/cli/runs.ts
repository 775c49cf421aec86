import { Command } from 'commander';
import type { Limits } from '../../src-core/engine.ts';
import type { RunDetail, RunSummary } from '../../src-core/contract/runs.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';
import { jsonOf } from '../../src-core/puzzle/partial-board.ts';
import type { SavedBoard } from '../../src-core/contract/boards.ts';
import { counted } from '../../src-core/text/counted.ts';
import type { OpenLibrary } from '../services/open-library.ts';
import { positiveWhole, seconds } from './arguments.ts';
import { CliFailure } from './failure.ts';
import { dataOption, readingLibrary, reportRest } from './open-library.ts';
import { shareCommands } from './runs-share.ts';
import { shortTime, table } from './table.ts';

interface DataOptions {
  data: string;
  json?: boolean;
}

const existing = (library: OpenLibrary, id: number): RunDetail => {
  try {
    return library.runs.get(id);
  } catch (error) {
    throw new CliFailure((error as Error).message);
  }
};

export const command = new Command('runs')
  .description('list the run history, newest first')
  .option('--limit <k>', 'list at most this many', positiveWhole, 1000)
  .option('--json', 'print JSON lines')
  .addOption(dataOption())
  .action(async (options: DataOptions & { limit: number }) => {
    await readingLibrary(options.data, async (library) => {
      const { items, total } = await library['runs.list']({ offset: 0, limit: options.limit });
      process.stdout.write(
        options.json
          ? items.map((run) => `${JSON.stringify(run)}\n`).join('')
          : table(
              ['id', 'puzzle', 'engine', 'status', 'started', 'nodes', 'solutions', 'best', ''],
              items.map((run) => [
                run.id,
                run.puzzleName,
                run.settings.engine,
                run.status,
                shortTime(run.startedAt),
                run.figures.nodes,
                run.figures.raw,
                shortBest(run.figures),
                run.resumable ? 'resumable' : '',
              ]),
            ),
      );
      reportRest(items.length, total, 'newest');
    });
  })
  .addCommand(
    new Command('show')
      .description('show the settings, totals and log of a run')
      .argument('<id>', 'the number of the run', positiveWhole)
      .option('--json', 'print one JSON object')
      .addOption(dataOption())
      .action(async (id: number, options: DataOptions) => {
        await readingLibrary(options.data, async (library) => {
          await library.runs.recognise();
          const { samples, best, current, ...run } = existing(library, id);
          process.stdout.write(options.json ? `${JSON.stringify(run)}\n` : shown(run, run.log));
        });
      }),
  )
  .addCommand(
    new Command('resume')
      .description('resume a run from its last checkpoint')
      .argument('<id>', 'the number of the run', positiveWhole)
      .option(
        '--time <s>',
        'run for this many more seconds (default: the time that is left; if none is left, the same time limit again)',
        seconds,
      )
      .option('--nodes <n>', 'run for this many more nodes', positiveWhole)
      .option('--json', 'print JSON lines')
      .addOption(dataOption())
      .action(async (id: number, options: DataOptions & { time?: number; nodes?: number }) => {
        const more: { -readonly [K in keyof Limits]?: Limits[K] } = {};
        if (options.time !== undefined) more.seconds = options.time;
        if (options.nodes !== undefined) more.nodes = options.nodes;
        const { resumeAndReport } = await import('./runs-resume.ts');
        process.exitCode = await resumeAndReport(id, more, options);
      }),
  )
  .addCommand(
    new Command('export')
      .description('print a run as one JSON object: puzzle, settings, totals, samples, log, boards')
      .argument('<id>', 'the number of the run', positiveWhole)
      .addOption(dataOption())
      .action(async (id: number, options: DataOptions) => {
        await readingLibrary(options.data, async (library) => {
          const { current, ...run } = existing(library, id);
          const everything = {
            ...run,
            puzzle: library.puzzleOfRun(id),
            solutions: await allSolutions(library, id),
          };
          process.stdout.write(`${jsonOf(everything)}\n`);
        });
      }),
  );

for (const share of shareCommands) command.addCommand(share);

async function allSolutions(library: OpenLibrary, runId: number): Promise<SavedBoard[]> {
  const limit = 1000;
  const all: SavedBoard[] = [];
  for (let offset = 0; ; offset += limit) {
    const { items } = await library['boards.list']({ runId, sort: 'oldest', offset, limit });
    all.push(...items);
    if (items.length < limit) return all;
  }
}

function shortBest({ edges, matched, sliding }: RunFigures): string {
  if (sliding) return sliding.path ? counted(sliding.path.length, 'move') : '';
  return edges > 0 ? `${matched}/${edges}` : '';
}

function resultFacts({ sliding, ...figures }: RunFigures): [string, string][] {
  if (sliding) {
    const { path, optimal, lowerBound } = sliding;
    const bound = optimal ? 'proven shortest' : `lower bound ${lowerBound}`;
    return [['best', `${path ? counted(path.length, 'move') : 'no solution yet'}, ${bound}`]];
  }
  return [
    ['solutions', `${figures.raw}, ${figures.unique} unique, ${figures.distinct} distinct`],
    [
      'best',
      `${figures.matched} of ${counted(figures.edges, 'edge')}, ${figures.placed} of ${figures.cells} placed`,
    ],
  ];
}

const limitsText = ({ seconds, nodes }: Limits): string =>
  [
    ...(seconds === null ? [] : [counted(seconds, 'second')]),
    ...(nodes === null ? [] : [counted(nodes, 'node')]),
  ].join(', ') || 'none';

function shown(run: RunSummary, log: readonly { at: string; text: string }[]): string {
  const { settings, figures } = run;
  const { wanted, limits } = settings;
  const facts: [string, string][] = [
    ['run', String(run.id)],
    ['puzzle', run.puzzleName],
    ['engine', `${settings.engine}, version ${run.engineVersion}`],
    ['options', JSON.stringify(settings.options)],
    ['wanted', wanted.solutions === 'all' ? 'all solutions' : counted(wanted.solutions, 'solution')],
    ['limits', limitsText(limits)],
    ['seed, threads', `${settings.seed}, ${settings.threads}`],
    [
      'status',
      `${run.status}${run.message === '' ? '' : `: ${run.message}`}${run.resumable ? ' (resumable)' : ''}${run.notHere === null ? '' : `. ${run.notHere}`}`,
    ],
    ['nodes', `${figures.nodes} in ${(figures.elapsedMs / 1000).toFixed(1)} s`],
    ...resultFacts(figures),
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  return [
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    '',
    ...log.map(({ at, text }) => `${at}  ${text}`),
    '',
  ].join('\n');
}
