/** Messages between a host and its solver process, sent by structured clone. */
import type { RunFigures } from '../../src-core/run/figures.ts';
import type { Finding, Job, Limits } from '../../src-core/engine.ts';
import type { RunEnd } from './runner.ts';

export type SolverCommand =
  | {
      type: 'start';
      job: Job;
      /** limits for the totals: the run ends when its nodes or its running time reach them */
      limits: Limits;
      /** if true, the time limit doesn't apply to preparing the engine */
      unlimitedPreparation?: boolean;
      /** data of `checkpoint` messages, newest first; the run resumes from the first readable one */
      checkpoints: Uint8Array[];
      /** running time so far, in milliseconds; includes the time since the checkpoint, although that work was lost */
      elapsedMs?: number;
      databasesDir: string;
      /** the run's folder for milestones, created when needed; if left out, none are stored */
      milestonesDir?: string;
      lowPriority: boolean;
      /** milliseconds between two checkpoints; default 30 s */
      checkpointMs?: number;
    }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'stop' }
  /** the host has stored the results of the `found` message with this number, so the search can continue */
  | { type: 'stored'; number: number };

export type SolverMessage =
  | { type: 'status'; status: 'preparing' | 'running' | 'paused'; message: string }
  | {
      type: 'progress';
      figures: RunFigures;
      current: Int32Array | null;
      /** current memory and processor time of the whole process */
      memoryBytes: number;
      cpuMs: number;
    }
  /** a line for the run's log */
  | { type: 'log'; text: string }
  | { type: 'found'; number: number; findings: readonly Finding[] }
  | { type: 'checkpoint'; checkpoint: Uint8Array; figures: RunFigures }
  /**
   * Sent if the run can't start because another version of Edgewise wrote its checkpoints. The text says which version
   * can read them. No other message follows.
   */
  | { type: 'refused'; message: string }
  | {
      type: 'ended';
      status: RunEnd;
      message: string;
      figures: RunFigures | null;
      /** peak memory and total processor time of the process */
      peakMemoryBytes: number;
      cpuMs: number;
    };

/** A running solver process, started with utilityProcess or child_process.fork. */
export interface SolverHandle {
  post(command: SolverCommand): void;
  onMessage(listener: (message: SolverMessage) => void): void;
  /**
   * Adds a listener for the end of the process. There can be several. `reason`: the system's explanation, if there is
   * one. `signal`: the name of the signal that killed the process.
   */
  onExit(listener: (code: number | null, reason?: string, signal?: string | null) => void): void;
  kill(): void;
  readonly pid: number | undefined;
}
export type SpawnSolver = () => SolverHandle;
