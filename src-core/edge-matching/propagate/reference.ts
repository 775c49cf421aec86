import { layoutOf, type LevelLayout } from './level.ts';
import type { Model } from './model.ts';
import { ones } from './bits.ts';
import { DEAD, SOLVED, type Propagator } from './propagator.ts';

/** Is notified of everything that propagation rules out, and why. */
export interface PropagationWitness {
  /** the only candidate left for the cell was placed */
  filled(variable: number, bit: number): void;
  /** candidates of this kind were removed from the cell, because the kind's last tile was placed in another cell */
  used(variable: number, kind: number, bits: number): void;
  /**
   * Candidates were removed from a cell's domain, because no candidate of the cell `because` matches them on `side`.
   * `bits` are the removed candidates, in word `word` of the domain.
   */
  struck(variable: number, word: number, bits: number, side: number, because: number): void;
  /**
   * candidates of all other kinds were removed from the cell, because it is the only cell left for a tile of this kind
   */
  hiddenSingle(variable: number, kind: number): void;
  /** a dead end: the cell has no candidates left */
  dead(variable: number): void;
  /** a dead end: a tile of this kind has no cells left */
  stuck(kind: number): void;
}

/**
 * Propagation in plain TypeScript. The WebAssembly kernel does the same work in the same order, and tests compare the
 * two.
 */
export class ReferencePropagator implements Propagator {
  readonly memory: Int32Array;
  readonly base = 0;
  readonly layout: LevelLayout;
  readonly fails: Int32Array;
  readonly #model: Model;
  readonly #queue: Int32Array;
  readonly #queued: Uint8Array;
  #head = 0;
  #tail = 0;
  /**
   * Candidates of the current group, as bits. A candidate is in `#once` if it is in the domain of at least one cell
   * without a tile, and in `#twice` if it is in the domains of at least two.
   */
  readonly #once: Int32Array;
  readonly #twice: Int32Array;
  /** labels just removed from a constraint, as bits */
  readonly #lost: Int32Array;
  /** observes the propagation for the step view; null in other searches */
  readonly #witness: PropagationWitness | null;

  constructor(model: Model, levels: number, witness: PropagationWitness | null = null) {
    const { variables, words } = model;
    this.layout = layoutOf(model);
    this.memory = new Int32Array(this.layout.size * levels);
    this.fails = new Int32Array(variables.length);
    this.#model = model;
    this.#queue = new Int32Array(variables.length + 1);
    this.#queued = new Uint8Array(variables.length);
    this.#once = new Int32Array(words);
    this.#twice = new Int32Array(words);
    this.#lost = new Int32Array(model.labelWords);
    this.#witness = witness;
  }

