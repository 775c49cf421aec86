import Database from 'better-sqlite3';
import { versionOf, type Db } from './database.ts';
import { migrations } from './migrations.ts';

/**
 * Throws unless a library's tables and indexes are exactly those of some version of Edgewise, because a view or
 * trigger could run somebody else's code. Ignores files that aren't libraries of a known version: opening such a file
 * gives a better error message.
 */
export function expectOwnSchema(file: string): void {
  const db = new Database(file, { readonly: true, timeout: 5000 });
  const ours = new Database(':memory:');
  try {
    const version = versionOf(db);
    if (version < 1 || version > migrations.length) return;
    for (const sql of migrations.slice(0, version)) ours.exec(sql);
    const [expected, given] = [schemaOf(ours), schemaOf(db)];
    for (const [name, sql] of expected) {
      if (!given.has(name)) throw new Error(`its ${name} is missing`);
      if (given.get(name) !== sql) throw new Error(`its ${name} differs from the one that Edgewise creates`);
    }
    for (const name of given.keys()) {
      if (!expected.has(name)) throw new Error(`it has a ${name} that Edgewise does not create`);
    }
  } finally {
    ours.close();
    db.close();
  }
}

/** Returns the SQL of each schema entry, by type and name ("table puzzle"), with normalised spaces. */
function schemaOf(db: Db): Map<string, string> {
  const rows = db
    .prepare<[], { type: string; name: string; sql: string | null }>(
      `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all();
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, (sql ?? '').replaceAll(/\s+/g, ' ')]));
}
