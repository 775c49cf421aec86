import { deserialize, serialize } from 'node:v8';
import * as v from 'valibot';
import { JobSettings } from '../../src-core/run/job.ts';
import type { Job } from '../../src-core/engine.ts';
import type { TaskResult } from '../../src-core/sharing.ts';
import { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { sha256 } from '../hashing.ts';

/** If there were more parts, each would have hardly any work. */
export const MAX_PARTS = 100_000;

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const board = v.array(v.pipe(v.number(), v.integer(), v.minValue(-1)));

const SharedJob = v.strictObject({ puzzle: Puzzle, ...JobSettings.entries });

/** One part of a run, which any machine can work on. */
export const JobFile = v.pipe(
  v.object({
    edgewiseJob: v.literal(1),
    /** identifies the run; the same in all of its parts */
    run: v.string(),
    by: v.picklist(['prefix', 'seed']),
    part: whole,
    of: v.pipe(whole, v.minValue(1), v.maxValue(MAX_PARTS)),
    job: SharedJob,
  }),
  v.forward(
    v.check(
      ({ part, of }) => part < of,
      ({ input: { part, of } }) => `found ${part}; expected less than ${of}`,
    ),
    ['part'],
  ),
);
export type JobFile = v.InferOutput<typeof JobFile>;

/** The result of one part of a run. */
export const ResultFile = v.object({
  edgewiseResult: v.literal(1),
  file: JobFile,
  engineVersion: whole,
  status: v.picklist(['solved', 'exhausted', 'limit', 'stopped', 'failed']),
  nodes: v.number(),
  elapsedMs: v.number(),
  /** every solution found, as boards or as paths */
  boards: v.array(board),
  paths: v.array(v.array(whole)),
  best: v.nullable(board),
  /** the results of the part's tasks (structured clone, base64); empty unless the run was split by prefix */
  tasks: v.string(),
});
export type ResultFile = v.InferOutput<typeof ResultFile>;

const amount = v.pipe(v.number(), v.minValue(0), v.finite());

const TaskResults: v.GenericSchema<unknown, TaskResult> = v.strictObject({
  id: whole,
  nodes: amount,
  nodesByDepth: v.nullable(v.instance(Float64Array)),
  counts: v.record(v.string(), amount),
  /** what the task reports in addition to its counts; each engine has its own format and checks the value itself */
  note: v.unknown(),
});

export const packTasks = (tasks: readonly TaskResult[]): string => serialize(tasks).toString('base64');
/** Parses the result of `packTasks`. Throws if the string is anything else. */
export const unpackTasks = (text: string): TaskResult[] =>
  text === '' ? [] : v.parse(v.array(TaskResults), deserialize(Buffer.from(text, 'base64')));

/** Returns the name that all parts of a run share. It is a hash of the job. */
export const runName = (job: Job): string =>
  sha256(JSON.stringify({ ...job, threads: 0 })).toString('hex', 0, 8);

/** An error in a job file or result file. Its message is for users. */
export class ShareError extends Error {}

/**
 * Parses the text of a job file or result file. `name`: the file. `what`: the expected kind of file, for the error
 * message. Throws ShareError.
 */
export function parseShared<S extends v.GenericSchema>(
  schema: S,
  { name, text }: SharedText,
  what: string,
): v.InferOutput<S> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ShareError(`${name} is not ${what}: it contains no JSON`);
  }
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return parsed.output;
  if (v.is(JobFile, json))
    throw new ShareError(
      `${name} is not ${what}, but a part to search. Run “edgewise runs work ${name}”, which writes the result`,
    );
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue);
  // Without one of these fields, the file is of another kind.
  if (field === null || field === 'edgewiseJob' || field === 'edgewiseResult')
    throw new ShareError(`${name} is not ${what}. Choose a different file`);
  const wrong = issue.expected ? `found ${issue.received}; expected ${issue.expected}` : issue.message;
  throw new ShareError(`${name} is damaged: in “${field}”, ${wrong}. Copy the file again`);
}

/** A file of a shared run, with a job or a result. */
export interface SharedText {
  readonly name: string;
  readonly text: string;
}
