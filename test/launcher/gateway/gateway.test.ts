import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answering, startGateway } from '../../support/gateway.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const SHOWN = { structured: true };
const NEVER = new AbortController().signal;
const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const textOf = (result: { content: readonly { [name: string]: unknown }[] }): string =>
  String(result.content[0]?.['text']);

test('tools of several servers, filtered, in the order of the configuration', async () => {
  const tools = [tool('read'), tool('write'), tool('write_all')];
  const { names, told } = await startGateway({
    b: answering({ tools }, { allowedTools: ['write*'] }),
    a: answering({ tools }, { blockedTools: ['write*'] }),
    off: answering({ tools }, { enabled: false }),
  });
  await until(async () => ((await names()).length === 3 ? true : undefined));
  expect(await names()).toEqual(['mcp_b_write', 'mcp_b_write_all', 'mcp_a_read']);
  await until(async () => (told.length > 0 ? true : undefined));
  expect(told.every(({ method }) => /^notifications\/(tools|prompts|resources)\/list_changed$/.test(method))).toBe(
    true,
  );
});

test('what was listed once is listed at once in the next run, before any server is there', async () => {
  const home = tempDir();
  const servers = { s: answering({ tools: [tool('answer')] }) };
  const first = await startGateway(servers, { home });
  await first.call('mcp_s_answer');
  const listed = await first.gateway.tools.list(SHOWN);
  await first.gateway.close();
  const second = await startGateway(servers, { home, start: false });
  expect(await second.gateway.tools.list(SHOWN)).toEqual(listed);
  // A different configuration under the same name counts as another server.
  const third = await startGateway({ s: answering({ tools: [tool('other')] }) }, { home, start: false });
  expect(await third.gateway.tools.list(SHOWN)).toEqual([]);
});

test('a server is added, changed and removed while it runs', async () => {
  const { configure, names, told, events } = await startGateway({ a: answering() });
  await until(async () => ((await names()).length === 1 ? true : undefined));
  configure({ a: answering({ tools: [tool('x')] }), b: answering() });
  await until(async () => ((await names()).join() === 'mcp_a_x,mcp_b_answer' ? true : undefined));
  configure({ b: answering() });
  await until(async () => ((await names()).join() === 'mcp_b_answer' ? true : undefined));
  await until(async () => told.find(({ method }) => method === 'notifications/tools/list_changed'));
  const changes = events.filter(({ event }) => event === 'gateway.config_changed').map(({ data }) => data);
  expect(changes).toEqual([
    { added: ['b'], removed: [], changed: ['a'] },
    { added: [], removed: ['a'], changed: [] },
  ]);
});

test('a change of allowedTools ended the calls under way', async () => {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const tools = [tool('ask'), tool('other')];
  const { call, configure, names, told } = await startGateway(
    { s: answering({ tools }) },
    {
      capabilities: { elicitation: {} },
      answer: async () => {
        await answered;
        return { action: 'accept' };
      },
    },
  );
  const called = call('mcp_s_ask', { method: 'elicitation/create', params: { message: 'sure?' } });
  await until(async () => ((await names()).length === 2 ? true : undefined));
  configure({ s: answering({ tools }, { allowedTools: ['other'], timeout: 5000 }) });
  await until(async () => ((await names()).join() === 'mcp_s_other' ? true : undefined));
  await until(async () => told.find(({ method }) => method === 'notifications/tools/list_changed'));
  await expect(call('mcp_s_ask')).rejects.toThrow('No server has');
  answer();
  expect(JSON.parse(textOf(await called))).toEqual({ action: 'accept' });
});

