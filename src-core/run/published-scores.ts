/**
 * Published scores of Eternity II, each for exactly one set of hints. To add a score, add an entry to
 * `publishedScores`.
 */
interface Publication {
  readonly by: string;
  /** date of publication (ISO 8601) */
  readonly date: string;
}

export interface PublishedScore extends Publication {
  /** number of matched edges, of 480 */
  readonly matched: number;
  /** cells, numbered from 0, of the official hints that the board keeps */
  readonly hints: readonly number[];
  /** later publications of the same score */
  readonly equalled: readonly Publication[];
  /** where the board can be viewed, as text for the user */
  readonly source: string;
}

export const publishedScores: readonly PublishedScore[] = [
  {
    matched: 470,
    hints: [135],
    by: 'J. Blackwood',
    date: '2021-03-30',
    equalled: [{ by: 'J. Bucas', date: '2024-12-02' }],
    source: '“Joshua_Blackwood_470” in the viewer e2.bucas.name',
  },
  {
    matched: 464,
    hints: [34, 45, 135, 210, 221],
    by: 'B. Riotte',
    date: '2026-07-06',
    equalled: [],
    source: '“Eternity2 23” among the known boards of eternity2.dev',
  },
];

/** The best published row scan, as the number of tiles placed row by row before the first mismatch. */
export const publishedRowScan = { tiles: 230, of: 256 } as const;
