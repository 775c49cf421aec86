import type { SearchTree } from '../tree/search-tree.ts';
import { listProgram, type ListProgram } from './list-kernel.ts';
import { ListBacktracker } from './list-backtracker.ts';
import { maskProgram, type MaskProgram } from './mask-kernel.ts';
import { MaskBacktracker } from './mask-backtracker.ts';
import type { Backtracker, TreePath } from './backtracker.ts';

/** A search tree compiled to WebAssembly. */
export type Program = MaskProgram | ListProgram;

/**
 * Compiles a search tree with the mask kernel, which is faster, or else with the list kernel, which supports more
 * trees. Returns null if neither supports the tree.
 */
export const compile = (tree: SearchTree): Program | null => maskProgram(tree) ?? listProgram(tree);

export const backtrackerOf = (
  tree: SearchTree,
  program: Program,
  base: number,
  path: TreePath,
): Backtracker =>
  program.kernel === 'masks'
    ? new MaskBacktracker(tree, program, base, path)
    : new ListBacktracker(tree, program, base, path);
