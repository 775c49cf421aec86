/** Messages between a host and its solver process; both ends use the structured-clone serialisation. */
import type { RunFigures } from '../../src-core/run/figures.ts';
import type { Finding, Job, Limits } from '../../src-core/engine.ts';
import type { RunEnd } from './runner.ts';

export type SolverCommand =
  | {
      type: 'start';
      job: Job;
      /** totals at which the run ends */
      limits: Limits;
      /** as told by `checkpoint` messages, newest first; the first that can be read is gone on from */
      checkpoints: Uint8Array[];
      /** running time so far, in milliseconds: more than the checkpoint knows where work since it was lost */
      elapsedMs?: number;
      databasesDir: string;
      /** a folder of its own, made when first needed, for milestones; left out: none are kept */
      milestonesDir?: string;
      lowPriority: boolean;
      /** between two checkpoints; default 30 s */
      checkpointMs?: number;
    }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'stop' }
  /** the findings of message `number` are stored: go on */
  | { type: 'stored'; number: number };

export type SolverMessage =
  | { type: 'status'; status: 'preparing' | 'running' | 'paused'; message: string }
  | {
      type: 'progress';
      figures: RunFigures;
      current: Int32Array | null;
      /** of the whole process: memory it holds, processor time it has taken */
      memoryBytes: number;
      cpuMs: number;
    }
  /** a line for the run's log */
  | { type: 'log'; text: string }
  | { type: 'found'; number: number; findings: readonly Finding[] }
  | { type: 'checkpoint'; checkpoint: Uint8Array; figures: RunFigures }
  /** The only message of a run that did not begin: its checkpoints are of another version. Says which one reads them. */
  | { type: 'refused'; message: string }
  | {
      type: 'ended';
      status: RunEnd;
      message: string;
      figures: RunFigures | null;
      /** most memory the process ever held, and all the processor time it took */
      peakMemoryBytes: number;
      cpuMs: number;
    };

/** A running solver process, whatever started it (utilityProcess or child_process.fork). */
export interface SolverHandle {
  post(command: SolverCommand): void;
  onMessage(listener: (message: SolverMessage) => void): void;
  /**
   * May be called more than once. `reason` says why the process ended, where the system gives a reason; `signal` names the
   * signal that ended it.
   */
  onExit(listener: (code: number | null, reason?: string, signal?: string | null) => void): void;
  kill(): void;
  readonly pid: number | undefined;
}
export type SpawnSolver = () => SolverHandle;
