/**
 * The good boards a member has found: few, all different, the best first. Boards much worse than the best
 * one are of no use to it.
 */
import type { PartialBoard } from '../../../puzzle/partial-board.ts';

export interface Kept {
  readonly board: PartialBoard;
  readonly matched: number;
}
export type Archive = readonly Kept[];

const SIZE = 24;
const RANGE = 2;

/** The archive with one more board, if it is good enough. */
export function betterArchive(archive: Archive, kept: Kept): Archive {
  const same = ({ board }: Kept): boolean => board.every((code, cell) => code === kept.board[cell]);
  if (archive.some(same)) return archive;
  const all = [...archive, kept].sort((a, b) => b.matched - a.matched);
  const best = all[0]!.matched;
  return all.filter(({ matched }) => matched >= best - RANGE).slice(0, SIZE);
}