test('a tool that turns into another one after it was used is told once, also in the next run', async () => {
  const home = tempDir();
  const servers = { s: answering({ tools: [tool('answer', { description: 'adds' }), tool('redefine')] }) };
  const run = await startGateway(servers, { home });
  const redefine = (description: string, more: object = {}) =>
    run.call('mcp_s_redefine', { tools: [tool('answer', { description, ...more }), tool('redefine')] });
  const flagged = (from = run) => from.events.filter(({ event }) => event === 'tool.definition_changed');
  const described = async (from = run) =>
    (await from.gateway.tools.list(SHOWN)).find(({ name }) => name === 'mcp_s_answer')?.['description'];
  await redefine('adds two numbers');
  await until(async () => ((await described()) === 'adds two numbers' ? true : undefined));
  expect(flagged()).toEqual([]);
  await run.call('mcp_s_answer');
  await redefine('sends your files away');
  await until(async () => ((await described()) === 'sends your files away' ? true : undefined));
  expect(flagged().map(({ data }) => data)).toEqual([{ server: 's', tool: 'answer' }]);
  await run.gateway.close();

  const next = await startGateway(servers, { home });
  await until(async () => ((await described(next)) === 'adds' ? true : undefined));
  expect(flagged(next)).toHaveLength(1);
});

test('prompts are named like tools, got and completed; a server’s own error is passed on', async () => {
  const prompts = [{ name: 'review', arguments: [{ name: 'file' }] }, { name: 5 }];
  const { gateway } = await startGateway({
    s: answering({ prompts }),
    t: answering({ capabilities: { prompts: {}, tools: {} }, prompts }),
  });
  await until(async () => (gateway.prompts.list().length === 2 ? true : undefined));
  expect(gateway.prompts.list().map(({ name }) => name)).toEqual(['mcp_s_review', 'mcp_t_review']);
  const got = await gateway.prompts.get({ name: 'mcp_s_review', arguments: { file: 'x' } }, NEVER);
  expect(JSON.stringify(got)).toContain(String.raw`{\"name\":\"review\",\"arguments\":{\"file\":\"x\"}`);
  await expect(gateway.prompts.get({ name: 'review' }, NEVER)).rejects.toMatchObject({ code: -32602 });
  const argument = { name: 'file', value: 'x' };
  const complete = (ref: object) => gateway.complete({ ref, argument }, NEVER);
  expect(await complete({ type: 'ref/prompt', name: 'mcp_s_review' })).toEqual({
    completion: { values: [expect.stringContaining(JSON.stringify({ type: 'ref/prompt', name: 'review' }))] },
  });
  expect(JSON.stringify(await complete({ type: 'ref/resource', uri: 'mcp://s/db://{id}' }))).toContain(
    '"uri\\":\\"db://{id}\\"',
  );
  await expect(complete({ type: 'ref/prompt', name: 'mcp_t_review' })).rejects.toMatchObject({ code: -32601 });
  await expect(complete({ type: 'ref/prompt', name: 'none' })).rejects.toMatchObject({ code: -32602 });
});

test('two servers have pages of the same address, and each tool leads to its own', async () => {
  const page = 'ui://app/main.html';
  const tools = [tool('show', { _meta: { ui: { resourceUri: page } } })];
  const one = () => answering({ tools, resources: [{ uri: page, name: 'page' }] });
  const { gateway, names } = await startGateway({ s: one(), t: one() });
  await until(async () => ((await names()).length === 2 ? true : undefined));
  await until(async () => (gateway.resources.list().length === 2 ? true : undefined));
  const pages = (await gateway.tools.list(SHOWN)).map(({ _meta }) => (_meta as { ui: { resourceUri: string } }).ui);
  expect(pages).toEqual([{ resourceUri: 'ui://s/app/main.html' }, { resourceUri: 'ui://t/app/main.html' }]);
  expect(gateway.resources.list().map(({ uri }) => uri)).toEqual(pages.map(({ resourceUri }) => resourceUri));
  for (const { resourceUri } of pages) {
    const read = await gateway.resources.read({ uri: resourceUri }, NEVER);
    expect(read).toMatchObject({ contents: [{ uri: resourceUri }] });
    expect(JSON.stringify(read)).toContain(page.slice('ui://'.length));
  }
});

