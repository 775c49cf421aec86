/**
 * `migrations[i]` changes the schema from version i (`user_version`) to version i + 1. Only append to this list. Never
 * edit a released migration. Times are ISO 8601 in UTC. Boards are stored as the bytes of an Int32Array
 * (puzzle/partial-board.ts).
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE puzzle (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    size TEXT NOT NULL,
    tiles INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    json TEXT NOT NULL,
    sample INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    removed_at TEXT
  ) STRICT;

  -- The puzzle as it was when a run began. The run uses this copy even if the puzzle is edited later.
  CREATE TABLE snapshot (
    hash TEXT PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    puzzle_id INTEGER NOT NULL REFERENCES puzzle(id),
    snapshot TEXT NOT NULL REFERENCES snapshot(hash),
    settings TEXT NOT NULL,
    engine_version INTEGER NOT NULL,
    -- totals at which the run ends: its limits, and as much again each time it is taken up after one
    allowance TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT NOT NULL DEFAULT '',
    figures TEXT NOT NULL,
    best BLOB,
    started_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    removed_at TEXT
  ) STRICT;
  CREATE INDEX run_by_puzzle ON run(puzzle_id);

  CREATE TABLE sample (
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    elapsed_ms REAL NOT NULL,
    nodes REAL NOT NULL,
    nodes_per_second REAL NOT NULL,
    depth INTEGER NOT NULL,
    matched INTEGER NOT NULL,
    placed INTEGER NOT NULL,
    fraction REAL,
    PRIMARY KEY (run_id, elapsed_ms)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    taken_at TEXT NOT NULL,
    figures TEXT NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  CREATE INDEX checkpoint_by_run ON checkpoint(run_id);

  CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX log_by_run ON log(run_id);

  CREATE TABLE solution (
    id INTEGER PRIMARY KEY,
    puzzle_id INTEGER NOT NULL REFERENCES puzzle(id),
    run_id INTEGER REFERENCES run(id) ON DELETE SET NULL,
    -- SHA-256 of the canonical form: one row for each class under the puzzle's symmetry
    key BLOB NOT NULL,
    -- canonical board, and its tile numbers as bytes that sort as boards do
    board BLOB,
    rank BLOB,
    path TEXT,
    solved INTEGER NOT NULL,
    matched INTEGER NOT NULL,
    edges INTEGER NOT NULL,
    placed INTEGER NOT NULL,
    cells INTEGER NOT NULL,
    hints_kept INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    starred INTEGER NOT NULL DEFAULT 0,
    tags TEXT NOT NULL DEFAULT '[]',
    note TEXT NOT NULL DEFAULT '',
    found_at TEXT NOT NULL,
    removed_at TEXT,
    UNIQUE (puzzle_id, key)
  ) STRICT;
  CREATE INDEX solution_by_run ON solution(run_id);

  CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Undo steps of a puzzle, numbered from 0, and how many of them are applied.
  CREATE TABLE edit (
    puzzle_id INTEGER NOT NULL REFERENCES puzzle(id),
    number INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (puzzle_id, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE edit_position (
    puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle(id),
    done INTEGER NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE experiment (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    -- null: its trials were read from a file
    plan TEXT,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE trial (
    experiment_id INTEGER NOT NULL REFERENCES experiment(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (experiment_id, number)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The saved game of a puzzle that is played by hand.
  CREATE TABLE play (
    puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle(id),
    json TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- Position in the queue; only for runs with the status 'queued'.
  ALTER TABLE run ADD COLUMN place INTEGER;
  -- Until now, 'queued' meant that the solver of the run was starting.
  UPDATE run SET status = 'preparing' WHERE status = 'queued';
  `,
  `
  -- The runs that found a board, each with the time.
  CREATE TABLE solution_run (
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    solution_id INTEGER NOT NULL REFERENCES solution(id) ON DELETE CASCADE,
    found_at TEXT NOT NULL,
    PRIMARY KEY (run_id, solution_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX solution_run_by_solution ON solution_run(solution_id);
  INSERT INTO solution_run (run_id, solution_id, found_at)
    SELECT run_id, id, found_at FROM solution WHERE run_id IS NOT NULL;
  DROP INDEX solution_by_run;
  ALTER TABLE solution DROP COLUMN run_id;

  -- Lists the boards of a puzzle, best first, and counts them, even if there are a million.
  CREATE INDEX solution_by_score ON solution(puzzle_id, solved DESC, matched DESC, placed DESC)
    WHERE removed_at IS NULL;
  `,
  `
  -- The preset of the row solver's trials was renamed.
  UPDATE experiment SET plan = replace(plan, '"published":"seed-003"', '"published":"rows-trials"');
  `,
  `
  -- The group of a sample, further search terms of a puzzle (its label names), and the user's tags.
  ALTER TABLE puzzle ADD COLUMN shelf TEXT NOT NULL DEFAULT '';
  ALTER TABLE puzzle ADD COLUMN words TEXT NOT NULL DEFAULT '';
  ALTER TABLE puzzle ADD COLUMN owner_tags TEXT NOT NULL DEFAULT '[]';
  UPDATE puzzle SET words = coalesce((
    SELECT group_concat(DISTINCT json_extract(value, '$.name')) FROM json_each(puzzle.json, '$.labels')
  ), '') WHERE json_valid(json);
  `,
  `
  -- An index for every order and filter of a gallery of a hundred thousand boards. Rows are long because they contain the
  -- board, so counting and paging must not read them.
  CREATE INDEX solution_by_puzzle ON solution(puzzle_id) WHERE removed_at IS NULL;
  CREATE INDEX solution_by_rank ON solution(puzzle_id, substr(rank, 1, 16)) WHERE removed_at IS NULL;
  CREATE INDEX solution_starred ON solution(puzzle_id) WHERE removed_at IS NULL AND starred = 1;
  CREATE INDEX solution_tagged ON solution(puzzle_id, tags) WHERE removed_at IS NULL AND tags <> '[]';
  CREATE INDEX solution_in_bin ON solution(removed_at) WHERE removed_at IS NOT NULL;
  `,
  `
  -- Lists the boards of all puzzles, best first.
  CREATE INDEX solution_best ON solution(solved DESC, matched DESC, placed DESC) WHERE removed_at IS NULL;
  `,
  `
  -- Deleted experiments go to the bin first, like everything else.
  ALTER TABLE experiment ADD COLUMN removed_at TEXT;
  `,
  `
  -- The name of the shared run that this run was merged from; null if it was searched here.
  ALTER TABLE run ADD COLUMN merged TEXT;
  -- Until now, only a line in the log contained this name.
  UPDATE run SET merged = (
    SELECT substr(text, 30, length(text) - 30) FROM log
    WHERE run_id = run.id AND text GLOB 'Merged from the parts of run *.' ORDER BY id LIMIT 1
  );
  `,
  `
  -- The whole order by tile numbers, so that a page in the middle of a million boards is found without reading the boards.
  DROP INDEX solution_by_rank;
  CREATE INDEX solution_by_rank ON solution(puzzle_id, rank) WHERE removed_at IS NULL;
  `,
  `
  -- Pages in the middle of many starred or tagged boards, best first or by tile numbers. These indexes contain only starred
  -- or tagged boards, so other boards cost nothing.
  CREATE INDEX solution_starred_best ON solution(solved DESC, matched DESC, placed DESC, id, puzzle_id)
    WHERE removed_at IS NULL AND starred = 1;
  CREATE INDEX solution_starred_rank ON solution(puzzle_id, rank) WHERE removed_at IS NULL AND starred = 1;
  CREATE INDEX solution_tagged_best ON solution(solved DESC, matched DESC, placed DESC, id, puzzle_id, tags)
    WHERE removed_at IS NULL AND tags <> '[]';
  CREATE INDEX solution_tagged_rank ON solution(puzzle_id, rank, id, tags) WHERE removed_at IS NULL AND tags <> '[]';
  `,
  `
  -- The saved board that a run starts from; a run without a row starts from an empty board.
  CREATE TABLE run_start (
    run_id INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE,
    solution_id INTEGER NOT NULL REFERENCES solution(id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX run_start_by_solution ON run_start(solution_id);
  `,
  `
  -- Runs that the user has not looked at since this time; a run without a row was seen in its current state.
  CREATE TABLE run_unseen (
    run_id INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE,
    since TEXT NOT NULL
  ) STRICT;
  `,
];
