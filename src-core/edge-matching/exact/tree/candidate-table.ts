/**
 * Lists of candidates for every combination of labels around a cell. The lists are the leaves of a trie over the
 * labels. The trie is stored in nested arrays. Cells with equal surroundings share a table.
 */

/**
 * A map from labels to a list of candidates. An *input* is a side whose label is known before the cell is filled. The
 * labels of all inputs together determine the list. A *level* is one of the nested arrays.
 *
 * - The index into the first level is `label1 * labels + label2`, where `label1` and `label2` are the labels of the
 *   first two inputs. With a single input, it is the label of this input.
 * - An entry of the last level is the number of a list's first candidate. Candidate 0 is the empty list.
 * - An entry of any other level is the number of a row in the next level. With this row, the index into the next
 *   level is `row * labels + label`.
 * - If there are no inputs, `levels` is empty. There is only one list, which begins at candidate `start`.
 */
export interface CandidateTable {
  readonly inputs: number;
  readonly levels: readonly Int32Array[];
  readonly start: number;
}

/** A list of candidates that require the same labels. `key` holds the label required by each input. */
export interface KeyedList<Candidate> {
  readonly key: readonly number[];
  readonly list: Candidate[];
}

/** Groups candidates by the labels they require. `labels` is the number of labels. */
export function listsByKey<Candidate>(
  candidates: readonly Candidate[],
  keyOf: (candidate: Candidate) => readonly number[],
  labels: number,
): KeyedList<Candidate>[] {
  const lists = new Map<number, KeyedList<Candidate>>();
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    let name = 0;
    for (const label of key) name = name * labels + label;
    const known = lists.get(name);
    if (known) known.list.push(candidate);
    else lists.set(name, { key, list: [candidate] });
  }
  return [...lists.values()];
}

/**
 * Returns a table that contains the given lists. `addList` stores a list and returns the number of its first
 * candidate.
 */
export function tableOf<Candidate>(
  inputs: number,
  lists: readonly KeyedList<Candidate>[],
  labels: number,
  addList: (list: readonly Candidate[]) => number,
): CandidateTable {
  if (inputs === 0) return { inputs, levels: [], start: addList(lists[0]?.list ?? []) };
  const last = Math.max(0, inputs - 2);
  const rows = Array.from({ length: last + 1 }, () => new Map<number, number>());
  for (const { key, list } of lists) {
    let index = inputs === 1 ? key[0]! : key[0]! * labels + key[1]!;
    for (let level = 0; level < last; level++) {
      let row = rows[level]!.get(index);
      if (row === undefined) rows[level]!.set(index, (row = rows[level]!.size + 1));
      index = row * labels + key[level + 2]!;
    }
    rows[last]!.set(index, addList(list));
  }
  const levels = rows.map((row, level) => {
    const size = level > 0 ? (rows[level - 1]!.size + 1) * labels : inputs === 1 ? labels : labels * labels;
    const array = new Int32Array(size);
    for (const [index, value] of row) array[index] = value;
    return array;
  });
  return { inputs, levels, start: 0 };
}

/**
 * Looks up the list for the labels on the input sides, and returns the number of its first candidate. `inputs` are the
 * sides to read, and `shown` has the label on each side of each cell. Both use side numbers `cell * sides + side`.
 */
export function lookUp(
  { levels, start }: CandidateTable,
  inputs: readonly number[],
  labels: number,
  shown: Int32Array,
): number {
  if (levels.length === 0) return start;
  const index = inputs.length === 1 ? shown[inputs[0]!]! : shown[inputs[0]!]! * labels + shown[inputs[1]!]!;
  let row = levels[0]![index]!;
  for (let level = 1; level < levels.length; level++) {
    row = levels[level]![row * labels + shown[inputs[level + 1]!]!]!;
  }
  return row;
}
