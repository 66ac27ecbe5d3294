import { expect, test } from 'vitest';
import { recordCall } from '../../../../launcher/tools/context/record-call.ts';
import { toRecordedCall } from '../../../../launcher/tools/context/to-recorded-call.ts';
import { collect } from '../../../../src/context/collector/collect.ts';
import { createSqlContexts } from '../../../../src/context/sql/sql-context-store.ts';
import { openMigrated, sqliteDatabases } from '../../../support/databases.ts';

const SHOP = { root: '/shop', folder: '/shop' };

test('outputs of commands and what a search found go first, what was read last, by a question or as it is', async () => {
  const store = createSqlContexts(await openMigrated(sqliteDatabases())).of('me');
  const call = async (tool: string, given: object, text: string): Promise<void> => {
    const recorded = toRecordedCall(SHOP, tool, given, { content: [{ type: 'text', text }] });
    if (recorded !== undefined) await recordCall(store, recorded, { project: 'shop' });
  };
  const lines = (what: string): string => Array.from({ length: 20 }, (_, i) => `${what} line ${i}`).join('\n');
  await call('read', { file_path: 'a.ts', context_focus_question: 'where is retry set?' }, lines('answer'));
  await call('read', { file_path: 'b.ts' }, lines('read'));
  await call('grep', { pattern: 'retry', path: '.' }, lines('match'));
  await call('bash', { command: 'make' }, lines('built'));
  for (let i = 0; i < 12; i++) await call('bash', { command: `echo ${i}` }, `${i}`);
  const { candidates } = collect(await store.working('shop'));
  const topics = candidates
    .map(({ segment }) => segment.file ?? segment.topic)
    .filter((name) => !name?.startsWith('echo'));
  expect(topics.slice(0, 2).sort()).toEqual(['grep retry .', 'make']);
  expect(topics.slice(2).sort()).toEqual(['b.ts', 'read a.ts where is retry set?']);
});
