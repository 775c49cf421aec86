import type { Assets, Engine, Job } from '../../src-core/engine.ts';
import type { ReportHooks } from './report.ts';
import type { RunControl } from './run-control.ts';

const REPORT_MS = 100;

interface Preparation {
  readonly engine: Engine;
  readonly job: Job;
  readonly assets: Assets;
  readonly clock: () => number;
  readonly control: RunControl;
  readonly hooks: Pick<ReportHooks, 'status'>;
  /** called after each step, with the milliseconds since the first step started */
  readonly stepped: (ms: number) => void;
  /** maximum time in milliseconds, without pauses */
  readonly maxMs: number;
}

/**
 * Runs an engine's `prepare` step by step. Handles pause and stop requests in between. Returns the result of `prepare`,
 * `stopped` if the run was stopped, or `limit` if the time ran out.
 */
export async function prepare({
  engine,
  job,
  assets,
  clock,
  control,
  hooks,
  stepped,
  maxMs,
}: Preparation): Promise<{ readonly prepared: unknown } | 'stopped' | 'limit'> {
  const steps = engine.prepare?.(job, assets);
  if (!steps) return { prepared: undefined };
  let began = clock();
  let told = -Infinity;
  for (;;) {
    const step = steps.next();
    if (step.done) return { prepared: step.value };
    stepped(clock() - began);
    if (clock() - told >= REPORT_MS) {
      told = clock();
      hooks.status('preparing', `${step.value.what} (${Math.floor(step.value.fraction * 100)} %)`);
    }
    await new Promise(setImmediate);
    const pausedAt = clock();
    while (control.now === 'pause') {
      hooks.status('paused', '');
      await control.change();
    }
    if (control.now === 'stop') return 'stopped';
    if (pausedAt - began >= maxMs) return 'limit';
    began += clock() - pausedAt;
  }
}
