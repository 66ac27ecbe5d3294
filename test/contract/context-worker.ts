import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import type { ContextWords } from '../../src/context/sql/words/context-words.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { createApp } from '../../worker/app/app.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';
const P = 'shop';
const TEXT = Array.from({ length: 200 }, (_, i) =>
  i === 120 ? 'const retryDelay = computeRetryDelay(attempt);' : `const setting${i} = ${i};`,
).join('\n');

interface Called {
  readonly isError?: boolean;
  readonly structuredContent: Record<string, unknown>;
}

/** Contract of the worker's context tools, over every database. `open` makes an empty, migrated one. */
export function describeContextWorker(open: () => Promise<SqlDatabase>, words?: ContextWords): void {
  test('the whole workflow runs through a real client, each team over its own segments', async () => {
    const loadTokenCounter = async () => (text: string) => Math.ceil(text.length / 4);
    const app = createApp({ database: await open(), words, adminKey: ADMIN, loadTokenCounter });
    const admin = async (path: string, body: object): Promise<Record<string, string>> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN}` };
      const answer = await app.request(`http://localhost/v1/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect(answer.ok).toBe(true);
      return (await answer.json()) as Record<string, string>;
    };
    const connect = async (name: string, scopes: readonly string[]) => {
      const team = await admin('teams', { name });
      const { key } = await admin('keys', { team: team['id'], name: 'Ada', scopes });
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(
        new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
          requestInit: { headers: { authorization: `Bearer ${key}` } },
          fetch: async (url, init) => await app.request(String(url), init as RequestInit),
        }) as Parameters<Client['connect']>[0],
      );
      const tools = (await client.listTools()).tools.map((tool) => tool.name);
      const call = async (tool: string, args: object = {}): Promise<Called> =>
        (await client.callTool({ name: `context_${tool}`, arguments: { ...args } })) as unknown as Called;
      return { client, tools, call };
    };
    const blue = await connect('blue', ['prune', 'context']);
    const red = await connect('red', ['context']);
    const none = await connect('none', ['prune']);
    expect([blue.tools.length, red.tools.length, none.tools]).toEqual([13, 12, ['prune_text']]);

    const { call } = blue;
    const message = expect.stringContaining('"project_id" is missing');
    expect(await call('gc_pin')).toMatchObject({ isError: true, structuredContent: { message } });
    await call('set_current_task', { project_id: P, task_id: 'login' });
    const window = {
      recent_messages: Array.from({ length: 12 }, (_, i) => ({ role: 'user', content: `message ${i}` })),
      segment_summaries: [
        {
          segment_id: 'log-1',
          type: 'log',
          preview: 'a long log of the deploy',
          text: 'step '.repeat(9000),
          tokens: 9000,
        },
      ],
      token_usage: { current: 25_000, limit: 32_000 },
      task_info: { task_id: 'chat' },
    };
    const usage = await call('analyze_usage', { project_id: P, context_descriptors: window, task_id: 'login' });
    expect(usage.structuredContent).toMatchObject({ usage_percent: 78.1, recommendations: [{ action: 'stash' }] });
    const plan = await call('gc_analyze', { project_id: P, target_tokens: 8000 });
    const { segment_ids } = plan.structuredContent['pruning_plan'] as { segment_ids: string[] };
    expect(segment_ids).toEqual(['log-1']);
    const pruned = await call('gc_prune', { project_id: P, segment_ids, action: 'stash' });
    expect(pruned.structuredContent).toMatchObject({ pruned_segments: ['log-1'], errors: [] });
    await call('stash', {
      project_id: P,
      segments: [{ segment_id: 'code', text: TEXT, type: 'code', task_id: 'login' }],
    });
    const question = { context_focus_question: 'where is the retry delay computed' };
    const found = await call('search_stashed', { project_id: P, query: 'retryDelay', ...question });
    expect(JSON.stringify(found.structuredContent['excerpts'])).toContain('computeRetryDelay');
    const got = await call('retrieve_stashed', { project_id: P, segment_ids: ['code'], move_to_active: true });
    // The text is too long for an answer, but this key may not store artifacts.
    expect(got.structuredContent['retrieved_segments']).toMatchObject([
      { text: expect.stringContaining('const setting0 = 0;'), text_next: expect.any(Number) },
    ]);
    const snapshot = await call('create_task_snapshot', { project_id: P, task_id: 'login', name: 'before' });
    expect(snapshot.structuredContent).toMatchObject({ segments_captured: 1 });

    const missing = await red.call('retrieve_stashed', { project_id: P, segment_ids: ['code'] });
    expect(missing).toMatchObject({ isError: true, structuredContent: { code: 'SEGMENT_NOT_FOUND' } });
    for (const { client } of [blue, red, none]) await client.close();
  });

  test('secrets are taken out of what is put aside where that is asked for', async () => {
    const loadTokenCounter = async () => (text: string) => text.length;
    const call = callOn(createApp({ database: await open(), words, loadTokenCounter, redact: true }), P);
    // Split into two parts, because a secret scanner would take it for a real key.
    const key = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;
    await call('stash', { segments: [{ segment_id: 'log', text: `my key is ${key}`, type: 'log', tags: [key] }] });
    const kept = JSON.stringify(await call('retrieve_stashed', { segment_ids: ['log'] }));
    expect(kept).toContain('my key is [redacted:github');
    expect(kept).not.toContain(key);
  });
}

/** Calls a context tool of a worker without keys. */
function callOn(app: ReturnType<typeof createApp>, project: string) {
  return async (tool: string, args: object): Promise<Called> => {
    const params = { name: `context_${tool}`, arguments: { project_id: project, ...args } };
    const answer = await app.request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { readonly result: Called }).result;
  };
}
