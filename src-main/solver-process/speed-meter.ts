const WINDOW_MS = 3_000;

/** Nodes per second over the last few seconds, so that the displayed speed is current but steady. */
export class SpeedMeter {
  #points: { at: number; nodes: number }[] = [];

  /** Starts a new measurement. Call this when the search starts and after a pause. */
  reset(at: number, nodes: number): void {
    this.#points = [{ at, nodes }];
  }

  add(at: number, nodes: number): void {
    this.#points.push({ at, nodes });
    while (this.#points.length > 2 && this.#points[1]!.at <= at - WINDOW_MS) this.#points.shift();
  }

  /** nodes per second; null until two measurements have been taken */
  get perSecond(): number | null {
    const first = this.#points[0];
    const last = this.#points.at(-1);
    if (!first || !last || last.at <= first.at) return null;
    return ((last.nodes - first.nodes) / (last.at - first.at)) * 1000;
  }
}
