/**
 * A binary heap of numbered nodes, lowest cost first. Ties usually go to the newest node. Each node takes 12 bytes.
 */
export class CostQueue {
  #costs = new Float64Array(1024);
  #nodes = new Int32Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(node: number, cost: number): void {
    if (this.#size === this.#costs.length) this.#grow();
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#costs[parent]! < cost) break;
      this.#costs[at] = this.#costs[parent]!;
      this.#nodes[at] = this.#nodes[parent]!;
      at = parent;
    }
    this.#costs[at] = cost;
    this.#nodes[at] = node;
  }

  /** Removes and returns the node with the lowest cost, or returns null if the queue is empty. */
  pop(): number | null {
    if (this.#size === 0) return null;
    const top = this.#nodes[0]!;
    const size = --this.#size;
    const cost = this.#costs[size]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#costs[child + 1]! < this.#costs[child]!) child++;
      if (this.#costs[child]! >= cost) break;
      this.#costs[at] = this.#costs[child]!;
      this.#nodes[at] = this.#nodes[child]!;
      at = child;
    }
    this.#costs[at] = cost;
    this.#nodes[at] = this.#nodes[size]!;
    return top;
  }

  #grow(): void {
    const costs = new Float64Array(this.#costs.length * 2);
    const nodes = new Int32Array(costs.length);
    costs.set(this.#costs);
    nodes.set(this.#nodes);
    this.#costs = costs;
    this.#nodes = nodes;
  }
}
