import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSqlArtifacts } from '../../../src/artifacts/sql/sql-artifact-store.ts';
import { createSqlContexts } from '../../../src/context/sql/sql-context-store.ts';
import { createSqlAnswerCache } from '../../../src/prune-api/cache/sql-answer-cache.ts';
import { createAuthenticator } from '../../../src/teams/keys/authenticator.ts';
import { createSqlDirectory } from '../../../src/teams/keys/sql-directory.ts';
import { createSqlEndedSessions } from '../../../src/teams/keys/sql-ended-sessions.ts';
import { createSqlLedger } from '../../../src/teams/usage/sql-ledger.ts';
import { newSegment } from '../../contract/new-segment.ts';
import { DAY, usageRecord } from '../../contract/usage-records.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

for (const make of EVERY_DATABASE) {
  const databases = make();
  describe(databases.name, () => {
    afterAll(() => databases.dispose());

    test('a worker whose clock was three years ahead emptied every team’s ledger', async () => {
      const database = await openMigrated(databases);
      const today = Date.now();
      const ledger = createSqlLedger(database);
      const artifacts = createSqlArtifacts(database);
      const contexts = createSqlContexts(database, { words: databases.words });
      const directory = createSqlDirectory(database);
      const answers = createSqlAnswerCache(database, { ttlMs: DAY, maxBytes: 1e6 });
      const sessions = createSqlEndedSessions(database);
      const team = await directory.createTeam('Blue');
      const made = await directory.createKey({
        ...{ teamId: team?.id ?? '', name: 'Ada', scopes: ['prune'], expiresAt: today + DAY },
      });

      vi.spyOn(Date, 'now').mockImplementation(() => today + 3 * 365 * DAY);
      onTestFinished(() => void vi.restoreAllMocks());
      await ledger.write({ id: '1', records: [usageRecord({ at: today })] });
      await sessions.end('first', today + DAY);
      await sessions.end('second', today + DAY);
      await answers.of('Blue').put('key', 'answer');
      const artifact = await artifacts.of('Blue').put({ domain: 'read', mimeType: 'text/plain', body: 'kept' });
      const store = contexts.of('Blue');
      await store.add('shop', [newSegment('a', 'kept')], 'stashed');
      await Promise.all([ledger.expire(), artifacts.sweep(), contexts.sweep()]);

      const range = { scope: { kind: 'all' }, from: 0, to: today + DAY, period: 'hour' } as const;
      expect(await ledger.usage({ ...range, groupBy: [] })).toMatchObject([{ requests: 1 }]);
      expect(await sessions.has('first')).toBe(true);
      expect(await answers.of('Blue').get('key')).toBe('answer');
      expect(Buffer.from((await artifacts.of('Blue').read(artifact)) ?? []).toString()).toBe('kept');
      expect(artifact.createdAt).toBeLessThan(today + DAY);
      expect((await store.texts('shop', ['a'])).get('a')).toBe('kept');
      const authenticator = createAuthenticator({ directory, now: Date.now });
      expect(await authenticator.authenticate(made?.key ?? '')).toMatchObject({ kind: 'key', team: team?.id });
      // The worker wrote by the database's clock, too, so its data expires like everyone's.
      const later = createSqlArtifacts(database, { now: () => today + 8 * DAY });
      expect(await later.of('Blue').info(artifact)).toBeUndefined();
    });
  });
}