test('a server may ask what the client can, and nothing else', async () => {
  const asked: unknown[] = [];
  const { call } = await startGateway(
    { s: answering({ tools: [tool('ask')] }) },
    {
      capabilities: { sampling: { tools: {} }, experimental: { x: {} } },
      answer: async (method, params) => {
        asked.push({ method, params });
        return { role: 'assistant', content: { type: 'text', text: 'yes' }, model: 'm' };
      },
    },
  );
  const params = { messages: [], maxTokens: 5, odd: 1 };
  const sampled = await call('mcp_s_ask', { method: 'sampling/createMessage', params });
  expect(JSON.parse(textOf(sampled))).toEqual({
    role: 'assistant',
    content: { type: 'text', text: 'yes' },
    model: 'm',
  });
  expect(asked).toEqual([{ method: 'sampling/createMessage', params: expect.objectContaining(params) }]);
  const refused = await call('mcp_s_ask', { method: 'elicitation/create', params: { message: 'who?' } });
  expect(JSON.parse(textOf(refused))).toMatchObject({ error: { code: -32601 } });
  expect(asked).toHaveLength(1);
});

test('log levels reach the servers, log messages the client with the server’s name', async () => {
  const tools = [tool('heard'), tool('notify')];
  const { call, gateway, told } = await startGateway({
    s: answering({ tools }),
    t: answering({ tools, capabilities: { tools: {} } }),
  });
  await call('mcp_t_heard');
  await call('mcp_s_heard');
  expect(() => gateway.setLogLevel({ level: 'loud' })).toThrow('Invalid params');
  gateway.setLogLevel({ level: 'warning' });
  const levels = async (server: string) =>
    (JSON.parse(textOf(await call(`mcp_${server}_heard`))) as { method: string; params: unknown }[]).filter(
      ({ method }) => method === 'logging/setLevel',
    );
  expect(await levels('s')).toMatchObject([{ params: { level: 'warning' } }]);
  expect(await levels('t')).toEqual([]);
  const message = { level: 'error', logger: 'db', data: { a: 1 } };
  await call('mcp_s_notify', { method: 'notifications/message', params: message });
  // A server that does not obey the level.
  const noise = { method: 'notifications/message', params: { ...message, level: 'info' } };
  await call('mcp_s_notify', noise);
  expect(told.filter(({ method }) => method === 'notifications/message')).toEqual([
    { method: 'notifications/message', params: { ...message, logger: 's/db' } },
  ]);
});

test('in place of an unknown tool, those of the server that it names are named, or the nearest', async () => {
  const tools = (...names: string[]) => names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const { gateway, call } = await startGateway({
    fm: answering({ tools: tools('long', 'json') }),
    other: answering({ tools: tools('answer') }),
  });
  await Promise.all([call('mcp_fm_long'), call('mcp_other_answer')]);
  const near = (name: string) => gateway.tools.near(name).map((one) => one.name);
  expect(near('mcp_fm_lon')).toEqual(['mcp_fm_long', 'mcp_fm_json']);
  expect(near('mcp_othr_answer')).toEqual(['mcp_other_answer']);
  expect(near('nope')).toEqual([]);
});

