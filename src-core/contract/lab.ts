import * as v from 'valibot';
import { LabPlan, LabPuzzle, LabSetup, Trial } from '../lab/experiment.ts';
import { PuzzleName } from '../puzzle/puzzle.ts';
import { id, method, nothing, time, whole } from './method.ts';

/**
 * Status of an experiment. A `queued` experiment is waiting for others to finish. Imported tables are always `done`.
 */
export const ExperimentStatus = v.picklist(['queued', 'running', 'paused', 'done']);
export type ExperimentStatus = v.InferOutput<typeof ExperimentStatus>;

export const Experiment = v.strictObject({
  id,
  name: PuzzleName,
  status: ExperimentStatus,
  /** numbers of completed trials and of all trials */
  done: whole,
  total: whole,
  /** the published table to compare the results with */
  published: v.nullable(v.picklist(['rows-trials', 'backtracking-questions'])),
  /** the conditions of the trials, as in lab/conditions.ts; null for an imported table */
  conditions: v.nullable(
    v.strictObject({ limits: LabPlan.entries.limits, threads: whole, ownLimits: v.boolean() }),
  ),
  createdAt: time,
});
export type Experiment = v.InferOutput<typeof Experiment>;

export const PresetInfo = v.strictObject({
  id: v.string(),
  title: v.string(),
  summary: v.string(),
  trials: whole,
});
export type PresetInfo = v.InferOutput<typeof PresetInfo>;

const experimentId = v.strictObject({ experimentId: id });

export const labMethods = {
  'lab.presets': method(nothing, v.array(PresetInfo)),
  /** Returns the experiments, newest first. */
  'lab.list': method(nothing, v.array(Experiment)),
  'lab.get': method(experimentId, v.strictObject({ experiment: Experiment, trials: v.array(Trial) })),
  /** Adds an experiment to the end of the queue. */
  'lab.start': method(
    v.strictObject({
      name: PuzzleName,
      plan: v.union([
        v.strictObject({ preset: v.string() }),
        v.strictObject({
          ...LabPlan.entries,
          /** puzzles from the library, or recipes for random puzzles */
          puzzles: v.pipe(v.array(v.union([v.strictObject({ puzzleId: id }), LabPuzzle])), v.minLength(1)),
          setups: v.pipe(v.array(LabSetup), v.minLength(1)),
        }),
      ]),
    }),
    experimentId,
  ),
  'lab.pause': method(experimentId, nothing),
  'lab.resume': method(experimentId, nothing),
  'lab.remove': method(experimentId, nothing),
  'lab.csv': method(experimentId, v.strictObject({ csv: v.string() })),
  /** Imports a table exported by Edgewise. */
  'lab.import': method(v.strictObject({ name: PuzzleName, csv: v.string() }), experimentId),
} as const;

export const labEvents = [
  /** an experiment was added or removed, or its status changed */
  v.strictObject({ type: v.literal('lab.changed') }),
  v.strictObject({ type: v.literal('lab.trial'), experimentId: id, trial: Trial }),
] as const;
