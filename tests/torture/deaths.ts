// Solvers die at random while other runs are waiting. After each death, the next run starts. At most one run searches
// at a time, and nothing sent by a dead solver is shown.
import { random, type Random } from '../../src-core/random.ts';
import { allOf, owenPuzzle, startHost, type TestHost } from '../integration/host.ts';
import { quietly, type Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const RUNS = 3;
const DEEDS = 6;
const deeds = ['die', 'die', 'resume', 'resume', 'resume', 'stop'] as const;

class Session {
  readonly failures: string[] = [];
  deaths = 0;
  readonly #host: TestHost;
  readonly #chance: Random;
  #runs: number[] = [];

  constructor(host: TestHost, chance: Random) {
    this.#host = host;
    this.#chance = chance;
  }

  async play(): Promise<void> {
    const { call } = this.#host;
    const { id } = await call('library.add', { puzzle: owenPuzzle(10, 10) });
    for (let seed = 1; seed <= RUNS; seed++)
      this.#runs.push((await call('queue.start', allOf(id, { seed }))).runId);
    const [first] = this.#runs;
    await this.#die(first!);
    await this.#resume(first!);
    await this.#expectOne();
    for (let deed = 0; deed < DEEDS; deed++) {
      const active = this.#running[0];
      const what = active === undefined ? 'resume' : deeds[this.#chance.below(deeds.length)]!;
      if (what === 'die') await this.#die(active!);
      else if (what === 'stop') await call('runs.stop', { runId: active! });
      else await this.#resume(this.#runs[this.#chance.below(RUNS)]!);
      await this.#expectOne();
    }
    for (const runId of this.#runs) await call('runs.stop', { runId });
  }

  get #running(): readonly number[] {
    return this.#host.services.runs.running;
  }

  async #die(runId: number): Promise<void> {
    const { events, services, ended, until } = this.#host;
    if (this.#chance.below(4) > 0) {
      events.length = 0;
      await until(() => events.some((event) => event.type === 'run.progress' && event.runId === runId));
    }
    services.runs.kill(runId);
    const { status, memoryBytes, figures } = await ended(runId);
    this.deaths++;
    if (status !== 'failed') this.failures.push(`a run whose solver died is ${status}`);
    if (memoryBytes !== null) this.failures.push(`a dead solver still has ${memoryBytes} bytes`);
    const { nodes, elapsedMs, nodesPerSecond } = figures;
    const average = elapsedMs > 0 ? Math.round((nodes / elapsedMs) * 1000) : 0;
    if (nodesPerSecond !== average)
      this.failures.push(`a dead solver still has a speed of ${nodesPerSecond}; its average was ${average}`);
  }

  /** Resumes a run once. If another run is searching, this one must wait, and the reply must say so. */
  async #resume(runId: number): Promise<void> {
    const { call, services } = this.#host;
    const { status, resumable } = services.runs.get(runId);
    if (['preparing', 'running', 'queued'].includes(status) || !resumable) return;
    const [other] = this.#running;
    const { waitsFor } = await call('runs.resume', { runId });
    const now = services.runs.get(runId).status;
    if (waitsFor !== (other ?? null))
      this.failures.push(`run ${runId} waits for ${waitsFor}, not for ${other}`);
    if (other !== undefined && this.#running.includes(other) && now !== 'queued')
      this.failures.push(`run ${runId} is ${now} beside run ${other}`);
  }

  async #expectOne(): Promise<void> {
    const { waiting } = await this.#host.call('queue.list', {});
    const running = this.#running.length;
    if (running > 1) this.failures.push(`${running} runs search side by side`);
    if (running === 0 && waiting.length > 0) this.failures.push(`${waiting.length} runs wait for nothing`);
  }
}

export const deaths: Part = async (seed, going) => {
  const chance = random(seed, 16);
  const failures: string[] = [];
  let sessions = 0;
  let died = 0;
  await quietly(async () => {
    do {
      const dir = temporaryDir();
      const host = await startHost(dir, 100);
      const session = new Session(host, chance);
      await session.play();
      failures.push(...session.failures.map((failure) => `session ${sessions}: ${failure}`));
      died += session.deaths;
      sessions++;
      await host.close();
      removeDir(dir);
    } while (going(sessions) && failures.length < 200);
  });
  return { count: sessions, tried: `${died} dead solvers in ${sessions} queues of ${RUNS} runs`, failures };
};
