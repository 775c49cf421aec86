import { expect } from 'vitest';
import type { Beam } from '../../../../../src-core/edge-matching/hunt/shared/beam.ts';

/** Runs a compiled beam and a reference beam side by side, and expects the same boards at each level. */
export function expectSameBoards(compiled: Beam, reference: Beam): void {
  while (!compiled.done) {
    compiled.step(1000);
    reference.step(1000);
    expect(compiled.boards).toBe(reference.boards);
    for (const rank of [0, compiled.boards - 1]) expect(compiled.board(rank)).toEqual(reference.board(rank));
  }
  compiled.release();
}
