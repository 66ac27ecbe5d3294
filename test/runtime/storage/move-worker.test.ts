import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createSqlArtifacts } from '../../../src/artifacts/sql/sql-artifact-store.ts';
import { toTerms } from '../../../src/context/search/query-terms.ts';
import { createSqlContexts } from '../../../src/context/sql/sql-context-store.ts';
import type { ContextWords } from '../../../src/context/sql/words/context-words.ts';
import { fts5Words } from '../../../src/context/sql/words/fts5-words.ts';
import { tsvectorWords } from '../../../src/context/sql/words/tsvector-words.ts';
import { withClock } from '../../../src/storage/database-clock.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { createSqlDirectory } from '../../../src/teams/keys/sql-directory.ts';
import { createSqlLedger } from '../../../src/teams/usage/sql-ledger.ts';
import { copyWorker } from '../../../worker/runtime/move/move-worker.ts';
import { openPostgres } from '../../../worker/runtime/open-postgres.ts';
import { openDataFile } from '../../../worker/runtime/sqlite-file.ts';
import { newSegment } from '../../contract/new-segment.ts';
import { MORNING, usageRecord } from '../../contract/usage-records.ts';
import { binaries, psql } from '../../support/postgres/binaries.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';
import { tempDir } from '../../support/temp-dir.ts';

const BODY = 'a body '.repeat(100_000);
const now = (): number => MORNING;

/** Writes something into every store. Resolves to the new key and artifact. */
async function filled(database: SqlDatabase) {
  const directory = createSqlDirectory(withClock(database, now));
  const team = await directory.createTeam('Blue');
  const key = await directory.createKey({ teamId: String(team?.id), name: 'One', scopes: ['prune'] });
  const records = Array.from({ length: 1_200 }, (_, i) => usageRecord({ key: `key ${i}` }));
  await createSqlLedger(withClock(database, now)).write({ id: 'batch', records });
  const artifact = await createSqlArtifacts(database, { now })
    .of('Blue')
    .put({ domain: 'test', mimeType: 'text/plain', body: BODY });
  const contexts = createSqlContexts(database, { now }).of('Blue');
  await contexts.add(
    'shop',
    [newSegment('a', 'the retry delay'), newSegment('b', 'naïve parseHttpRequest')],
    'stashed',
  );
  return { key: key?.id ?? '', artifact };
}

async function heldBy(
  database: SqlDatabase,
  words: ContextWords,
  { key, artifact }: Awaited<ReturnType<typeof filled>>,
) {
  const store = createSqlContexts(database, { now, words }).of('Blue');
  const find = async (query: string) =>
    (await store.search('shop', toTerms(query), { tiers: ['stashed'] }, { limit: 5 })).segments.map(({ id }) => id);
  const body = await createSqlArtifacts(database, { now }).of('Blue').read(artifact);
  const range = { scope: { kind: 'all' }, from: 0, to: MORNING * 2, period: 'day' } as const;
  const [usage] = await createSqlLedger(database).usage({ ...range, groupBy: [] });
  return {
    key: (await createSqlDirectory(withClock(database, now)).findKey(key, '2026-11'))?.name,
    body: Buffer.from(body ?? []).toString() === BODY,
    requests: usage?.requests,
    found: [await find('retry'), await find('naive'), await find('http')],
    texts: (await store.texts('shop', ['a'])).get('a'),
  };
}

describe.skipIf(binaries() === undefined)('moving a worker', () => {
  let server: PostgresServer | undefined;
  afterAll(() => server?.stop());

  test('from SQLite into PostgreSQL and back: keys, usage, artifacts, context and its search', async () => {
    server = await startPostgres();
    const [first, last] = [path.join(tempDir(), 'first'), path.join(tempDir(), 'last')];
    const source = await openDataFile(first);
    if (source === undefined) throw new Error('this runtime has no "node:sqlite"');
    const made = await filled(source);
    const before = await heldBy(source, fts5Words, made);
    expect(before).toMatchObject({ key: 'One', body: true, requests: 1_200, found: [['a'], ['b'], ['b']] });
    source.close();
    psql(server.url('postgres'), 'CREATE DATABASE moved');
    const url = server.url('moved');

    const tables: string[] = [];
    expect(await copyWorker(first, url, ({ table, from, to }) => tables.push(`${table} ${to}/${from}`))).toBe(true);
    expect(tables).toContain('usage 2400/2400');
    expect(tables).toContain('artifact_chunks 3/3');
    const target = await openPostgres({ url });
    expect(await heldBy(target, tsvectorWords, made)).toEqual(before);
    // New rows get ids after the copied ones.
    await createSqlContexts(target, { now, words: tsvectorWords })
      .of('Blue')
      .add('shop', [newSegment('c', 'new')], 'stashed');
    target.close();

    // A second run changes nothing.
    expect(await copyWorker(first, url, () => {})).toBe(true);
    expect(await copyWorker(url, last, () => {})).toBe(true);
    const back = await openDataFile(last);
    expect(back && (await heldBy(back, fts5Words, made))).toEqual(before);
    back?.close();
  });

  test('a target with the teams of another worker is refused, and a folder in use too', async () => {
    const [one, other] = [path.join(tempDir(), 'one'), path.join(tempDir(), 'other')];
    for (const folder of [one, other]) {
      const database = await openDataFile(folder);
      await database?.query("INSERT INTO teams (id, name, created_at) VALUES ('t', 'T', 0)");
      database?.close();
    }
    await expect(copyWorker(one, other, () => {})).rejects.toThrow('the target has the teams of another worker');
    const running = await openDataFile(one);
    await expect(copyWorker(one, other, () => {})).rejects.toThrow('another worker uses it');
    running?.close();
  });
});
