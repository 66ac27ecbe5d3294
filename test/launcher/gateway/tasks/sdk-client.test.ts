import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  TaskStatusNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { built } from '../../../runtime/built.ts';
import { NODE, ROOT } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const RELATED = 'io.modelcontextprotocol/related-task';

/** Connects the SDK's client to a launcher, with a server that supports tasks behind it. */
async function connect(capabilities: object): Promise<Client> {
  const home = tempDir();
  const server = { command: NODE, args: [`${ROOT}test/support/mcp-servers/task-server.ts`] };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: { s: server } }), { mode: 0o600 });
  const client = new Client({ name: 'tester', version: '1' }, { capabilities });
  onTestFinished(() => client.close());
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, MCP_PRUNER_HOME: home, PRUNER_URL: 'embedded' };
  const transport = new StdioClientTransport({
    ...{ command: NODE, args: [built('bin')], cwd: home },
    ...{ env, stderr: 'ignore' as const },
  });
  await client.connect(transport);
  return client;
}

test("the SDK's client runs a tool as a task, is asked in between, and is given what answers its question", async () => {
  const client = await connect({ tasks: {}, elicitation: { form: {} } });
  const asked: unknown[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params._meta?.[RELATED]);
    return { action: 'accept', content: {} };
  });
  const statuses: unknown[] = [];
  client.setNotificationHandler(TaskStatusNotificationSchema, ({ params: { taskId, status } }) => {
    statuses.push([taskId, status]);
  });
  expect(client.getServerCapabilities()?.tasks).toEqual({ list: {}, cancel: {}, requests: { tools: { call: {} } } });
  const text = Array.from({ length: 300 }, (_, i) => (i === 150 ? 'the needle is here' : `hay ${i}`)).join('\n');
  const result = { content: [{ type: 'text', text }] };
  const args = { ask: true, steps: 1, result, context_focus_question: 'where is the needle?' };
  const progress: unknown[] = [];
  // The tool is not listed yet, so the call waits for the server.
  const stream = client.experimental.tasks.callToolStream(
    { name: 'mcp_s_must', arguments: args },
    CallToolResultSchema,
    {
      task: {},
      onprogress: (told) => void progress.push(told.progress),
    },
  );
  let taskId = '';
  let shown: unknown;
  for await (const message of stream) {
    if (message.type === 'taskCreated') taskId = message.task.taskId;
    if (message.type === 'result') shown = message.result;
    expect(message.type).not.toBe('error');
  }
  expect(shown).toMatchObject({
    content: [{ text: expect.stringMatching(/^(?:hay.*\n)*\(filtered .*\n(hay.*\n)*the needle is here/) }],
    _meta: { [RELATED]: { taskId }, 'jeeves/result': { pruning: { applied: true } } },
  });
  const { tools } = await client.listTools();
  const support = Object.fromEntries(tools.map(({ name, execution }) => [name, execution?.taskSupport]));
  expect(support).toMatchObject({ read: undefined, mcp_s_work: 'optional', mcp_s_must: 'required' });
  expect([asked, progress]).toEqual([[{ taskId }], [1]]);
  expect(statuses).toContainEqual([taskId, 'input_required']);
  expect(await client.experimental.tasks.listTasks()).toMatchObject({ tasks: [{ taskId, status: 'completed' }] });
  await expect(client.experimental.tasks.getTask('task-1')).rejects.toMatchObject({ code: -32602 });
  for (const name of ['read', 'mcp_s_plain']) {
    await expect(
      client.request({ method: 'tools/call', params: { name, task: {} } }, CallToolResultSchema),
    ).rejects.toMatchObject({
      code: -32601,
    });
  }
});
