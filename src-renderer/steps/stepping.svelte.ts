/** Moves through a playback, step by step, automatically, or to the next solution. */
import { DecisionKind } from '../../src-core/decisions.ts';
import { messageOf } from '../base/client.svelte.ts';
import type { Playback } from './playback.svelte.ts';

/** decisions per second */
export const speeds = [1, 3, 10, 30, 100, 300, 1000, 10_000, 60_000];

export class Stepping {
  playing = $state(false);
  /** index in the list of speeds */
  speed = $state(2);
  /** a message shown instead of the latest decision until the next step */
  notice = $state('');
  readonly #playback: () => Playback | null;

  /** Call while a component initialises, because this creates an effect. */
  constructor(playback: () => Playback | null) {
    this.#playback = playback;
    $effect(() => this.#play());
  }

  #play(): (() => void) | undefined {
    const player = this.#playback();
    if (!this.playing || !player) return undefined;
    let before = performance.now();
    let due = 0;
    const tick = (now: number): void => {
      due += ((now - before) / 1000) * speeds[this.speed]!;
      before = now;
      const whole = Math.floor(due);
      due -= whole;
      if (whole > 0) player.forward(whole);
      if (player.atEnd) this.playing = false;
      else frame = requestAnimationFrame(tick);
    };
    let frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }

  #byHand(): Playback | null {
    this.playing = false;
    this.notice = '';
    return this.#playback();
  }
  step(): void {
    void this.#byHand()?.step();
  }
  back(): void {
    void this.#byHand()?.back();
  }
  /** Moves to the next placement or removal of a tile. */
  stepOver(): void {
    this.#byHand()?.forwardTo([
      DecisionKind.placed,
      DecisionKind.forced,
      DecisionKind.takenBack,
      DecisionKind.solution,
      DecisionKind.deadEnd,
    ]);
  }
  async nextSolution(): Promise<void> {
    const player = this.#byHand();
    this.notice = 'Searching…';
    try {
      this.notice = (await player?.toNextSolution()) ? '' : 'There are no more solutions.';
    } catch (error) {
      this.notice = messageOf(error);
    }
  }
  goTo(step: number): void {
    void this.#byHand()?.goTo(step);
  }
  toStart(): void {
    void this.#playback()?.goTo(0);
  }
  toEnd(): void {
    void this.#playback()?.toEnd();
  }

  playOrPause(): void {
    this.playing = !this.playing;
  }
  faster(): void {
    this.speed = Math.min(speeds.length - 1, this.speed + 1);
  }
  slower(): void {
    this.speed = Math.max(0, this.speed - 1);
  }
}
