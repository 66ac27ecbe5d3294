import { afterAll, describe, expect, test } from 'vitest';
import type { ContextStore } from '../../../src/context/context-store.ts';
import { ROW_BYTES } from '../../../src/context/sql/sql-context-room.ts';
import {
  createSqlContexts,
  type SqlContextOptions,
  type SqlContexts,
} from '../../../src/context/sql/sql-context-store.ts';
import { zodOf } from '../../../src/mcp/zod-of.ts';
import type { SqlDatabase, SqlStatement } from '../../../src/storage/sql-database.ts';
import { SqlError } from '../../../src/storage/sql-error.ts';
import { CONTEXT_TOOLS } from '../../../src/tools/context/context-tools.ts';
import { describeContextDescriptors } from '../../contract/context-descriptors.ts';
import { describeContextStore } from '../../contract/context-store.ts';
import { contextTools } from '../../contract/context-tool-calls.ts';
import { describeContextTools } from '../../contract/context-tools.ts';
import { describeContextWorker } from '../../contract/context-worker.ts';
import { newSegment } from '../../contract/new-segment.ts';
import { EVERY_DATABASE, openMigrated, sqliteDatabases } from '../../support/databases.ts';

/**
 * Length of the largest text. Smaller for D1, because ten megabytes take Miniflare four seconds and test the same code
 * as one.
 */
const LARGEST: Readonly<Record<string, number>> = {
  'node:sqlite': 10 * 1024 * 1024,
  PostgreSQL: 10 * 1024 * 1024,
  D1: 600_000,
};

