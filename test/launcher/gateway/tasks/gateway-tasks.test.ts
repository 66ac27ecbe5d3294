import { expect, test } from 'vitest';
import { createGatewayTasks, type GatewayTasks } from '../../../../launcher/gateway/tasks/gateway-tasks.ts';
import { NODE } from '../../../runtime/started.ts';
import { answering, startGateway, type TestedGateway, type TestedOptions } from '../../../support/gateway.ts';
import { startHttpMcpServer } from '../../../support/mcp-servers/http-server.ts';
import { newTaskServer } from '../../../support/mcp-servers/new-task-server.ts';
import { until } from '../../../support/until.ts';

const NEVER = new AbortController().signal;
const RELATED = 'io.modelcontextprotocol/related-task';
const UNKNOWN = { code: -32602, message: expect.stringMatching(/^Task not found: /) };

/** Configuration entry of a server that runs `test/support/mcp-servers/task-server.ts`. */
const tasking = (more: object = {}): object => ({
  command: NODE,
  args: [new URL('../../../support/mcp-servers/task-server.ts', import.meta.url).pathname],
  ...more,
});

interface Tested extends TestedGateway {
  readonly tasks: GatewayTasks;
  /** Makes a task and returns its id. */
  make(name: string, args?: object, more?: object): Promise<string>;
  result(taskId: string): Promise<{ content: { text: string }[]; _meta: { [RELATED]?: unknown } }>;
  get(taskId: string): Promise<{ status: string }>;
}

async function startTasks(servers: object, options: TestedOptions = {}): Promise<Tested> {
  const tested = await startGateway(servers, { tasks: true, ...options });
  const tasks = tested.gateway.tasks as GatewayTasks;
  const notify = (method: string, params: object): void =>
    void (tested.told as { method: string; params: unknown }[]).push({ method, params });
  const context = { id: 1, signal: NEVER, closing: NEVER, session: {} as never, notify, onWritten: () => {} };
  return {
    ...tested,
    tasks,
    async make(name, args = {}, more = {}) {
      const params = { name, arguments: args, task: {}, ...more };
      const made = (await tested.gateway.tools.call(name, params, context, true)) as { task: { taskId: string } };
      return made.task.taskId;
    },
    result: (taskId) => tasks.result({ taskId }, context, true) as never,
    get: (taskId) => tasks.ask('tasks/get', { taskId }, NEVER) as never,
  };
}

