import { expect, test } from 'vitest';
import { type SqlDatabase, sql } from '../../src/storage/sql-database.ts';

/** Contract of every `SqlDatabase`. `open` makes an empty database for each test. */
export function describeSqlDatabase(open: () => Promise<SqlDatabase> | SqlDatabase): void {
  const check = (name: string, run: (database: SqlDatabase) => Promise<void>): void =>
    test(name, async () => {
      const database = await open();
      try {
        await database.query(
          'CREATE TABLE things (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, body BLOB, size REAL)',
        );
        await run(database);
      } finally {
        database.close();
      }
    });

  check('values come back as they went in', async (database) => {
    const body = Uint8Array.of(0, 255, 10, 0);
    const name = 'naïve 漢字 😀 \u2028 "quoted" \\';
    await database.query('INSERT INTO things VALUES (?, ?, ?, ?)', 1, name, body, 1.5);
    await database.query('INSERT INTO things VALUES (?, ?, ?, ?)', Number.MAX_SAFE_INTEGER, null, null, null);
    const { rows } = await database.query('SELECT * FROM things ORDER BY id');
    expect(rows).toEqual([
      { id: 1, name, body, size: 1.5 },
      { id: Number.MAX_SAFE_INTEGER, name: null, body: null, size: null },
    ]);
    expect(rows[0]?.['body']).toBeInstanceOf(Uint8Array);
  });

  check('says how many rows changed', async (database) => {
    expect((await database.query("INSERT INTO things (name) VALUES ('a'), ('b')")).changes).toBe(2);
    expect((await database.query("UPDATE things SET size = 1 WHERE name = 'a'")).changes).toBe(1);
    expect((await database.query("DELETE FROM things WHERE name = 'nobody'")).changes).toBe(0);
  });

  check('returns the rows of a RETURNING clause', async (database) => {
    const { rows, changes } = await database.query("INSERT INTO things (name) VALUES ('a') RETURNING id, name");
    expect(rows).toEqual([{ id: 1, name: 'a' }]);
    expect(changes).toBe(1);
  });

  check('a report sees what was committed before it, and fails as a query does', async (database) => {
    await database.query("INSERT INTO things (name) VALUES ('a'), ('b')");
    const { rows } = await database.report('SELECT name FROM things WHERE name > ? ORDER BY name', 'a');
    expect(rows).toEqual([{ name: 'b' }]);
    await expect(database.report('SELECT nothing FROM nowhere')).rejects.toMatchObject({ name: 'SqlError' });
  });

  check('a batch is one transaction, its results in order', async (database) => {
    const results = await database.batch([
      sql('INSERT INTO things (name) VALUES (?)', 'a'),
      sql('SELECT name FROM things'),
      sql('DELETE FROM things'),
    ]);
    expect(results.map(({ rows }) => rows)).toEqual([[], [{ name: 'a' }], []]);
    expect(results.map(({ changes }) => changes)[2]).toBe(1);
    expect(await database.batch([])).toEqual([]);
  });

  check('a batch that fails leaves nothing behind', async (database) => {
    const batch = [sql('INSERT INTO things (name) VALUES (?)', 'a'), sql('INSERT INTO things (name) VALUES (?)', 'a')];
    await expect(database.batch(batch)).rejects.toMatchObject({ name: 'SqlError', code: 'constraint' });
    expect((await database.query('SELECT * FROM things')).rows).toEqual([]);
    expect((await database.query("INSERT INTO things (name) VALUES ('a')")).changes).toBe(1);
  });

  check('an error names neither statement nor values', async (database) => {
    const failed = await database.query('INSERT INTO nowhere VALUES (?)', 'secret').catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'SqlError', code: 'failed', message: 'the database failed' });
  });

  check('two batches at once do not mix', async (database) => {
    const fill = (name: string): Promise<unknown> =>
      database.batch([
        sql('INSERT INTO things (name) VALUES (?)', name),
        sql('UPDATE things SET size = (SELECT count(*) FROM things) WHERE name = ?', name),
      ]);
    await Promise.all(['a', 'b', 'c'].map(fill));
    const { rows } = await database.query('SELECT size FROM things ORDER BY size');
    const sizes = rows.map(({ size }) => size);
    // PostgreSQL runs the batches concurrently. Each counts its own row, and the rows of batches that have committed.
    if (database.dialect === 'postgres') expect(sizes.every((size) => [1, 2, 3].includes(Number(size)))).toBe(true);
    else expect(sizes).toEqual([1, 2, 3]);
  });

  check('full text search is there', async (database) => {
    if (database.dialect === 'postgres') {
      const found = "SELECT to_tsvector('simple', ?) @@ CAST(? AS TSQUERY) AS found";
      expect((await database.query(found, 'the retry delay doubles', 'retry | nothing')).rows).toEqual([
        { found: true },
      ]);
      return;
    }
    await database.query('CREATE VIRTUAL TABLE words USING fts5 (body)');
    await database.query('INSERT INTO words VALUES (?)', 'the retry delay doubles');
    const { rows } = await database.query("SELECT body FROM words WHERE words MATCH 'retry OR nothing'");
    expect(rows).toEqual([{ body: 'the retry delay doubles' }]);
  });
}