  /**
   * Sets up level 0 with what is known before the first decision, and propagates. Returns false if there is no
   * solution.
   */
  begin(): boolean {
    const { layout, memory } = this;
    const { variables, stock, constraintLabels } = this.#model;
    memory.fill(0, 0, layout.size);
    memory.set(this.#model.domains, 0);
    memory.set(constraintLabels, layout.labels);
    memory.set(stock, layout.left);
    memory[layout.open] = variables.length;
    let possible = true;
    for (let variable = 0; variable < variables.length; variable++) {
      const count = this.#size(0, variable);
      memory[layout.count + variable] = count;
      if (count === 0) possible = false;
      if (count === 0) this.#witness?.dead(variable);
      this.#wake(variable);
    }
    if (!possible) return this.#giveUp();
    return this.#propagate(0);
  }

  place(depth: number, variable: number, bit: number): boolean {
    const { memory, layout } = this;
    const { words } = this.#model;
    const from = depth * layout.size;
    const to = from + layout.size;
    memory.copyWithin(to, from, to);
    const domain = to + variable * words;
    memory.fill(0, domain, domain + words);
    memory[domain + (bit >> 5)] = 1 << (bit & 31);
    memory[to + layout.count + variable] = 1;
    this.#wake(variable);
    return this.#propagate(to);
  }

  choose(depth: number): number {
    const level = depth * this.layout.size;
    for (;;) {
      if (this.memory[level + this.layout.open] === 0) return SOLVED;
      let best = -1;
      let narrowed = 0;
      for (let group = 0; group < this.#model.groups; group++) {
        best = this.#survey(level, group, best);
        const placed = this.#model.tight[group] === 1 ? this.#fillHiddenSingles(level, group) : 0;
        if (placed === DEAD) return this.#refuse();
        narrowed += placed;
      }
      if (narrowed === 0) return best;
      if (!this.#propagate(level)) return DEAD;
    }
  }

  /**
   * Computes `#once` and `#twice` for a group. Returns the best cell to decide next, among this group's cells and
   * `best` (the best cell of the previous groups, or -1). The best cell has the lowest value of
   * `candidates / (1 + dead ends)`, but cells for which `Model.framed` is 1 come last.
   */
  #survey(level: number, group: number, best: number): number {
    const { memory, layout } = this;
    const { cellsOf, words } = this.#model;
    const once = this.#once.fill(0);
    const twice = this.#twice.fill(0);
    for (const variable of cellsOf[group] ?? NO_CELLS) {
      if (memory[level + layout.filled + variable] === 1) continue;
      for (let word = 0; word < words; word++) {
        const bits = memory[level + variable * words + word]!;
        twice[word] = twice[word]! | (once[word]! & bits);
        once[word] = once[word]! | bits;
      }
      if (best === -1 || this.#isBetter(level, variable, best)) best = variable;
    }
    return best;
  }

  /**
   * Returns whether a variable has a lower value of `candidates / (1 + dead ends)` than `best`. Cross-multiplication
   * makes the comparison exact, so the kernel gets the same result.
   */
  #isBetter(level: number, variable: number, best: number): boolean {
    const { framed } = this.#model;
    if (framed[variable] !== framed[best]) return framed[variable]! < framed[best]!;
    const count = level + this.layout.count;
    return (
      this.memory[count + variable]! * (1 + this.fails[best]!) <
      this.memory[count + best]! * (1 + this.fails[variable]!)
    );
  }

  /**
   * Finds hidden singles: tiles with only one cell left. Every tile of the group must be placed, so such a tile has to
   * go into that cell. If a tile has no cell left, the search is at a dead end. Returns the number of domains that
   * were narrowed, or DEAD.
   */
  #fillHiddenSingles(level: number, group: number): number {
    const { memory, layout } = this;
    const { kindsOf, kindWord, kindMask } = this.#model;
    let narrowed = 0;
    for (const kind of kindsOf[group]!) {
      const left = memory[level + layout.left + kind]!;
      if (left === 0) continue;
      const mask = kindMask[kind]!;
      const seen = this.#once[kindWord[kind]!]! & mask;
      if (seen === 0) return this.#stuck(kind);
      if ((this.#twice[kindWord[kind]!]! & mask) !== 0) continue;
      const result = this.#narrowTo(level, kind, seen);
      if (result !== SEVERAL_DOMAINS && left > 1) return this.#stuck(kind);
      if (result === NARROWED) narrowed++;
    }
    return narrowed;
  }

  /**
   * If one domain holds all remaining candidates of a kind, removes the candidates of other kinds from it. `seen` are
   * the kind's remaining candidates, as bits. The caller has checked that none of them is in two domains. Returns
   * `NARROWED`, or `SOLE_IN_DOMAIN` or `SEVERAL_DOMAINS` if there is nothing to remove.
   */
  #narrowTo(level: number, kind: number, seen: number): number {
    const { memory, layout } = this;
    const { cellsOf, kindGroup, kindWord, kindMask, words } = this.#model;
    for (const variable of cellsOf[kindGroup[kind]!]!) {
      if (memory[level + layout.filled + variable] === 1) continue;
      const domain = level + variable * words;
      const word = domain + kindWord[kind]!;
      const here = memory[word]! & kindMask[kind]!;
      if ((here & seen & -seen) === 0) continue;
      if (here !== seen) return SEVERAL_DOMAINS;
      const count = ones(seen);
      if (memory[level + layout.count + variable] === count) return SOLE_IN_DOMAIN;
      memory.fill(0, domain, domain + words);
      memory[word] = here;
      memory[level + layout.count + variable] = count;
      this.#witness?.hiddenSingle(variable, kind);
      this.#wake(variable);
      return NARROWED;
    }
    // The cell was given to another kind earlier in this round, so this kind has no candidates left in any domain. The
    // next round will count the candidates again.
    return SEVERAL_DOMAINS;
  }

  #propagate(level: number): boolean {
    const { memory, layout } = this;
    const { sides } = this.#model;
    const queue = this.#queue;
    while (this.#head !== this.#tail) {
      const variable = queue[this.#head]!;
      this.#head = this.#head + 1 === queue.length ? 0 : this.#head + 1;
      this.#queued[variable] = 0;
      const isSingle = memory[level + layout.count + variable] === 1;
      if (isSingle && memory[level + layout.filled + variable] === 0 && !this.#fill(level, variable)) {
        return this.#giveUp();
      }
      for (let side = 0; side < sides; side++) if (!this.#tell(level, variable, side)) return this.#giveUp();
    }
    return true;
  }

  /**
   * Places the only candidate of a variable. If this was the last tile of its kind, removes the kind's candidates from
   * all other domains.
   */
  #fill(level: number, variable: number): boolean {
    const { memory, layout } = this;
    const { candidateAt, candidateKind, groupOf, cellsOf, kindWord, kindMask, words } = this.#model;
    const group = groupOf[variable]!;
    const bit = this.#lowest(level + variable * words);
    const kind = candidateKind[candidateAt[group * words * 32 + bit]!]!;
    const left = level + layout.left + kind;
    if (memory[left] === 0) return this.#dead(variable);
    memory[level + layout.filled + variable] = 1;
    memory[level + layout.open]!--;
    this.#witness?.filled(variable, bit);
    memory[left]!--;
    if (memory[left]! > 0) return true;
    const mask = kindMask[kind]!;
    for (const other of cellsOf[group]!) {
      if (memory[level + layout.filled + other] === 1) continue;
      const word = level + other * words + kindWord[kind]!;
      const hit = memory[word]! & mask;
      if (hit === 0) continue;
      memory[word] = memory[word]! & ~mask;
      const count = (memory[level + layout.count + other]! -= ones(hit));
      this.#witness?.used(other, kind, hit);
      if (count === 0) return this.#dead(other);
      // To save work, queue a cell only if it has a single candidate left.
      if (count === 1) this.#wakeFirst(other);
    }
    return true;
  }

  /**
   * Propagates what is known about one side of a cell. First, removes from the side's constraint the labels that no
   * candidate of the cell shows there. Then goes through the other sides in the constraint and removes the candidates
   * that need one of these labels.
   */
  #tell(level: number, variable: number, side: number): boolean {
    const { memory, layout } = this;
    const { sides, constraintOf, constraintSides, labelWords } = this.#model;
    const at = variable * sides + side;
    const constraint = constraintOf[at]!;
    if (constraint === -1) return true;
    const labels = level + layout.labels + constraint * labelWords;
    if (this.#isOne(labels)) return true;
    let lostAny = false;
    const lost = this.#lost;
    for (let word = 0; word < labelWords; word++) {
      const gone = this.#unsupported(level, variable, at, memory[labels + word]!, word);
      lost[word] = gone;
      memory[labels + word] = memory[labels + word]! & ~gone;
      if (gone !== 0) lostAny = true;
    }
    if (!lostAny) return true;
    for (const other of constraintSides[constraint]!)
      if (other !== at && !this.#strike(level, other, variable)) return false;
    return true;
  }

  /**
   * Returns those of `labels` that no candidate of the cell shows on the side `at`. `labels` and the result are bits of
   * word `labelWord` in the constraint's set of labels.
   */
  #unsupported(level: number, variable: number, at: number, labels: number, labelWord: number): number {
    const { memory } = this;
    const { words, showing } = this.#model;
    const domain = level + variable * words;
    let gone = 0;
    for (let rest = labels; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const shown = this.#showingAt(at, labelWord * 32 + bit);
      let word = 0;
      while (word < words && (memory[domain + word]! & showing[shown + word]!) === 0) word++;
      if (word === words) gone |= 1 << bit;
    }
    return gone;
  }

  /**
   * Removes candidates from the cell that the side `at` belongs to: those that need one of the labels in `#lost` on
   * this side.
   */
  #strike(level: number, at: number, because: number): boolean {
    const { memory, layout } = this;
    const { sides, words, showing, labelWords } = this.#model;
    const variable = Math.floor(at / sides);
    const domain = level + variable * words;
    for (let labelWord = 0; labelWord < labelWords; labelWord++) {
      for (let rest = this.#lost[labelWord]!; rest !== 0; rest &= rest - 1) {
        const shown = this.#showingAt(at, labelWord * 32 + 31 - Math.clz32(rest & -rest));
        for (let word = 0; word < words; word++) {
          const struck = memory[domain + word]! & showing[shown + word]!;
          if (struck === 0) continue;
          memory[domain + word] = memory[domain + word]! & ~struck;
          this.#witness?.struck(variable, word, struck, at % sides, because);
        }
      }
    }
    const count = this.#size(level, variable);
    if (count === memory[level + layout.count + variable]) return true;
    memory[level + layout.count + variable] = count;
    if (count === 0) return this.#dead(variable);
    if (count === 1) this.#wakeFirst(variable);
    else this.#wake(variable);
    return true;
  }

