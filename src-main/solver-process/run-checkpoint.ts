/**
 * A run's checkpoint, and the check that rejects checkpoints of other versions. Each engine supplies schemas for its
 * own parts. Without the check, a part of the wrong shape would fail much later or lead to wrong counts.
 */
import { deserialize } from 'node:v8';
import * as v from 'valibot';
import type { CheckpointSchemas, Engine } from '../../src-core/engine.ts';
import { version } from '../version.ts';
import type { ActiveTask } from './lanes.ts';
import type { ResultsState } from './run-results.ts';

/** Everything needed to continue a run exactly where it was. Structured-clonable. */
export interface RunCheckpoint extends ResultsState {
  /** the version of Edgewise that wrote the checkpoint; missing before 1.0.0-beta.1 */
  readonly edgewise?: string;
  readonly engine: string;
  readonly engineVersion: number;
  readonly plan: unknown;
  readonly active: readonly ActiveTask[];
  readonly elapsedMs: number;
}

type EngineOfRun = Pick<Engine, 'name' | 'version' | 'checkpointSchemas'>;

/** Thrown for a checkpoint that another version of Edgewise can read but this one can't. */
export class OtherVersion extends Error {}

const opaque: CheckpointSchemas = { plan: v.unknown(), work: v.unknown(), search: v.unknown() };

const checkpointSchema = ({ plan, work, search }: CheckpointSchemas) =>
  v.object({
    edgewise: v.exactOptional(v.string()),
    engine: v.string(),
    engineVersion: v.number(),
    plan,
    active: v.array(
      v.object({ task: v.object({ id: v.number(), work }), search: v.optional(v.undefinedable(search)) }),
    ),
    elapsedMs: v.number(),
    found: v.number(),
    // checkpoints from before version 0.1.0 don't contain the solutions' symmetry classes
    classes: v.exactOptional(v.object({ unique: v.set(v.string()), distinct: v.set(v.string()) })),
    best: v.nullable(v.instance(Int32Array)),
  });

/**
 * Returns `state` as a checkpoint of this version of the engine. If it isn't one, throws `OtherVersion` with a
 * user-facing message.
 */
export function expectCheckpoint(engine: EngineOfRun, state: unknown): RunCheckpoint {
  const why = whyOtherVersion(engine, state);
  if (why !== null) throw new OtherVersion(why);
  return state as RunCheckpoint;
}

/**
 * Returns a sentence that says why this version of Edgewise can't resume from a checkpoint. Returns null if it can, or
 * if the bytes aren't a checkpoint.
 */
export function whyNotContinued(engine: EngineOfRun, bytes: Uint8Array): string | null {
  let state: unknown;
  try {
    state = deserialize(bytes);
  } catch {
    return null;
  }
  return whyOtherVersion(engine, state);
}

function whyOtherVersion(engine: EngineOfRun, state: unknown): string | null {
  const { edgewise, engineVersion, engine: name = engine.name } = (state ?? {}) as Partial<RunCheckpoint>;
  if (name !== engine.name) return `The checkpoint was written by the engine ${name}, not by ${engine.name}.`;
  if (engineVersion !== engine.version) {
    const its = typeof engineVersion === 'number' ? `version ${engineVersion}` : 'an unknown version';
    return `The checkpoint was written by ${its} of the engine ${name}; this program has version ${engine.version}. ${advice(edgewise)}`;
  }
  const read = v.safeParse(checkpointSchema(engine.checkpointSchemas ?? opaque), state, { abortEarly: true });
  if (read.success) return null;
  const at = v.getDotPath(read.issues[0]) ?? 'its top';
  return `The checkpoint is in a format that this version of Edgewise can’t read (at ${at}). ${advice(edgewise)}`;
}

function advice(edgewise: string | undefined): string {
  const other =
    edgewise === undefined
      ? 'the version of Edgewise that it was started with'
      : `${edgewise === version ? 'an earlier build of ' : ''}Edgewise ${edgewise}`;
  return `Continue the run with ${other}, or start it again with these settings.`;
}
