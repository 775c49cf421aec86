import { appendFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Experiment } from '../../src-core/contract/lab.ts';
import { loadEngine } from '../../src-core/engines.ts';
import { fromCsv, toCsv } from '../../src-core/lab/csv.ts';
import type { LabPlan, LabSetup, Trial } from '../../src-core/lab/experiment.ts';
import { trialCount } from '../../src-core/lab/experiment.ts';
import { reportCsv, reportText } from '../../src-core/lab/report.ts';
import { reportOf, type Published } from '../../src-core/lab/reports.ts';
import { tableText } from '../../src-core/lab/table-text.ts';
import { counted } from '../../src-core/text/counted.ts';
import { samplesDir } from '../paths.ts';
import { checkPlan } from '../services/lab-job.ts';
import { presetNamed, presetsFrom } from '../services/lab-presets.ts';
import type { OpenLibrary } from '../services/open-library.ts';
import { forkSolver } from '../solver-process/fork-solver.ts';
import { collect, integer, positiveWhole, seconds, sizeList, threadCount } from './arguments.ts';
import { engineOptions } from './engine-options.ts';
import { knowEngines, solverFor } from '../external-engines/external-engine.ts';
import { CliFailure, exit } from './failure.ts';
import { nameOf, readPuzzleFile, readText, whyNotWritten } from './input.ts';
import { dataOption, readingLibrary, withLibrary } from './open-library.ts';
import { onStopRequest } from './stop.ts';

interface RunOptions {
  preset?: string;
  puzzle: string[];
  engine: string[];
  trials: number;
  seed: number;
  time?: number;
  nodes?: number;
  all?: boolean;
  threads: number;
  name?: string;
  sizes?: readonly number[];
  csv?: string;
  report?: string;
  data: string;
}

type Written = Pick<RunOptions, 'csv' | 'report'>;

export const command = new Command('lab')
  .description(
    'compare engines over many trials; a winner is named only if the difference is unlikely to be due to chance',
  )
  .addCommand(
    new Command('run')
      .description('run an experiment; Ctrl-C pauses it, “lab resume” resumes it')
      .option('--preset <name>', 'a name listed by “lab presets”')
      .option('--puzzle <file>', 'a puzzle file (repeatable)', collect, [])
      .option(
        '--engine <setup>',
        'NAME, or NAME:OPTION=VALUE,... such as rows:wildcards=256 (repeatable)',
        collect,
        [],
      )
      .option('--trials <n>', 'trials of each engine on each puzzle', positiveWhole, 20)
      .option('--seed <x>', 'seed of the first trial; each further trial uses the next number', integer, 1)
      .option('--time <s>', 'time limit per trial, in seconds', seconds)
      .option('--nodes <n>', 'node limit of a trial', positiveWhole)
      .option('--all', 'find all solutions (default: stop at the first)')
      .option('--threads <n>', 'number of solver threads of a trial', threadCount, 1)
      .option('--name <name>', 'name of the experiment')
      .option(
        '--sizes <list>',
        'run only these sizes of a preset that has several, such as 2-10 or 8,10,12',
        sizeList,
      )
      .option('--csv <file>', 'at the end, write the trials and the published figures to this CSV file')
      .option('--report <file>', 'at the end, write the comparison with the publication to this CSV file')
      .addOption(dataOption())
      .action(run),
  )
  .addCommand(
    new Command('presets').description('list the experiments that come with Edgewise').action(() => {
      for (const { id, title, summary, plan } of presetsFrom(samplesDir)) {
        process.stdout.write(`${id}\t${counted(trialCount(plan), 'trial')}\t${title}: ${summary}\n`);
      }
    }),
  )
  .addCommand(
    new Command('list')
      .description('list the experiments in the library')
      .addOption(dataOption())
      .action(({ data }: { data: string }) =>
        readingLibrary(data, (library) => {
          for (const { id, name, status, done, total } of library.experiments.list()) {
            process.stdout.write(`${id}\t${status}\t${done} of ${total}\t${name}\n`);
          }
        }),
      ),
  )
  .addCommand(
    new Command('resume')
      .description('resume an experiment that was paused or interrupted')
      .argument('<id>', 'the number of the experiment', positiveWhole)
      .option('--csv <file>', 'at the end, write the trials to this CSV file')
      .option('--report <file>', 'at the end, write the comparison with the publication to this CSV file')
      .addOption(dataOption())
      .action((id: number, { data, ...written }: { data: string } & Written) =>
        workingLibrary(data, (library) => {
          if (existing(library, id).status !== 'done') library.experiments.begin(id);
          return runRest(library, id, written);
        }),
      ),
  )
  .addCommand(
    new Command('show')
      .description('show the table of an experiment, or of a CSV file that the lab wrote')
      .argument('<id or file>')
      .addOption(dataOption())
      .action((which: string, { data }: { data: string }) => {
        if (!/^\d+$/.test(which)) {
          print(read(which), null);
          return;
        }
        return readingLibrary(data, (library) => {
          const { id, published } = existing(library, Number(which));
          print(library.experiments.trials(id), published);
        });
      }),
  )
  .addCommand(
    new Command('report')
      .description('compare an experiment with the publication that its preset comes from')
      .argument('<id>', 'the number of the experiment', positiveWhole)
      .option('--csv', 'print comma-separated values')
      .addOption(dataOption())
      .action((id: number, { data, csv }: { data: string; csv?: boolean }) =>
        readingLibrary(data, (library) => {
          const { published } = existing(library, id);
          if (!published) {
            throw new CliFailure(
              `Experiment ${id} has no published figures to compare with; “lab show ${id}” shows its table.`,
            );
          }
          const report = reportOf(published, library.experiments.trials(id));
          process.stdout.write(csv ? reportCsv(report) : reportText(report));
        }),
      ),
  )
  .addCommand(
    new Command('export')
      .description('print the trials of an experiment as CSV')
      .argument('<id>', 'the number of the experiment', positiveWhole)
      .addOption(dataOption())
      .action((id: number, { data }: { data: string }) =>
        readingLibrary(data, (library) => {
          const { published } = existing(library, id);
          process.stdout.write(toCsv(library.experiments.trials(id), published));
        }),
      ),
  );