  /** Returns the index in `Model.showing` of the candidates that match side `at` if its constraint has this label. */
  #showingAt(at: number, label: number): number {
    const { sides, groupOf, labels, words, mated, mate } = this.#model;
    const shown = mated[at] === 1 ? mate[label]! : label;
    return ((groupOf[Math.floor(at / sides)]! * sides + (at % sides)) * labels + shown) * words;
  }

  #isOne(labels: number): boolean {
    const { labelWords } = this.#model;
    let count = 0;
    for (let word = 0; word < labelWords; word++) count += ones(this.memory[labels + word]!);
    return count === 1;
  }

  #size(level: number, variable: number): number {
    const { words } = this.#model;
    let count = 0;
    for (let word = 0; word < words; word++) count += ones(this.memory[level + variable * words + word]!);
    return count;
  }

  #lowest(domain: number): number {
    for (let word = 0; ; word++) {
      const bits = this.memory[domain + word]!;
      if (bits !== 0) return word * 32 + 31 - Math.clz32(bits & -bits);
    }
  }

  #wake(variable: number): void {
    if (this.#queued[variable] === 1) return;
    this.#queued[variable] = 1;
    this.#queue[this.#tail] = variable;
    this.#tail = this.#tail + 1 === this.#queue.length ? 0 : this.#tail + 1;
  }

  /**
   * Like `#wake`, but adds the cell to the front of the queue. Cells with a single candidate come first, because
   * filling them removes the most candidates.
   */
  #wakeFirst(variable: number): void {
    if (this.#queued[variable] === 1) return;
    this.#queued[variable] = 1;
    this.#head = (this.#head === 0 ? this.#queue.length : this.#head) - 1;
    this.#queue[this.#head] = variable;
  }

  #dead(variable: number): false {
    this.fails[variable] = Math.min(MAX_FAILS, this.fails[variable]! + 1);
    this.#witness?.dead(variable);
    return false;
  }

  #stuck(kind: number): typeof DEAD {
    this.#witness?.stuck(kind);
    return DEAD;
  }

  #refuse(): typeof DEAD {
    this.#giveUp();
    return DEAD;
  }

  #giveUp(): false {
    while (this.#head !== this.#tail) {
      this.#queued[this.#queue[this.#head]!] = 0;
      this.#head = this.#head + 1 === this.#queue.length ? 0 : this.#head + 1;
    }
    return false;
  }
}

/** Results of `#narrowTo`, with the same meanings as in `kernel-choice.ts`. */
const SEVERAL_DOMAINS = 0;
const SOLE_IN_DOMAIN = 1;
const NARROWED = 2;
const NO_CELLS = new Int32Array(0);
/** maximum failure count; with this limit, JavaScript multiplies a failure count by the size of a domain exactly */
const MAX_FAILS = 2 ** 30;
