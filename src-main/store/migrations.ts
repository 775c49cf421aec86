/**
 * migrations[i] changes the schema from user_version i to i + 1. Append only: never edit one that has been
 * released. Times are ISO 8601 in UTC; boards are Int32Array bytes (puzzle/partial-board.ts).
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

  -- The puzzle as it was when a run began: a run goes on with this, whatever is edited later.
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
  -- Undo steps of a puzzle, numbered from 0, and how many of them are done.
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
  -- A puzzle played by hand, as it was left.
  CREATE TABLE play (
    puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle(id),
    json TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- The order of the runs that wait ('queued'); without meaning for others.
  ALTER TABLE run ADD COLUMN place INTEGER;
  -- Before, 'queued' was said of a run whose solver was being started.
  UPDATE run SET status = 'preparing' WHERE status = 'queued';
  `,
  `
  -- A board belongs to every run that found it, with the moment of each.
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

  -- The best first and the count of each puzzle, also where there are a million.
  CREATE INDEX solution_by_score ON solution(puzzle_id, solved DESC, matched DESC, placed DESC)
    WHERE removed_at IS NULL;
  `,
  `
  -- The preset of the row solver's trials was called by a number before.
  UPDATE experiment SET plan = replace(plan, '"published":"seed-003"', '"published":"rows-trials"');
  `,
  `
  -- The group that a sample stands in, what a puzzle is found by beside its name, and its owner's tags.
  ALTER TABLE puzzle ADD COLUMN shelf TEXT NOT NULL DEFAULT '';
  ALTER TABLE puzzle ADD COLUMN words TEXT NOT NULL DEFAULT '';
  ALTER TABLE puzzle ADD COLUMN owner_tags TEXT NOT NULL DEFAULT '[]';
  UPDATE puzzle SET words = coalesce((
    SELECT group_concat(DISTINCT json_extract(value, '$.name')) FROM json_each(puzzle.json, '$.labels')
  ), '') WHERE json_valid(json);
  `,
  `
  -- The gallery of a hundred thousand boards: each of its orders and filters from an index. Boards themselves are long,
  -- so what is counted or leafed through must not touch them.
  CREATE INDEX solution_by_puzzle ON solution(puzzle_id) WHERE removed_at IS NULL;
  CREATE INDEX solution_by_rank ON solution(puzzle_id, substr(rank, 1, 16)) WHERE removed_at IS NULL;
  CREATE INDEX solution_starred ON solution(puzzle_id) WHERE removed_at IS NULL AND starred = 1;
  CREATE INDEX solution_tagged ON solution(puzzle_id, tags) WHERE removed_at IS NULL AND tags <> '[]';
  CREATE INDEX solution_in_bin ON solution(removed_at) WHERE removed_at IS NOT NULL;
  `,
  `
  -- The best of all puzzles first.
  CREATE INDEX solution_best ON solution(solved DESC, matched DESC, placed DESC) WHERE removed_at IS NULL;
  `,
  `
  -- An experiment that is deleted is in the bin first, as all else.
  ALTER TABLE experiment ADD COLUMN removed_at TEXT;
  `,
  `
  -- The name of the run that was worked on in parts and put together; null: it was searched here.
  ALTER TABLE run ADD COLUMN merged TEXT;
  -- Before, a line in the log said so.
  UPDATE run SET merged = (
    SELECT substr(text, 30, length(text) - 30) FROM log
    WHERE run_id = run.id AND text GLOB 'Merged from the parts of run *.' ORDER BY id LIMIT 1
  );
  `,
  `
  -- The order by tile numbers to its end from the index: the middle of a million is reached without the boards.
  DROP INDEX solution_by_rank;
  CREATE INDEX solution_by_rank ON solution(puzzle_id, rank) WHERE removed_at IS NULL;
  `,
  `
  -- Many starred or tagged boards, the best first or by tile numbers: read from an index to the middle. They have but what
  -- is starred or tagged, so others cost them nothing.
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
  -- Runs that the user has not looked at since a time; a run without a row was seen as it is.
  CREATE TABLE run_unseen (
    run_id INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE,
    since TEXT NOT NULL
  ) STRICT;
  `,
];
