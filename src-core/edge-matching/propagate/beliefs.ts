/**
 * Estimates how likely each candidate is to lie in its cell, by a few rounds of sum-product over the nets (belief
 * propagation: J. Pearl 1988). Each kind has a weight that makes its beliefs sum to its number of tiles. Ordering the
 * candidates of edge-matching puzzles in this way is C. Guzman Marte's idea (2026).
 */
import type { LevelLayout } from './level.ts';
import type { Model } from './model.ts';

/** Share of the previous message that is kept. Without it the messages oscillate. */
const DAMPING = 0.5;
/** Minimum value of a message that is used as a divisor. */
const LEAST = 1e-200;

/**
 * Returns the belief of each candidate in a level's domains, by variable · words · 32 + bit; 0 where the candidate is
 * ruled out.
 */
export function beliefsOf(
  model: Model,
  level: Int32Array,
  layout: LevelLayout,
  rounds: number,
): Float64Array {
  const { variables, sides, labels, words, kinds, stock } = model;
  const beliefs = new Float64Array(variables.length * words * 32);
  let messages = new Float64Array(variables.length * sides * labels).fill(1 / labels);
  const weight = new Float64Array(kinds.length).fill(1);
  const use = new Float64Array(kinds.length);
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(messages.length);
    use.fill(0);
    for (let variable = 0; variable < variables.length; variable++) {
      believe({ model, level, layout, beliefs, messages, weight }, variable);
      tell({ model, level, layout, beliefs, messages, weight }, variable, next, use);
    }
    messages = next;
    for (let kind = 0; kind < kinds.length; kind++) {
      if (use[kind]! > 0) weight[kind]! *= Math.sqrt(stock[kind]! / use[kind]!);
    }
  }
  return beliefs;
}

interface Round {
  readonly model: Model;
  readonly level: Int32Array;
  readonly layout: LevelLayout;
  readonly beliefs: Float64Array;
  /** by (variable · sides + side) · labels + label: the cell's message about the label on this side */
  readonly messages: Float64Array;
  readonly weight: Float64Array;
}

/** Calls `visit` with every candidate left: its bit and number. */
function eachCandidate(
  { model, level }: Round,
  variable: number,
  visit: (bit: number, candidate: number) => void,
): void {
  const { words, groupOf, candidateAt } = model;
  const first = groupOf[variable]! * words * 32;
  for (let word = 0; word < words; word++) {
    for (let bits = level[variable * words + word]!; bits !== 0; bits &= bits - 1) {
      const bit = word * 32 + 31 - Math.clz32(bits & -bits);
      visit(bit, candidateAt[first + bit]!);
    }
  }
}

/** Returns the message about a label from the cell across this side; 1 on the rim. */
function heard({ model, messages }: Round, at: number, label: number): number {
  const { netOf, netSides, mated, mate, labels } = model;
  const net = netOf[at]!;
  if (net === -1) return 1;
  const touching = netSides[net]!;
  if (touching.length !== 2 || mated[touching[1]!] === 0) return 1;
  const other = touching[0] === at ? touching[1]! : touching[0]!;
  return messages[other * labels + mate[label]!]!;
}

function believe(round: Round, variable: number): void {
  const { model, beliefs, weight } = round;
  const { sides, words, candidateKind, candidateLabels } = model;
  const first = variable * words * 32;
  let sum = 0;
  let count = 0;
  eachCandidate(round, variable, (bit, candidate) => {
    let value = weight[candidateKind[candidate]!]!;
    for (let side = 0; side < sides; side++)
      value *= heard(round, variable * sides + side, candidateLabels[candidate * sides + side]!);
    beliefs[first + bit] = value;
    sum += value;
    count++;
  });
  eachCandidate(round, variable, (bit) => {
    beliefs[first + bit] = sum > 0 ? beliefs[first + bit]! / sum : 1 / count;
  });
}

function tell(round: Round, variable: number, next: Float64Array, use: Float64Array): void {
  const { model, beliefs, messages } = round;
  const { sides, labels, words, candidateKind, candidateLabels } = model;
  eachCandidate(round, variable, (bit, candidate) => {
    const belief = beliefs[variable * words * 32 + bit]!;
    use[candidateKind[candidate]!]! += belief;
    for (let side = 0; side < sides; side++) {
      const label = candidateLabels[candidate * sides + side]!;
      const at = variable * sides + side;
      next[at * labels + label]! += belief / Math.max(heard(round, at, label), LEAST);
    }
  });
  for (let side = 0; side < sides; side++) {
    const from = (variable * sides + side) * labels;
    let sum = 0;
    for (let label = 0; label < labels; label++) sum += next[from + label]!;
    for (let label = 0; label < labels; label++) {
      const told = sum > 0 ? next[from + label]! / sum : 1 / labels;
      next[from + label] = DAMPING * messages[from + label]! + (1 - DAMPING) * told;
    }
  }
}
