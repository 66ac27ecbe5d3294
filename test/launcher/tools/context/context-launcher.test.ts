import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Launcher, startLauncher } from '../../../support/launcher.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const P = 'shop';

interface Server {
  readonly launcher: Launcher;
  /** Project in which calls are recorded, as the instructions name it. */
  readonly project: string;
  call(name: string, args: object): Promise<Record<string, unknown>>;
}

async function serve(home: string, mode = 'on', root = tempDir(), env = {}): Promise<Server> {
  const launcher = startLauncher(root, { MCP_PRUNER_HOME: home, MCP_PRUNER_CONTEXT: mode, ...env });
  const { result: greeted } = await launcher.request('initialize', { protocolVersion: '2025-11-25' });
  const [, project = ''] = /project_id "([^"]+)"/.exec(String(greeted?.['instructions'])) ?? [];
  return {
    ...{ launcher, project },
    async call(name, args) {
      const { result } = await launcher.request('tools/call', { name, arguments: args });
      return (result?.['structuredContent'] ?? expect.fail('no result')) as Record<string, unknown>;
    },
  };
}

async function countWorking({ call }: Pick<Server, 'call'>): Promise<unknown> {
  return (await call('context_get_working_set', { project_id: P }))['segment_count'];
}

const idsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `s-${i}`);
const fill = async ({ call }: Server, count: number): Promise<void> => {
  const segments = idsOf(count).map((segment_id) => ({ segment_id, text: `text of ${segment_id}` }));
  await call('context_stash', { project_id: P, segments });
  await call('context_retrieve_stashed', {
    project_id: P,
    segment_ids: idsOf(count),
    limit: 500,
    move_to_active: true,
  });
};

test('two agents on one store lose nothing of each other, and a kill in the middle of a prune leaves all or nothing', async () => {
  const home = tempDir();
  const [one, two] = await Promise.all([serve(home), serve(home)]);
  await fill(one, 400);
  await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      [one, two].map(({ call }, side) =>
        call('context_stash', { project_id: P, segments: [{ segment_id: `own-${side}-${i}`, text: `${side} ${i}` }] }),
      ),
    ).flat(),
  );
  const own = [0, 1].flatMap((side) => Array.from({ length: 10 }, (_, i) => `own-${side}-${i}`));
  const stashed = await two.call('context_retrieve_stashed', { project_id: P, segment_ids: own });
  expect([await countWorking(two), stashed['segments_found']]).toEqual([400, 20]);
  const args = { project_id: P, segment_ids: idsOf(400), action: 'stash' };
  one.launcher.send(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 'last',
      method: 'tools/call',
      params: { name: 'context_gc_prune', arguments: args },
    }),
  );
  await one.launcher.event('tool.exec_start');
  one.launcher.child.kill('SIGKILL');
  await one.launcher.exited;
  expect([0, 400]).toContain(await countWorking(two));
  await two.call('context_gc_prune', { ...args, segment_ids: ['own-0-0', ...idsOf(400)] });
  expect(await countWorking(two)).toBe(0);
});

test('a damaged store is set aside with an event and its bytes, and a fresh one begun', async () => {
  const home = tempDir();
  writeFileSync(path.join(home, 'context.sqlite'), 'this is no database, and somebody may want it back');
  const { launcher, call } = await serve(home);
  expect(await countWorking({ call })).toBe(0);
  const { data } = await launcher.event('context.set_aside');
  expect(readFileSync(String(data?.['file']), 'utf8')).toBe('this is no database, and somebody may want it back');
  expect(readdirSync(home).sort()).toContain('context.sqlite.damaged-1');
});

