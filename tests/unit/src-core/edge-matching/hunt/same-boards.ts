import { expect } from 'vitest';
import type { Beam } from '../../../../../src-core/edge-matching/hunt/shared/beam.ts';

/** Two narrow beams go to their ends side by side: all boards, level by level the same. */
export function expectSameBoards(compiled: Beam, reference: Beam): void {
  while (!compiled.done) {
    compiled.step(1000);
    reference.step(1000);
    expect(compiled.boards).toBe(reference.boards);
    for (const rank of [0, compiled.boards - 1]) expect(compiled.board(rank)).toEqual(reference.board(rank));
  }
  compiled.release();
}
