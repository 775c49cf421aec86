/**
 * Solves the assignment problem: assigns each of n rows a different column at the lowest total cost. Returns the
 * column of each row. `cost` is an n × n matrix of finite numbers, in row-major order. Uses the Hungarian method with
 * shortest augmenting paths (Jonker and Volgenant 1987), which takes O(n³) time.
 */
export function cheapestAssignment(cost: Float64Array, n: number): Int32Array {
  const rowPotential = new Float64Array(n + 1);
  const columnPotential = new Float64Array(n + 1);
  const rowOf = new Int32Array(n + 1); // row of each column; rows and columns are numbered from 1, and 0 means no row
  /** for each column: the previous column on the shortest augmenting path */
  const previous = new Int32Array(n + 1);
  for (let row = 1; row <= n; row++) {
    rowOf[0] = row;
    const least = new Float64Array(n + 1).fill(Infinity);
    const visited = new Uint8Array(n + 1);
    let column = 0;
    do {
      visited[column] = 1;
      const from = rowOf[column]!;
      let delta = Infinity;
      let nearest = 0;
      for (let other = 1; other <= n; other++) {
        if (visited[other]) continue;
        const reduced = cost[(from - 1) * n + other - 1]! - rowPotential[from]! - columnPotential[other]!;
        if (reduced < least[other]!) {
          least[other] = reduced;
          previous[other] = column;
        }
        if (least[other]! < delta) {
          delta = least[other]!;
          nearest = other;
        }
      }
      for (let other = 0; other <= n; other++) {
        if (visited[other]) {
          rowPotential[rowOf[other]!]! += delta;
          columnPotential[other]! -= delta;
        } else {
          least[other]! -= delta;
        }
      }
      column = nearest;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = previous[column]!;
      rowOf[column] = rowOf[before]!;
      column = before;
    }
  }
  const columnOf = new Int32Array(n);
  for (let column = 1; column <= n; column++) columnOf[rowOf[column]! - 1] = column - 1;
  return columnOf;
}