async function run(options: RunOptions, command: Command): Promise<void> {
  knowEngines(options.data);
  const { preset } = options;
  const named = preset === undefined ? null : badInput('--preset', () => presetNamed(samplesDir, preset));
  const plan = named ? presetPlan(named.plan, options, command) : await planOf(options);
  await checkPlan(plan).catch((error: unknown) => {
    throw new CliFailure((error as Error).message);
  });
  const name = options.name ?? named?.title ?? plan.puzzles.map((puzzle) => puzzle.name).join(', ');
  await workingLibrary(options.data, async (library) => {
    for (const name of ['csv', 'report'] as const) {
      const file = options[name];
      // If a file can't be written, fail now rather than at the end of a long experiment.
      if (file !== undefined) badInput(`--${name}`, () => appendFileSync(file, ''));
    }
    const id = library.experiments.add(name.slice(0, 120), plan);
    library.experiments.begin(id);
    process.stderr.write(`Experiment ${id}, ${counted(trialCount(plan), 'trial')}.\n`);
    await runRest(library, id, options);
  });
}

function presetPlan(plan: LabPlan, options: RunOptions, command: Command): LabPlan {
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
  for (const name of ['puzzle', 'engine', 'all'] as const) {
    if (isGiven(name))
      throw new CliFailure(`--${name}: a preset defines this itself; leave out --${name} or --preset`);
  }
  if (options.report !== undefined && !plan.published) {
    throw new CliFailure(
      '--report: this preset has no published figures to compare with; leave out --report',
    );
  }
  const limited = isGiven('time') || isGiven('nodes');
  const puzzles = options.sizes ? ofSizes(plan, options.sizes) : plan.puzzles;
  return {
    ...plan,
    puzzles,
    ...(isGiven('trials') && { trials: options.trials }),
    ...(isGiven('seed') && { firstSeed: options.seed }),
    ...(isGiven('threads') && { threads: options.threads }),
    ...(limited && {
      limits: { seconds: options.time ?? null, nodes: options.nodes ?? null },
      puzzles: puzzles.map(({ limits: _, ...puzzle }) => puzzle),
    }),
  };
}

function ofSizes({ puzzles }: LabPlan, sizes: readonly number[]): LabPlan['puzzles'] {
  const there = puzzles.flatMap(({ size }) => size ?? []);
  if (there.length < puzzles.length) {
    throw new CliFailure('--sizes: this preset has no list of sizes; leave out --sizes');
  }
  const missing = sizes.find((size) => !there.includes(size));
  if (missing !== undefined) {
    throw new CliFailure(`--sizes: this preset has no size ${missing}; its sizes are ${there.join(', ')}`);
  }
  return puzzles.filter(({ size }) => sizes.includes(size!));
}

