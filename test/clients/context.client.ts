import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { NODE, ROOT } from './installed.ts';

const P = 'shop';
/** Must come back byte for byte, so it has characters that a normalization would change. */
const LOG = 'deploy\r\n\tstep 1 … ok ✓ \u{1f680}\r\n\r\nretryDelay = 250 ms  \nno final newline';
/** Too long for an answer. */
const CODE = Array.from({ length: 400 }, (_, i) =>
  i === 250 ? 'const retryDelay = computeRetryDelay(attempt);\r' : `const setting${i} = ${i}; // “${i}”`,
).join('\n');

type Fields = Readonly<Record<string, unknown>>;

async function connect(home: string) {
  const client = new Client({ name: 'context', version: '1' });
  onTestFinished(() => client.close());
  const transport = new StdioClientTransport({
    command: NODE,
    args: [`${ROOT}dist/index.js`],
    cwd: home,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      MCP_PRUNER_HOME: home,
      PRUNER_URL: 'embedded',
      MCP_PRUNER_CONTEXT: 'on',
    },
    stderr: 'ignore',
  });
  await client.connect(transport);
  // After this, the SDK's client checks results against the tools' output schemas.
  await client.listTools();
  const call = async (tool: string, args: Fields = {}): Promise<Fields> => {
    const given = { project_id: P, ...args };
    const answer = await client.callTool({ name: `context_${tool}`, arguments: given });
    expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true);
    return answer.structuredContent as Fields;
  };
  return { client, call };
}

test('the whole workflow: what is pruned for one task is found and had back byte for byte for the next', async () => {
  const home = tempDir();
  const { client, call } = await connect(home);

  await call('set_current_task', { task_id: 'login' });
  await call('stash', {
    segments: [
      { segment_id: 'log', text: LOG, type: 'log', task_id: 'deploy' },
      { segment_id: 'code', text: CODE, type: 'code', task_id: 'login', file_path: 'src/retry.ts' },
    ],
  });
  const both = { segment_ids: ['log', 'code'], move_to_active: true };
  expect(await call('retrieve_stashed', both)).toMatchObject({ moved_to_active: ['code', 'log'] });
  const window = {
    recent_messages: Array.from({ length: 12 }, (_, i) => ({ role: 'user', content: `message ${i}` })),
    token_usage: { current: 26_000, limit: 32_000 },
  };
  const usage = await call('analyze_usage', { context_descriptors: window });
  expect(usage).toMatchObject({ usage_percent: 81.3, recommendations: [{ action: 'stash' }] });

  const plan = await call('gc_analyze', { target_tokens: 20 });
  const { segment_ids: going } = plan['pruning_plan'] as { segment_ids: string[] };
  // The code belongs to the current task, and the messages are recent or small.
  expect(going).toEqual(['log']);
  expect(await call('gc_prune', { segment_ids: going, action: 'stash' })).toMatchObject({ pruned_segments: ['log'] });

  const snapshot = await call('create_task_snapshot', { task_id: 'login', name: 'before the deploy' });
  expect(snapshot).toMatchObject({ task_id: 'login', segments_captured: 13 });
  await call('stash', { filters: { task_id: 'login' } });
  expect(await call('set_current_task', { task_id: 'deploy' })).toMatchObject({ previous_task_id: 'login' });
  expect(await call('get_working_set')).toMatchObject({ segment_count: 0 });

  const found = await call('search_stashed', { query: 'delay', filters: { task_id: 'deploy' } });
  expect(found).toMatchObject({ segments: [{ segment_id: 'log' }] });
  const log = await call('retrieve_stashed', { segment_ids: ['log'], move_to_active: true });
  expect(log).toMatchObject({ retrieved_segments: [{ text: LOG }] });

  await call('set_current_task', { task_id: 'login' });
  expect(await call('get_task_context')).toMatchObject({ active: true, snapshots: [{ name: 'before the deploy' }] });
  // The snapshot restores a segment even after it was deleted.
  await call('gc_prune', { segment_ids: ['code'], action: 'delete', confirm: true });
  const restored = await call('retrieve_stashed', { snapshot_id: snapshot['snapshot_id'], move_to_active: true });
  expect(restored).toMatchObject({ segments_found: 13, moved_to_active: expect.arrayContaining(['code']) });
  expect(await call('get_working_set')).toMatchObject({ segment_count: 14 });

  // Another session of the same agent finds the segment. A text that is too long for an answer is an
  // artifact.
  await client.close();
  const later = await connect(home);
  await later.call('stash', { segment_ids: ['code'] });
  const code = await later.call('retrieve_stashed', { segment_ids: ['code'] });
  expect(code).toMatchObject({ retrieved_segments: [{ text_ref: expect.stringMatching(/^ax:/) }] });
});