test('in auto mode the launcher writes down what it answered; a newer read takes the place of the older', async () => {
  const [home, root] = [tempDir(), tempDir()];
  const file = path.join(root, 'a.ts');
  writeFileSync(file, 'export function first() {}\n');
  const { launcher, call, project: project_id } = await serve(home, 'auto', root);
  await call('read', { file_path: 'a.ts' });
  writeFileSync(file, 'export function second() {}\n');
  await call('read', { file_path: 'a.ts' });
  await call('read', { file_path: './a.ts' });
  await call('bash', { command: 'echo done' });
  await call('read', { file_path: 'missing.ts' });
  const { segments } = await call('context_get_working_set', { project_id });
  expect(segments).toMatchObject([
    { type: 'log', topic_id: 'echo done', preview: 'done [exit code 0]' },
    { type: 'code', file_path: 'a.ts', preview: 'export function second() {}' },
  ]);
  // Reading the file again makes its segment the newest. The last call before the end is stored too.
  await call('read', { file_path: 'a.ts' });
  await launcher.end();
  const after = await serve(home, 'on', root);
  const again = await after.call('context_get_working_set', { project_id });
  expect(again['segments']).toMatchObject([{ file_path: 'a.ts' }, { type: 'log' }]);
  const stale = await after.call('context_search_stashed', { project_id, query: 'first' });
  expect(stale).toMatchObject({ segments: [{ tier: 'archive', file_path: 'a.ts' }] });
});

test('secrets are taken out of what is put aside and written down where that is asked for', async () => {
  const [home, root] = [tempDir(), tempDir()];
  // Split into two parts, because a secret scanner would take it for a real key.
  const key = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;
  const { call, project: project_id } = await serve(home, 'auto', root, { ARTIFACT_REDACT: 'on' });
  await call('bash', { command: `echo token=${key}` });
  const filters = { type: 'log' };
  await call('context_stash', { project_id, filters });
  const about = { file_path: `${key}.log`, tags: [key], topic_id: key };
  await call('context_stash', { project_id, segments: [{ text: `my key is ${key}`, type: 'log', ...about }] });
  const { retrieved_segments: kept } = await call('context_retrieve_stashed', { project_id, filters });
  expect(kept).toHaveLength(2);
  expect(JSON.stringify(kept)).toContain('[redacted:github');
  expect(JSON.stringify(kept)).not.toContain(key);
  await call('context_create_task_snapshot', { project_id, task_id: 'keys', name: `with ${key}` });
  const { snapshots } = await call('context_get_task_context', { project_id, task_id: 'keys' });
  expect(snapshots).toMatchObject([{ name: 'with [redacted:github-token]' }]);
});

test('the tools are there when asked for alone, and nothing is opened before they are used', async () => {
  const home = tempDir();
  const off = startLauncher(tempDir(), { MCP_PRUNER_HOME: home });
  await off.request('initialize', { protocolVersion: '2025-11-25' });
  const names = async (launcher: Launcher): Promise<number> => {
    const { result } = await launcher.request('tools/list');
    const { tools } = result as { tools: { name: string }[] };
    return tools.filter(({ name }) => name.startsWith('context_')).length;
  };
  expect(await names(off)).toBe(0);
  const on = await serve(home);
  expect(await names(on.launcher)).toBe(12);
  expect(await on.call('context_stash', { project: P })).toMatchObject({
    code: 'INVALID_PARAMETER',
    message: 'cannot call context_stash: "project_id" is missing; "project" in the arguments: unknown parameter',
  });
  expect(readdirSync(home)).not.toContain('context.sqlite');
});

test('a Node without SQLite says so, and the context tools answer that they need it', async () => {
  const home = tempDir();
  const env = { MCP_PRUNER_HOME: home, MCP_PRUNER_CONTEXT: 'auto', NODE_OPTIONS: '--no-experimental-sqlite' };
  const launcher = startLauncher(home, env);
  await launcher.request('initialize', { protocolVersion: '2025-11-25' });
  expect((await launcher.event('context.off')).data).toMatchObject({ reason: 'no_sqlite' });
  const { result } = await launcher.request('tools/list');
  const names = (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
  expect(names.slice(0, 4)).toEqual(['read', 'bash', 'grep', 'artifact']);
  expect(names).toContain('context_gc_analyze');
  const call = { name: 'context_analyze_usage', arguments: { project_id: 'p' } };
  const answer = await launcher.request('tools/call', call);
  expect(JSON.stringify(answer.result)).toContain('node:sqlite, which Node has from 22.13 on, and this is Node v');
  expect(await launcher.request('tools/call', { name: 'bash', arguments: { command: 'true' } })).toMatchObject({
    result: { structuredContent: { exit_code: 0 } },
  });
});