async function planOf(options: RunOptions): Promise<LabPlan> {
  for (const name of ['sizes', 'report'] as const) {
    if (options[name] !== undefined) throw new CliFailure(`--${name} needs a --preset`);
  }
  if (options.puzzle.length === 0)
    throw new CliFailure('--puzzle or --preset is needed (“lab presets” lists the presets)');
  if (options.engine.length === 0) throw new CliFailure('--engine is needed, such as --engine exact');
  const puzzles = options.puzzle.map((file) => readPuzzleFile(file, {}).puzzle);
  puzzles.forEach(({ name }, i) => {
    if (puzzles.findIndex((other) => other.name === name) === i) return;
    throw new CliFailure(
      `--puzzle ${options.puzzle[i]}: another puzzle is also called “${name}”; rename one of them`,
    );
  });
  return {
    puzzles: puzzles.map((puzzle) => ({ name: puzzle.name, source: { kind: 'puzzle', puzzle } })),
    setups: await Promise.all(options.engine.map(setupOf)),
    trials: options.trials,
    firstSeed: options.seed,
    wanted: options.all ? 'all' : 1,
    limits: { seconds: options.time ?? null, nodes: options.nodes ?? null },
    threads: options.threads,
  };
}

async function setupOf(text: string): Promise<LabSetup> {
  const [name = '', ...rest] = text.split(':');
  const engine = await loadEngine(name).catch((error: unknown) => {
    throw new CliFailure(`--engine: ${(error as Error).message}`);
  });
  const given = rest.join(':').split(',').filter(Boolean);
  return { name: text, engine: name, options: { ...engineOptions(engine, given) } };
}

async function runRest(library: OpenLibrary, id: number, { csv, report }: Written): Promise<void> {
  const { total, published } = library.experiments.get(id);
  // Start only this experiment. The application would resume all unfinished experiments.
  const lab = library.runExperiment(id, (event) => {
    if (event.type === 'lab.trial') process.stderr.write(`${trialText(event.trial, total)}\n`);
  });
  const forget = onStopRequest(() => lab.pause(id));
  await lab.finished(id);
  await lab.close();
  forget();
  const trials = library.experiments.trials(id);
  print(trials, published);
  if (csv !== undefined) writeFileSync(csv, toCsv(trials, published));
  if (report !== undefined && published) writeFileSync(report, reportCsv(reportOf(published, trials)));
  if (library.experiments.get(id).status === 'done') return;
  process.stderr.write(`Paused. To resume: edgewise lab resume ${id}.\n`);
  process.exitCode = exit.limit;
}

const trialText = (trial: Trial, total: number): string =>
  `${trial.number + 1} of ${total}: ${trial.setup} on ${trial.puzzle}, seed ${trial.seed}: ${trial.status}` +
  `${trial.message ? ` (${trial.message})` : ''}, ${Math.round(trial.elapsedMs)} ms, ` +
  `${trial.placed} of ${trial.cells} placed, ${counted(trial.nodes, 'node')}`;

const existing = (library: OpenLibrary, id: number): Experiment => {
  try {
    return library.experiments.get(id);
  } catch (error) {
    throw new CliFailure(`${(error as Error).message} “edgewise lab list” lists them.`);
  }
};

function print(trials: readonly Trial[], published: Published | null): void {
  process.stdout.write(tableText(trials));
  if (published) process.stdout.write(`\n${reportText(reportOf(published, trials))}`);
}

/** Maximum size of a CSV file in bytes, enough for several hundred thousand trials. */
const MAX_CSV_BYTES = 64_000_000;

const read = (file: string): Trial[] => {
  const text = readText(file, MAX_CSV_BYTES);
  return badInput(nameOf(file), () => fromCsv(text));
};

function badInput<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CliFailure(`${what}: ${whyNotWritten(error)}`);
  }
}

const workingLibrary = (dataDir: string, work: (library: OpenLibrary) => Promise<void>): Promise<void> =>
  withLibrary({ dataDir, mode: 'changing', spawnSolver: solverFor(dataDir, forkSolver) }, work);
