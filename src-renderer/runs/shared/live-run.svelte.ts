/** A run and its progress: the stored values, updated by events from the host. */
import {
  isOver,
  type LogLine,
  type ProgressSample,
  type RunDetail,
  type RunSummary,
} from '../../../src-core/contract/runs.ts';
import { EMPTY, type PartialBoard } from '../../../src-core/puzzle/partial-board.ts';
import { client, onHostEvent } from '../../base/client.svelte.ts';
import { resource, type Resource } from '../../base/resource.svelte.ts';
import { isPresent, whenPresent } from '../../base/presence.ts';
import { seeRuns } from '../../base/unseen-runs.svelte.ts';
import { runsOnScreen } from './on-screen.ts';
import { afterChange } from './after-change.ts';
import { withSample } from './samples.ts';

const MAX_LOG_LINES = 500;
/** If the host is silent for this many milliseconds, the page asks whether it is still there. */
const PING_AFTER_MS = 3000;
/** If the host hasn't answered for this many milliseconds, values on screen are marked as outdated. */
const OUTDATED_AFTER_MS = 5000;
/**
 * Warmth measures how often a cell has changed recently. Each update multiplies a cell's warmth by this factor. If the
 * cell has a new placement, the update then adds 1 minus the factor.
 */
const WARMTH_DECAY = 0.9;

export class LiveRun {
  readonly #run: Resource<RunDetail>;
  /** for each cell of `current`, how often it has changed recently, from 0 to 1 */
  warmth = $state.raw<readonly number[]>([]);
  /** whole seconds since the host last answered; 0 while it answers */
  silentSeconds = $state(0);
  #heardAt = performance.now();
  #asking = false;

  /** Follows a run for as long as the calling component exists. Run 0 means no run. Call during initialisation. */
  constructor(runId: () => number) {
    const run = resource(() => (runId() ? client.call('runs.get', { runId: runId() }) : null));
    this.#run = run;
    const change = (id: number, become: (run: RunDetail) => Partial<RunDetail>): void => {
      if (run.value?.id !== id) return;
      this.#heard();
      run.value = { ...run.value, ...become(run.value) };
    };
    $effect(() => {
      const id = runId();
      this.warmth = [];
      if (!id) return;
      runsOnScreen.add(id);
      let forget = whenPresent(() => void seeRuns([id]));
      const seeAgain = (): void => {
        forget();
        forget = whenPresent(() => void seeRuns([id]));
      };
      const stops = [
        onHostEvent('run.progress', ({ runId, status, message, memoryBytes, figures, current }) =>
          change(runId, (before) => {
            if (current) this.#warm(before.current, current);
            return {
              status,
              message,
              memoryBytes,
              figures,
              samples: withSample(before.samples, figures),
              current: current ?? before.current,
            };
          }),
        ),
        onHostEvent('run.improved', ({ runId, board }) => change(runId, () => ({ best: board }))),
        onHostEvent('run.log', ({ runId, line }) =>
          change(runId, ({ log }) => ({ log: [...log.slice(-MAX_LOG_LINES), line] })),
        ),
        onHostEvent('run.changed', ({ run: changed }) =>
          change(changed.id, (before) => {
            if (isOver(changed.status)) seeAgain();
            return afterChange(before, changed);
          }),
        ),
      ];
      this.#heard();
      const timer = setInterval(() => this.#listen(), 1000);
      return () => {
        clearInterval(timer);
        forget();
        // If the user is present, everything on screen so far counts as seen.
        if (isPresent()) void seeRuns([id]);
        runsOnScreen.delete(id);
        for (const stop of stops) stop();
      };
    });
  }

  get summary(): RunSummary | null {
    return this.#run.value;
  }
  get samples(): readonly ProgressSample[] {
    return this.#run.value?.samples ?? [];
  }
  get log(): readonly LogLine[] {
    return this.#run.value?.log ?? [];
  }
  get current(): PartialBoard | null {
    return this.#run.value?.current ?? null;
  }
  get best(): PartialBoard | null {
    return this.#run.value?.best ?? null;
  }
  /** memory of the run's solver process; null if there is none */
  get memoryBytes(): number | null {
    return this.#run.value?.memoryBytes ?? null;
  }
  get problem(): string {
    return this.#run.problem;
  }
  /** True if the run couldn't be loaded because the host can't be reached. */
  get lost(): boolean {
    return this.#run.lost;
  }

  #heard(): void {
    this.#heardAt = performance.now();
    this.silentSeconds = 0;
  }

  #listen(): void {
    const status = this.#run.value?.status;
    const silent = performance.now() - this.#heardAt;
    if (!status || isOver(status) || status === 'queued' || silent < PING_AFTER_MS) return;
    if (silent >= OUTDATED_AFTER_MS) this.silentSeconds = Math.floor(silent / 1000);
    if (this.#asking) return;
    this.#asking = true;
    client
      .call('app.info', {})
      .then(
        () => this.#heard(),
        () => undefined,
      )
      .finally(() => (this.#asking = false));
  }

  #warm(before: PartialBoard | null, next: PartialBoard): void {
    this.warmth = Array.from(next, (code, cell) => {
      const changed = before !== null && code !== before[cell] && code !== EMPTY;
      return (this.warmth[cell] ?? 0) * WARMTH_DECAY + (changed ? 1 - WARMTH_DECAY : 0);
    });
  }
}
