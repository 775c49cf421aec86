/**
 * Estimates how likely each candidate is to lie in its cell, by belief propagation (J. Pearl 1988). Neighbouring cells
 * exchange *messages*, which say how likely each label is on their common edge. Each kind of tile also has a weight,
 * which is adjusted until the beliefs of the kind's candidates add up to the number of its tiles. The idea of ordering
 * the candidates of edge-matching puzzles this way is from C. Guzman Marte (2026).
 */
import type { Model } from './model.ts';

/** fraction of the previous message that is kept in each round; without this damping, messages would oscillate */
const DAMPING = 0.5;
/** minimum value of a message, above 0 because the code divides by messages */
const MIN_MESSAGE = 1e-200;

/**
 * Returns, for each candidate in a level's domains, the belief that it lies in its cell. Beliefs range from 0 to 1 and
 * are indexed by `variable * words * 32 + bit`. Removed candidates have the belief 0.
 */
export function beliefsOf(model: Model, level: Int32Array, rounds: number): Float64Array {
  const { variables, sides, labels, words, kinds, stock } = model;
  const beliefs = new Float64Array(variables.length * words * 32);
  const across = acrossOf(model);
  let messages = new Float64Array(variables.length * sides * labels).fill(1 / labels);
  let next = new Float64Array(messages.length);
  const weight = new Float64Array(kinds.length).fill(1);
  const use = new Float64Array(kinds.length);
  const heard = new Float64Array(labels);
  const candidates = variables.map((_, variable) => candidatesOf(model, level, variable));
  for (let round = 0; round < rounds; round++) {
    next.fill(0);
    use.fill(0);
    for (let variable = 0; variable < variables.length; variable++) {
      const own = candidates[variable]!;
      believe({ model, across, messages, weight, heard }, variable, own);
      tell({ model, across, messages, weight, heard }, variable, own, next, use);
    }
    [messages, next] = [next, messages];
    for (let kind = 0; kind < kinds.length; kind++) {
      if (use[kind]! > 0) weight[kind]! *= Math.sqrt(stock[kind]! / use[kind]!);
    }
  }
  candidates.forEach((own, variable) =>
    own.bits.forEach((bit, i) => (beliefs[variable * words * 32 + bit] = own.beliefs[i]!)),
  );
  return beliefs;
}

/**
 * Returns, for each side of each cell, the side of the neighbouring cell that touches it, or -1 if there is none. A
 * side is given as `variable * sides + side`, where `variable` is the number of its cell among the open cells.
 */
function acrossOf({ constraintOf, constraintSides, mated }: Model): Int32Array {
  return constraintOf.map((constraint, at) => {
    const touching = constraint === -1 ? [] : constraintSides[constraint]!;
    if (touching.length !== 2 || mated[touching[1]!] === 0) return -1;
    return touching[0] === at ? touching[1]! : touching[0]!;
  });
}

/** The candidates in the domain of a cell. */
interface Candidates {
  /** bit number of each candidate in the domain */
  readonly bits: Int32Array;
  /** number of each candidate, as an index into `Model.candidateKind` */
  readonly numbers: Int32Array;
  readonly beliefs: Float64Array;
}

function candidatesOf(
  { words, groupOf, candidateAt }: Model,
  level: Int32Array,
  variable: number,
): Candidates {
  const first = groupOf[variable]! * words * 32;
  const bits: number[] = [];
  for (let word = 0; word < words; word++) {
    for (let rest = level[variable * words + word]!; rest !== 0; rest &= rest - 1)
      bits.push(word * 32 + 31 - Math.clz32(rest & -rest));
  }
  return {
    bits: Int32Array.from(bits),
    numbers: Int32Array.from(bits, (bit) => candidateAt[first + bit]!),
    beliefs: new Float64Array(bits.length),
  };
}

interface Round {
  readonly model: Model;
  readonly across: Int32Array;
  /**
   * messages that each cell sends about the labels on its sides, indexed by `(variable * sides + side) * labels +
   * label`
   */
  readonly messages: Float64Array;
  readonly weight: Float64Array;
  /** scratch values for one side: for each label, the probability that the neighbour shows a matching label */
  readonly heard: Float64Array;
}

function believe(
  { model, across, messages, weight, heard }: Round,
  variable: number,
  { numbers, beliefs }: Candidates,
): void {
  const { sides, labels, mate, candidateKind, candidateLabels } = model;
  const count = numbers.length;
  let sum = 0;
  for (let i = 0; i < count; i++) beliefs[i] = weight[candidateKind[numbers[i]!]!]!;
  for (let side = 0; side < sides; side++) {
    const other = across[variable * sides + side]!;
    if (other === -1) continue;
    for (let label = 0; label < labels; label++) heard[label] = messages[other * labels + mate[label]!]!;
    for (let i = 0; i < count; i++) beliefs[i]! *= heard[candidateLabels[numbers[i]! * sides + side]!]!;
  }
  for (let i = 0; i < count; i++) sum += beliefs[i]!;
  for (let i = 0; i < count; i++) beliefs[i] = sum > 0 ? beliefs[i]! / sum : 1 / count;
}

/** Computes the messages that one cell sends. A message to a neighbour must not depend on what that neighbour sent. */
function tell(
  { model, across, messages, heard }: Round,
  variable: number,
  { numbers, beliefs }: Candidates,
  next: Float64Array,
  use: Float64Array,
): void {
  const { sides, labels, mate, candidateKind, candidateLabels } = model;
  const count = numbers.length;
  for (let i = 0; i < count; i++) use[candidateKind[numbers[i]!]!]! += beliefs[i]!;
  for (let side = 0; side < sides; side++) {
    const at = variable * sides + side;
    const other = across[at]!;
    if (other === -1) continue;
    const from = at * labels;
    let sum = 0;
    for (let label = 0; label < labels; label++)
      heard[label] = Math.max(messages[other * labels + mate[label]!]!, MIN_MESSAGE);
    for (let i = 0; i < count; i++) {
      const label = candidateLabels[numbers[i]! * sides + side]!;
      next[from + label]! += beliefs[i]! / heard[label]!;
    }
    for (let label = 0; label < labels; label++) sum += next[from + label]!;
    for (let label = 0; label < labels; label++) {
      const told = sum > 0 ? next[from + label]! / sum : 1 / labels;
      next[from + label] = DAMPING * messages[from + label]! + (1 - DAMPING) * told;
    }
  }
}