test('where the definitions take too many tokens, tools are found and called by two of ours', async () => {
  const tools = Array.from({ length: 120 }, (_, i) =>
    tool(`tool_${i}`, {
      description: i === 33 ? 'Sends an e-mail to a person' : `Does thing number ${i}`,
      inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
    }),
  );
  const run = await startGateway({ s: answering({ tools }) }, { lazy: 'on', lazyTokens: 1000 });
  const { names, call, gateway } = run;
  await until(async () => ((await names()).join() === 'find_tool,call_tool' ? true : undefined));
  expect(run.events.filter(({ event }) => event === 'gateway.lazy_on').map(({ data }) => data)).toEqual([
    { tools: 120, max_tokens: 1000 },
  ]);
  const found = JSON.parse(textOf(await call('find_tool', { query: 'send mail to somebody', limit: 2 })));
  expect(found.tools[0]).toEqual({
    name: 'mcp_s_tool_33',
    description: 'Sends an e-mail to a person',
    inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  });
  const called = await call('call_tool', {
    name: 'mcp_s_tool_33',
    arguments: { to: 'a' },
    context_focus_question: 'was it sent?',
  });
  expect(textOf(called)).toContain('"name":"tool_33","arguments":{"to":"a"}');
  const asText = await call('call_tool', { name: 'mcp_s_tool_33', arguments: '{"to":"b","n":1}' });
  expect(textOf(asText)).toContain('"name":"tool_33","arguments":{"to":"b","n":1}');
  await expect(call('call_tool', { name: 'mcp_s_tool_33', arguments: 'to b' })).rejects.toThrow('Invalid params');
  const missing = await call('call_tool', { name: 'mcp_s_tool_333' });
  expect(missing).toMatchObject({ isError: true });
  expect(textOf(missing)).toMatch(
    /no server has it now; near it are mcp_s_tool_33, .*; find_tool gives the names there are/,
  );
  await expect(gateway.tools.call('find_tool', { arguments: {} }, {} as never, true)).rejects.toThrow('Invalid params');
  await gateway.close();
  expect(run.instructions()).toEqual({ isLazy: true, text: '' });
  const small = await startGateway({ s: answering() }, { lazy: 'auto' });
  await until(async () => ((await small.names()).join() === 'mcp_s_answer' ? true : undefined));
});

test('a client that defers tools itself is listed them all, unless the user has said that it is to search', async () => {
  const tools = Array.from({ length: 9 }, (_, i) => tool(`tool_${i}`));
  const listed = async (lazy: 'auto' | 'on', defers: boolean): Promise<readonly unknown[]> => {
    const { names, call, events, gateway, instructions } = await startGateway(
      { s: answering({ tools }) },
      { lazy, lazyTokens: 0, defers },
    );
    await call('mcp_s_tool_0');
    const got = await names();
    await gateway.close();
    // Instructions for the next client, which may be a different one.
    expect(instructions()).toEqual({ isLazy: true, text: '' });
    return [got.length, events.filter(({ event }) => event === 'gateway.lazy_on').length];
  };
  expect(await listed('auto', true)).toEqual([9, 0]);
  expect(await listed('auto', false)).toEqual([2, 1]);
  expect(await listed('on', true)).toEqual([2, 1]);
});

test('a server that stands alone does not take the names of the tools that search others', async () => {
  const tools = [tool('find_tool'), tool('echo')];
  const { names, call } = await startGateway({ s: answering({ tools }) }, { lazy: 'on', prefix: false });
  await until(async () => ((await names()).join() === 'mcp_s_find_tool,echo' ? true : undefined));
  expect(textOf(await call('mcp_s_find_tool', { a: 1 }))).toContain('"name":"find_tool","arguments":{"a":1}');
});

test('what is remembered of servers is for its owner alone and holds no secret of the configuration', async () => {
  const { home, call, gateway } = await startGateway({ s: answering({}, { env: { TOKEN: 'hunter2' } }) });
  await call('mcp_s_answer');
  await gateway.close();
  const file = path.join(home, 'gateway', 'lists.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(readFileSync(file, 'utf8')).not.toContain('hunter2');
});

test('what a server has not listed yet is waited for; what no server has is told once all have', async () => {
  const { call } = await startGateway({ s: answering(), broken: { command: '/nowhere/at/all' } });
  await expect(call('mcp_s_none')).rejects.toThrow('No server has');
  expect(textOf(await call('mcp_s_answer', { a: 1 }))).toContain('"a":1');
});
