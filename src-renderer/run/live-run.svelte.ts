/** A run as it goes: what is stored, and what the host has told since. */
import type { LogLine, ProgressSample, RunDetail, RunSummary } from '../../src-core/contract/runs.ts';
import type { RunFigures } from '../../src-core/run/figures.ts';
import { EMPTY } from '../../src-core/puzzle/partial-board.ts';
import { client, connection, messageOf, onHostEvent } from '../base/client.svelte.ts';
import { runsOnScreen } from './on-screen.ts';

/** Points kept for the curves: when there are more, every other of the older half goes. */
const MOST_SAMPLES = 1500;
const SAMPLE_MS = 1000;
const MOST_LINES = 500;
/** A cell that changed warms by 1 and cools by this at each look. */
const COOLING = 0.9;

export class LiveRun {
  summary = $state.raw<RunSummary | null>(null);
  samples = $state.raw<readonly ProgressSample[]>([]);
  log = $state.raw<readonly LogLine[]>([]);
  current = $state.raw<readonly number[] | null>(null);
  best = $state.raw<readonly number[] | null>(null);
  /** what its solver process holds; null while there is none */
  memoryBytes = $state<number | null>(null);
  /** how much each cell of `current` changes these days, 0..1 */
  warmth = $state.raw<readonly number[]>([]);
  problem = $state('');

  /** Follows a run for as long as the calling component lives; 0 for none. Call during initialisation. */
  constructor(runId: () => number) {
    $effect(() => {
      const id = runId();
      void connection.epoch;
      this.#clear();
      if (!id) return;
      let current = true;
      runsOnScreen.add(id);
      client.call('runs.get', { runId: id }).then(
        (detail) => {
          if (current) this.#take(detail);
        },
        (error: unknown) => {
          if (current) this.problem = messageOf(error);
        },
      );
      const stops = [
        onHostEvent('run.progress', (event) => {
          if (event.runId !== id || !this.summary) return;
          const { status, message, figures } = event;
          this.memoryBytes = event.memoryBytes;
          this.summary = { ...this.summary, status, message, figures };
          this.#addSample(figures);
          if (event.current) this.#look(event.current);
        }),
        onHostEvent('run.improved', (event) => {
          if (event.runId === id) this.best = event.board;
        }),
        onHostEvent('run.log', (event) => {
          if (event.runId === id) this.log = [...this.log.slice(-MOST_LINES), event.line];
        }),
        onHostEvent('run.changed', ({ run }) => {
          if (run.id === id) this.summary = run;
        }),
      ];
      return () => {
        current = false;
        runsOnScreen.delete(id);
        for (const stop of stops) stop();
      };
    });
  }

  #clear(): void {
    this.summary = null;
    this.samples = [];
    this.log = [];
    this.current = null;
    this.best = null;
    this.memoryBytes = null;
    this.warmth = [];
    this.problem = '';
  }

  #take(detail: RunDetail): void {
    const { samples, log, best, current, memoryBytes, ...summary } = detail;
    this.memoryBytes = memoryBytes;
    this.summary = summary;
    this.samples = samples;
    this.log = log;
    this.best = best ?? this.best;
    this.current = current;
  }

  #addSample(figures: RunFigures): void {
    const last = this.samples.at(-1);
    if (last && figures.elapsedMs - last.elapsedMs < SAMPLE_MS && figures.matched === last.matched) return;
    const { elapsedMs, nodes, nodesPerSecond, depth, matched, placed, fraction } = figures;
    let kept = this.samples;
    if (kept.length >= MOST_SAMPLES) kept = kept.filter((_, i) => i % 2 === 0 || i > MOST_SAMPLES / 2);
    this.samples = [...kept, { elapsedMs, nodes, nodesPerSecond, depth, matched, placed, fraction }];
  }

  #look(next: readonly number[]): void {
    const before = this.current;
    this.warmth = next.map((code, cell) => {
      const changed = before !== null && code !== before[cell] && code !== EMPTY;
      return (this.warmth[cell] ?? 0) * COOLING + (changed ? 1 - COOLING : 0);
    });
    this.current = next;
  }

  /** Milliseconds of the run since its best board got better; null when it never did. */
  get sinceImprovement(): number | null {
    const best = this.samples.at(-1);
    if (!best || best.placed === 0) return null;
    const first = this.samples.find(
      ({ matched, placed }) => matched === best.matched && placed === best.placed,
    );
    return first && this.summary ? this.summary.figures.elapsedMs - first.elapsedMs : null;
  }
}
