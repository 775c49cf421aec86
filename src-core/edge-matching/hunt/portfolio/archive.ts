/** The archive: the best boards that a member of the portfolio has found, all different, best first. */
import type { PartialBoard } from '../../../puzzle/partial-board.ts';

export interface Kept {
  readonly board: PartialBoard;
  readonly matched: number;
}
export type Archive = readonly Kept[];

const MAX_BOARDS = 24;
/** maximum number of matched edges by which a board in the archive may fall short of the best board */
const RANGE = 2;

/**
 * Returns the archive with `kept` added. Leaves it out if it equals a board of the archive, or is too far below the
 * best.
 */
export function betterArchive(archive: Archive, kept: Kept): Archive {
  const same = ({ board }: Kept): boolean => board.every((code, cell) => code === kept.board[cell]);
  if (archive.some(same)) return archive;
  const all = [...archive, kept].sort((a, b) => b.matched - a.matched);
  const best = all[0]!.matched;
  return all.filter(({ matched }) => matched >= best - RANGE).slice(0, MAX_BOARDS);
}
