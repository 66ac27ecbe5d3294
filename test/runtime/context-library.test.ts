import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type * as Core from '../../src/index.ts';
import { built } from './built.ts';

test('an author of agents has the context tools and the collector out of the built package', async () => {
  const core = (await import(pathToFileURL(built('core')).href)) as typeof Core;
  const contexts = await core.openContexts(core.createSqliteDatabase(new DatabaseSync(':memory:')));
  const store = contexts.of('me');
  const tools = core.createContextTools({ store });
  const call = async (name: string, args: object): Promise<Record<string, unknown>> => {
    const tool = tools.find((one) => one.name === name) ?? expect.fail(`no ${name}`);
    const { structuredContent = {} } = await tool.execute(tool.arguments.parse(args), {
      signal: new AbortController().signal,
    });
    return structuredContent;
  };
  const segments = [{ segment_id: 'log-1', text: 'a log of the deploy', type: 'log' }];
  expect(await call('context_stash', { project_id: 'shop', segments })).toMatchObject({ tokens_stashed: 5 });
  const back = { project_id: 'shop', segment_ids: ['log-1'], move_to_active: true };
  expect(await call('context_retrieve_stashed', back)).toMatchObject({ moved_to_active: ['log-1'] });
  const { candidates } = core.collect(await store.working('shop'));
  expect(core.toPlan(candidates, 5)).toMatchObject({ ids: ['log-1'], tokens: 5, shortfall: 0 });
  const made = { project_id: 'shop', task_id: 'a', name: 'b' };
  expect((await call('context_create_task_snapshot', made))['snapshot_id']).toMatch(/^snap-[0-9a-f]{16}$/);
});