for (const make of EVERY_DATABASE) {
  const databases = make();
  // One database for all tests, with separate owners, because starting a D1 takes longer than most tests.
  let database: Promise<SqlDatabase> | undefined;
  const open = (): Promise<SqlDatabase> => {
    database ??= openMigrated(databases);
    return database;
  };
  let opened = 0;
  const openContexts = async (options?: SqlContextOptions): Promise<SqlContexts> => {
    const contexts = createSqlContexts(await open(), { words: databases.words, ...options });
    const owner = ++opened;
    return { ...contexts, of: (scope) => contexts.of(`${owner}/${scope}`) };
  };
  describe(databases.name, () => {
    afterAll(() => databases.dispose());
    describeContextStore(openContexts);
    describeContextTools(async () => (await openContexts()).of('me'), LARGEST[databases.name] ?? 0);
    describeContextDescriptors(async () => (await openContexts()).of('me'));
    // The client's part is the same over every database, and slow over D1.
    if (databases.name !== 'D1') describeContextWorker(() => openMigrated(databases), databases.words);

    // PostgreSQL has no earlier version of the schema.
    test.skipIf(databases.name === 'PostgreSQL')(
      'rows of an earlier version had no sketches, and its statements knew nothing of changes',
      async () => {
        const earlier = await openMigrated(databases);
        const store = createSqlContexts(earlier).of('me');
        await store.add('shop', [newSegment('a', 'one'), newSegment('b', 'two')], 'working');
        await store.move('shop', ['a'], { from: ['working'], to: 'stashed' });
        await earlier.query("UPDATE context_segments SET held = json_remove(held, '$[9]')");
        const working = async () => (await store.working('shop')).segments.map(({ id }) => id);
        expect(await working()).toEqual(['b']);
        await earlier.query(
          "UPDATE context_segments SET tier = 'working', touched_at = touched_at + 1 WHERE segment = 'a'",
        );
        expect(await working()).toEqual(['b', 'a']);
        expect((await store.working('shop')).segments.map(({ sketch }) => sketch)).toEqual(['', '']);
        await earlier.query("DELETE FROM context_segments WHERE segment = 'b'");
        expect(await working()).toEqual(['a']);
      },
    );

    test('a team could fill the disk with context: it has a bound, and every team its own', async () => {
      const text = 'x'.repeat(500);
      // Room for the project's row, and two segments with their texts.
      const maxBytes = 3 * ROW_BYTES + 2 * text.length;
      const contexts = await openContexts({ maxBytes });
      const mine = contexts.of('me');
      const add = (...ids: string[]) =>
        mine.add(
          'shop',
          ids.map((id) => newSegment(id, `${text.slice(id.length)}${id}`)),
          'working',
        );
      await mine.setFocus('shop', { currentTask: 'login' });
      await expect(add('a', 'b', 'c')).rejects.toMatchObject({ name: 'ContextError', code: 'STORAGE_FULL' });
      expect((await add('a', 'b')).map(({ id }) => id)).toEqual(['a', 'b']);
      await expect(add('c')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
      await expect(mine.setFocus('other', { currentTask: 'login' })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
      // Changing an existing project takes no more room.
      expect(await mine.setFocus('shop', { activeFile: 'a.ts' })).toMatchObject({ activeFile: null });
      expect(await mine.state('shop')).toMatchObject({ currentTask: 'login', activeFile: 'a.ts' });
      const snapshot = { id: 's', task: 'login', name: 's' };
      await expect(mine.createSnapshot('shop', snapshot)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
      expect(await contexts.of('you').add('shop', [newSegment('a', text)], 'working')).toHaveLength(1);
      await mine.remove('shop', ['a']);
      expect(await add('c')).toHaveLength(1);
      await mine.remove('shop', ['b']);
      const made = await mine.createSnapshot('shop', snapshot);
      expect(made.id).toBe('s');
    });
  });
}

test('a database that is put back to an earlier moment shows what was there then', async () => {
  const database = await openMigrated(sqliteDatabases());
  const store = createSqlContexts(database).of('me');
  const working = async () => (await store.working('shop')).segments.map(({ id }) => id);
  await store.add('shop', [newSegment('a', 'one')], 'working');
  const [then] = (await database.query('SELECT changes, removed FROM context_projects')).rows;
  await store.add('shop', [newSegment('b', 'two')], 'working');
  expect(await working()).toEqual(['a', 'b']);
  await database.query("DELETE FROM context_segments WHERE segment = 'b'");
  await database.query(
    'UPDATE context_projects SET changes = ?, removed = ?',
    then?.['changes'] ?? 0,
    then?.['removed'] ?? 0,
  );
  expect(await working()).toEqual(['a']);
});

test('segments that are named are found by their names, however many there are beside them', async () => {
  const database = await openMigrated(sqliteDatabases());
  const plans: string[] = [];
  const explained = async ({ sql, params }: SqlStatement): Promise<void> => {
    const { rows } = await database.query(`EXPLAIN QUERY PLAN ${sql}`, ...params);
    plans.push(...rows.map(({ detail }) => String(detail)));
  };
  const store = createSqlContexts({
    ...database,
    query: async (sql, ...params) => {
      await explained({ sql, params });
      return database.query(sql, ...params);
    },
    batch: async (statements) => {
      for (const one of statements) await explained(one);
      return database.batch(statements);
    },
  }).of('me');
  await store.add('shop', [newSegment('a', 'one', { file: 'a.ts' })], 'working');
  await store.list('shop', { tiers: ['working'], ids: ['a'] }, { limit: 1 });
  await store.supersede('shop', 'a');
  await store.pin('shop', ['a'], true);
  await store.texts('shop', ['a']);
  await store.move('shop', ['a'], { from: ['working'], to: 'stashed', collect: true });
  await store.move('shop', ['a'], { from: ['stashed', 'archive'], to: 'working' });
  await store.remove('shop', ['a']);
  expect(plans.filter((plan) => plan.includes('sqlite_autoindex_context_segments'))).not.toEqual([]);
  expect(plans.filter((plan) => /by_tier|^SCAN context_segments/.test(plan))).toEqual([]);
});

test('a disk that is full is told, and leaves nothing half done', async () => {
  const database = await openMigrated(sqliteDatabases());
  const store = createSqlContexts(database).of('me');
  const { call } = contextTools(store);
  const big = { text: 'x'.repeat(100_000), segment_id: 'big' };
  await call('stash', { project_id: 'shop', segments: [{ text: 'small', segment_id: 'small' }] });
  const pages = Number((await database.query('PRAGMA page_count')).rows[0]?.['page_count']);
  await database.query(`PRAGMA max_page_count = ${pages + 5}`);
  expect(await call('stash', { project_id: 'shop', segments: [big] })).toMatchObject({
    code: 'INTERNAL_ERROR',
    message: expect.stringContaining('full'),
  });
  const all = await store.list('shop', { tiers: ['working', 'stashed'] }, { limit: 9 });
  expect(all.segments.map(({ id }) => id)).toEqual(['small']);
  expect((await database.query('SELECT count(*) AS n FROM context_texts')).rows).toEqual([{ n: 1 }]);
  await database.query('PRAGMA max_page_count = 1000000');
  expect(await call('stash', { project_id: 'shop', segments: [big] })).toMatchObject({ stashed_segments: ['big'] });
});

test('thirteen tools, each with its place, real schemas and words on when to call it', () => {
  expect(CONTEXT_TOOLS.map(({ name }) => name)).toEqual([
    'context_analyze_usage',
    'context_get_working_set',
    'context_gc_analyze',
    'context_gc_prune',
    'context_gc_pin',
    'context_gc_unpin',
    'context_stash',
    'context_search_stashed',
    'context_retrieve_stashed',
    'context_create_task_snapshot',
    'context_get_task_context',
    'context_set_current_task',
  ]);
});

test('a store that fails is told as an error that says so, with nothing of what was stored', async () => {
  const store = { state: () => Promise.reject(new SqlError('full', 'the database or its disk is full')) };
  const { call } = contextTools(store as unknown as ContextStore);
  expect(await call('get_task_context', { project_id: 'shop' })).toMatchObject({
    code: 'INTERNAL_ERROR',
    message: expect.stringContaining('disk is full'),
  });
});

test('unknown fields are refused at the door', () => {
  const { tools } = contextTools({} as ContextStore);
  for (const tool of tools) {
    expect(zodOf(tool.arguments).safeParse({ project_id: 'shop', surprise: 1 }).success).toBe(false);
    expect(tool.annotations).toHaveProperty('readOnlyHint');
  }
});
