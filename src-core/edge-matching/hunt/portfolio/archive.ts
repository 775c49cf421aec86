/** The archive of a portfolio member: its best boards, without duplicates, best first. */
import type { PartialBoard } from '../../../puzzle/partial-board.ts';

export interface Kept {
  readonly board: PartialBoard;
  readonly matched: number;
}
export type Archive = readonly Kept[];

const MAX_BOARDS = 24;
/** maximum number of matched edges by which an archived board may trail the best one */
const MAX_EDGES_BEHIND_BEST = 2;

/** Returns the archive with the board `kept` added, unless it is a duplicate or too far behind the best board. */
export function betterArchive(archive: Archive, kept: Kept): Archive {
  const same = ({ board }: Kept): boolean => board.every((code, cell) => code === kept.board[cell]);
  if (archive.some(same)) return archive;
  const all = [...archive, kept].sort((a, b) => b.matched - a.matched);
  const best = all[0]!.matched;
  return all.filter(({ matched }) => matched >= best - MAX_EDGES_BEHIND_BEST).slice(0, MAX_BOARDS);
}
