/** The archive of a portfolio member: the best boards that it has found, without duplicates, best board first. */
import type { PartialBoard } from '../../../puzzle/partial-board.ts';

export interface Kept {
  readonly board: PartialBoard;
  readonly matched: number;
}
export type Archive = readonly Kept[];

const MAX_BOARDS = 24;
/** a board is kept in the archive if it is at most this many matched edges behind the best board */
const MAX_EDGES_BEHIND_BEST = 2;

/**
 * Returns the archive with the board `kept` added, unless it equals a board in the archive or is too far below the
 * best one.
 */
export function betterArchive(archive: Archive, kept: Kept): Archive {
  const same = ({ board }: Kept): boolean => board.every((code, cell) => code === kept.board[cell]);
  if (archive.some(same)) return archive;
  const all = [...archive, kept].sort((a, b) => b.matched - a.matched);
  const best = all[0]!.matched;
  return all.filter(({ matched }) => matched >= best - MAX_EDGES_BEHIND_BEST).slice(0, MAX_BOARDS);
}