test('tasks of two servers, one over HTTP, that issue the same ids: made, listed, pruned, asked by, cancelled, forgotten', async () => {
  const asked: unknown[] = [];
  const meta = (params: unknown) => (params as { _meta: { [RELATED]: { taskId: string } } })._meta;
  const overHttp = await startHttpMcpServer('http', newTaskServer);
  const it = await startTasks(
    { a: tasking(), b: { url: overHttp.url } },
    {
      capabilities: { elicitation: {}, tasks: {} },
      answer: async (_method, params) => {
        asked.push(meta(params)[RELATED].taskId);
        return { action: 'accept', content: {}, _meta: meta(params) };
      },
    },
  );
  const text = Array.from({ length: 300 }, (_, i) => (i === 150 ? 'the needle is here' : `hay ${i}`)).join('\n');
  const args = {
    hold: 'it',
    steps: 2,
    ask: true,
    result: { content: [{ type: 'text', text }] },
    context_focus_question: 'where is the needle?',
  };
  const [a, b] = await Promise.all([
    it.make('mcp_a_work', args, { _meta: { progressToken: 'mine' } }),
    it.make('mcp_b_must', { ask: true }),
  ]);
  expect([a.split('/').at(-1), b.split('/').at(-1)]).toEqual(['task-1', 'task-1']);
  expect(a).not.toBe(b);
  const listed = (await it.tasks.list({}, NEVER)) as { tasks: { taskId: string }[] };
  expect(listed.tasks.map(({ taskId }) => taskId)).toEqual([a, b]);

  // The client's answer reaches the server with the server's own task id.
  const echoed = await it.result(b);
  expect(JSON.parse(echoed.content[0]?.text ?? '')).toMatchObject({ _meta: { [RELATED]: { taskId: 'task-1' } } });
  expect(echoed._meta[RELATED]).toEqual({ taskId: b });

  await it.call('mcp_a_release', { hold: 'it' });
  const pruned = await it.result(a);
  expect(pruned.content[0]?.text).toMatch(/^(?:hay.*\n)*\(filtered .*\n(hay.*\n)*the needle is here/);
  expect(pruned._meta).toMatchObject({ [RELATED]: { taskId: a }, 'jeeves/result': { pruning: { applied: true } } });
  expect(asked).toEqual([b, a]);
  const told = (method: string) => it.told.filter((one) => one.method === method).map(({ params }) => params);
  expect(told('notifications/progress')).toEqual(
    [1, 2].map((progress) => ({ progress, progressToken: 'mine', _meta: { [RELATED]: { taskId: a } } })),
  );
  expect(told('notifications/tasks/status')).toContainEqual(
    expect.objectContaining({ taskId: a, status: 'completed' }),
  );

  const held = await it.make('mcp_a_work', { hold: 'for good' });
  expect(await it.tasks.ask('tasks/cancel', { taskId: held }, NEVER)).toMatchObject({
    taskId: held,
    status: 'cancelled',
  });
  await expect(it.tasks.ask('tasks/cancel', { taskId: held }, NEVER)).rejects.toMatchObject({ code: -32602 });
  for (const guess of ['task-1', a.replace('task-1', 'task-2'), a.replace(/^a/, 'b')]) {
    await expect(it.get(guess)).rejects.toMatchObject(UNKNOWN);
  }

  // If a server ends, its tasks are lost, and the client is notified. Tasks of other servers stay.
  const lost = it.make('mcp_a_work', { hold: 'long' });
  const waiting = it.result(await lost);
  await it.call('mcp_a_die');
  const goneWith = (server: string) => ({
    ...UNKNOWN,
    message: expect.stringContaining(`the connection to its server "${server}" was lost`),
  });
  await expect(waiting).rejects.toMatchObject(goneWith('a'));
  expect(await it.get(b)).toMatchObject({ taskId: b, status: 'completed' });
  overHttp.forget();
  await expect(it.get(b)).rejects.toMatchObject(goneWith('b'));
  expect((await it.get(await it.make('mcp_b_work', { hold: 'long' }))).status).toBe('working');
  it.configure({ b: { url: overHttp.url } });
  await until(() =>
    it.get(a).then(
      () => undefined,
      (error: Error) => (error.message.includes('no longer configured') ? true : undefined),
    ),
  );
});

test('each client sees what it can use; a tool runs as it says', async () => {
  const tools = [
    { name: 'must', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } },
    { name: 'work', inputSchema: { type: 'object' }, execution: { taskSupport: 'optional' } },
    { name: 'plain', inputSchema: { type: 'object' } },
  ];
  const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
  const servers = { s: answering({ tools, capabilities }), none: answering({ tools }) };
  const it = await startTasks(servers);
  await until(async () => ((await it.names()).length === 5 ? true : undefined));
  const view = { structured: true, tasks: true };
  const execution = (await it.gateway.tools.list(view)).map((tool) => [tool['name'], tool['execution']]);
  expect(execution).toEqual([
    ['mcp_s_must', { taskSupport: 'required' }],
    ['mcp_s_work', { taskSupport: 'optional' }],
    ['mcp_s_plain', undefined],
    ['mcp_none_work', undefined],
    ['mcp_none_plain', undefined],
  ]);
  const plain = await it.gateway.tools.list({ structured: true, tasks: false });
  expect(plain.map(({ name }) => name)).toEqual(['mcp_s_work', 'mcp_s_plain', 'mcp_none_work', 'mcp_none_plain']);
  expect(plain.every((tool) => !('execution' in tool))).toBe(true);

  const methodNotFound = { code: -32601 };
  await expect(it.make('mcp_s_plain')).rejects.toMatchObject(methodNotFound);
  await expect(it.make('mcp_none_work')).rejects.toMatchObject(methodNotFound);
  await expect(it.call('mcp_s_must')).rejects.toMatchObject(methodNotFound);
  await expect(it.make('mcp_s_work', {}, { task: { ttl: 'long' } })).rejects.toMatchObject({
    code: -32602,
    data: { issues: [{ path: 'task.ttl' }] },
  });
  const lazy = await startTasks(servers, { lazy: 'on', lazyTokens: 0 });
  await until(async () => ((await lazy.names()).join() === 'find_tool,call_tool' ? true : undefined));
  await expect(lazy.make('call_tool', { name: 'mcp_s_work' })).rejects.toMatchObject(methodNotFound);
  expect(JSON.stringify(await lazy.call('find_tool', { query: 'must work' }))).not.toContain('mcp_s_must');

  // The server declares tasks for this tool, but answers with a plain result.
  await expect(it.make('mcp_s_work')).rejects.toMatchObject({ code: -32603, data: { code: 'invalid_result' } });
});

test('a client without tasks knows nothing of them, and what it asks for as one is a call', async () => {
  const tools = [
    { name: 'must', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } },
    { name: 'work', inputSchema: { type: 'object' }, execution: { taskSupport: 'optional' } },
  ];
  const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
  const { call, gateway, told, names } = await startGateway({ s: answering({ tools, capabilities }) });
  await until(async () => ((await names()).length === 1 ? true : undefined));
  expect(gateway.tasks).toBeUndefined();
  await expect(call('mcp_s_must')).rejects.toThrow('No server has');
  const context = { id: 1, signal: NEVER, closing: NEVER, session: {} as never, notify: () => {}, onWritten: () => {} };
  const params = { name: 'mcp_s_work', arguments: { a: 1 }, task: { ttl: 1 } };
  const answered = (await gateway.tools.call('mcp_s_work', params, context, true)) as { content: { text: string }[] };
  const { _meta, ...received } = JSON.parse(answered.content[0]?.text ?? '') as Record<string, unknown>;
  expect(received).toEqual({ name: 'work', arguments: { a: 1 } });
  expect(told.every(({ method }) => method.endsWith('list_changed'))).toBe(true);
});

test('how another task is never passes for how the one asked about is', async () => {
  const task = { status: 'completed', ttl: null, createdAt: '', lastUpdatedAt: '' };
  let answered = 'one';
  const request = async () => ({ ...task, taskId: answered });
  const connection = () => ({ name: 's', request });
  const tasks = createGatewayTasks({ timers: { now: () => 0 }, connection } as never);
  const one = tasks.status('s', { ...task, taskId: 'one' });
  const get = () => tasks.ask('tasks/get', { taskId: one?.['taskId'] }, NEVER);
  expect(await get()).toEqual(one);
  answered = 'another';
  await expect(get()).rejects.toMatchObject({
    code: -32603,
    message: 'cannot read the answer of server "s" to "tasks/get": expected the task that was asked about',
  });
});
