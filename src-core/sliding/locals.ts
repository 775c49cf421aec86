import type { Local, ValueType } from '../wasm.ts';

/** Locals of a function by name, 32 bits each: `const move = named(local, 'cell', 'tile')`. */
export const named = <N extends string>(
  local: (type: ValueType) => Local,
  ...names: readonly N[]
): Record<N, Local> => Object.fromEntries(names.map((name) => [name, local('i32')])) as Record<N, Local>;
