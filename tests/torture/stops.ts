// Hunts with wide beams are stopped or killed at random, resumed, and stopped again while they repeat lost work. Every
// request to stop is obeyed, and the running time never decreases. A new run does not claim to repeat work.
import { eternity2, officialHints } from '../../src-core/puzzle/eternity2.ts';
import { random, type Random } from '../../src-core/random.ts';
import { allOf, startHost, type TestHost } from '../integration/host.ts';
import { quietly, type Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const STOPS = 3;

const puzzle = eternity2(officialHints);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

class Session {
  readonly failures: string[] = [];
  slowest = 0;
  /** number of stops while the run was repeating lost work */
  repeating = 0;
  readonly #host: TestHost;
  readonly #chance: Random;

  constructor(host: TestHost, chance: Random) {
    this.#host = host;
    this.#chance = chance;
  }

  async play(): Promise<void> {
    const { call, services } = this.#host;
    const { id } = await call('library.add', { puzzle });
    const options = { width: 5_000 + this.#chance.below(100_000), memory: 64 << this.#chance.below(4) };
    const settings = allOf(id, {
      engine: 'best',
      options,
      wanted: { solutions: 1, boards: true },
      seed: this.#chance.below(1000),
      threads: 1 + this.#chance.below(2),
    });
    const { runId } = await call('runs.start', settings);
    await this.#searchFor(runId, 2_000);
    if (this.#said(runId).length > 0) this.failures.push(`a new run says “${this.#said(runId)[0]}”`);
    for (let stop = 0; stop < STOPS; stop++) {
      if (this.#chance.below(2) === 0) services.runs.kill(runId);
      else await this.#stop(runId);
      await this.#host.ended(runId);
      this.#host.events.length = 0;
      await call('runs.resume', { runId });
      // Stop half of the runs while they load their checkpoints, and half after they have begun to repeat work.
      if (this.#chance.below(2) === 0)
        await this.#host.until(() => this.#said(runId).length > 0 || this.#progress(runId) > 3);
      await sleep(this.#chance.below(700));
      if (this.#said(runId).length > 0) this.repeating++;
      await this.#stop(runId);
    }
  }

  /** Waits until the run reports progress, and then for a random time of at most `most` milliseconds. */
  async #searchFor(runId: number, most: number): Promise<void> {
    await this.#host.until(() => this.#host.services.runs.get(runId).figures.nodes > 0);
    await sleep(this.#chance.below(most));
  }

  #progress(runId: number): number {
    return this.#host.events.filter((event) => event.type === 'run.progress' && event.runId === runId).length;
  }

  /** Returns the run's messages about repeating lost work. */
  #said(runId: number): string[] {
    return this.#host.events.flatMap((event) =>
      event.type === 'run.progress' && event.runId === runId && event.message.includes('repeating the work')
        ? [event.message]
        : [],
    );
  }

  async #stop(runId: number): Promise<void> {
    const asked = performance.now();
    await this.#host.call('runs.stop', { runId });
    const took = performance.now() - asked;
    this.slowest = Math.max(this.slowest, took);
    const { status, message } = this.#host.services.runs.get(runId);
    // If a solver doesn't stop within 30 seconds, the host kills it, and the run doesn't end as `stopped`.
    if (status !== 'stopped') this.failures.push(`a stopped run is ${status}: ${message}`);
  }
}

/** Returns a function that returns how many times the running time of any run has decreased. */
function watchTime({ services }: TestHost): () => number {
  let before = 0;
  let back = 0;
  services.onEvent((event) => {
    if (event.type !== 'run.progress' && event.type !== 'run.changed') return;
    const { elapsedMs } = event.type === 'run.progress' ? event.figures : event.run.figures;
    if (elapsedMs < before) back++;
    before = elapsedMs;
  });
  return () => back;
}

export const stops: Part = async (seed, going) => {
  const chance = random(seed, 17);
  const failures: string[] = [];
  let sessions = 0;
  let slowest = 0;
  let repeating = 0;
  await quietly(async () => {
    do {
      const dir = temporaryDir();
      const host = await startHost(dir, 200);
      const back = watchTime(host);
      const session = new Session(host, chance);
      await session.play();
      if (back() > 0) session.failures.push(`running time went back ${back()} times`);
      failures.push(...session.failures.map((failure) => `session ${sessions}: ${failure}`));
      slowest = Math.max(slowest, session.slowest);
      repeating += session.repeating;
      sessions++;
      await host.close();
      removeDir(dir);
    } while (going(sessions) && failures.length < 200);
  });
  return {
    count: sessions,
    tried: `${sessions} hunts stopped ${STOPS} times and more, ${repeating} times while they repeated lost work; the slowest stop took ${slowest.toFixed(0)} ms`,
    failures,
  };
};
