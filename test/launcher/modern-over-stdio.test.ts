import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NODE } from '../runtime/started.ts';
import { type Launcher, type Reply, startLauncher } from '../support/launcher.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

const FIXTURE = fileURLToPath(new URL('../support/mcp-servers/conformance-server.ts', import.meta.url));
const MODERN = fileURLToPath(new URL('../support/mcp-servers/modern-server.ts', import.meta.url));
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

interface Modern extends Launcher {
  /** Sends a request that names its client. */
  ask(method: string, params?: object, meta?: object): Promise<Reply>;
}

function start(servers: object = {}, capabilities: object = {}): Modern {
  const root = tempDir();
  const home = path.join(root, 'home');
  mkdirSync(home);
  writeFileSync(path.join(root, 'a.txt'), 'one\n');
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: servers }), { mode: 0o600 });
  const launcher = startLauncher(root, { MCP_PRUNER_HOME: home, MCP_PRUNER_PREFIX: 'off' });
  const _meta = {
    [VERSION]: '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    [CAPABILITIES]: capabilities,
  };
  const ask = (method: string, params = {}, meta = {}) =>
    launcher.request(method, { ...params, _meta: { ..._meta, ...meta } });
  return { ...launcher, ask };
}

const fixture = { fixture: { command: NODE, args: [FIXTURE] } };
const namesOf = ({ result }: Reply): unknown[] => ((result?.['tools'] ?? []) as { name: string }[]).map((t) => t.name);

async function startWithFixture(capabilities: object = {}): Promise<Modern> {
  const launcher = start(fixture, capabilities);
  await until(async () => namesOf(await launcher.ask('tools/list')).includes('test_elicitation') || undefined);
  return launcher;
}

test('a client that begins with server/discover needs no handshake', async () => {
  const launcher = start();
  const { result } = await launcher.ask('server/discover');
  expect(result).toMatchObject({
    ...{ resultType: 'complete', supportedVersions: ['2026-07-28'], cacheScope: 'private' },
    capabilities: { tools: { listChanged: false }, experimental: { jeeves: { schemaVersion: 1 } } },
    instructions: expect.stringContaining('context_focus_question'),
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: '@jeeves/mcp-pruner' } },
  });
  const listed = await launcher.ask('tools/list');
  expect(listed.result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
  const called = await launcher.ask('tools/call', { name: 'read', arguments: { file_path: 'a.txt' } });
  expect(called.result).toMatchObject({ resultType: 'complete', content: [{ text: 'one\n' }] });
  expect(called.result).not.toHaveProperty('ttlMs');
  expect(await launcher.end()).toBe(0);
});

test.each([
  ['of another version', 'tools/list', { [VERSION]: '1900-01-01' }, -32022],
  [
    'without the client’s capabilities',
    'tools/list',
    { 'io.modelcontextprotocol/clientCapabilities': undefined },
    -32602,
  ],
  ['for a log level that there is not', 'tools/list', { 'io.modelcontextprotocol/logLevel': 'loud' }, -32602],
  ['of a method that the version has no more', 'ping', {}, -32601],
  ['for a resource that there is not', 'resources/read', {}, -32602],
])('a request %s is refused', async (_, method, meta, code) => {
  const launcher = start();
  const { error } = await launcher.ask(method, { uri: 'ax://read/00000000000000000000000000000000' }, meta);
  expect(error?.code).toBe(code);
  if (code === -32022) expect(error?.data).toEqual({ supported: ['2026-07-28'], requested: '1900-01-01' });
});

test('a client may begin a session after it has looked, and go on without one', async () => {
  const launcher = start();
  await launcher.ask('server/discover');
  const { result } = await launcher.request('initialize', { protocolVersion: '2025-06-18', capabilities: {} });
  expect(result).toMatchObject({ protocolVersion: '2025-06-18' });
  expect((await launcher.request('tools/list')).result).not.toHaveProperty('resultType');
  expect((await launcher.ask('tools/list')).result).toMatchObject({ resultType: 'complete' });
});

test('changes are told to the subscriptions that asked for them, and to nobody else', async () => {
  const launcher = start(fixture);
  const listening = launcher.ask('subscriptions/listen', {
    notifications: { toolsListChanged: true, resourceSubscriptions: ['test://watched-resource', 'ax://none/0'] },
  });
  const acknowledged = await launcher.next(({ method }) => method === 'notifications/subscriptions/acknowledged');
  const id = acknowledged.params?.['_meta'];
  expect(id).toEqual({ [SUBSCRIPTION]: expect.any(String) });
  expect(acknowledged.params?.['notifications']).toEqual({
    toolsListChanged: true,
    resourceSubscriptions: ['test://watched-resource'],
  });
  await launcher.ask('tools/list');
  const changed = await launcher.next(({ method }) => method === 'notifications/tools/list_changed');
  expect(changed.params).toEqual({ _meta: id });
  expect(launcher.messages.map(({ method }) => method)).not.toContain('notifications/prompts/list_changed');
  const ended = launcher.end();
  expect((await listening).result).toMatchObject({ resultType: 'complete', _meta: id });
  expect(await ended).toBe(0);
});

test('what a server asks of the user comes as a result, and the answer with the request sent again', async () => {
  const launcher = await startWithFixture({ elicitation: {} });
  const call = { name: 'test_elicitation', arguments: { message: 'Who are you?' } };
  const first = await launcher.ask('tools/call', call);
  expect(first.result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
  const asked = first.result?.['inputRequests'] as Record<string, { method: string; params: { message: string } }>;
  const [[key = '', question] = []] = Object.entries(asked);
  expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'Who are you?' } });
  const requestState = first.result?.['requestState'];
  // Without an answer, the question is repeated.
  const again = await launcher.ask('tools/call', { ...call, requestState, inputResponses: {} });
  expect(again.result).toMatchObject({ resultType: 'input_required', inputRequests: asked });
  const responses = { [key]: { action: 'accept', content: { username: 'u', email: 'u@x.y' } }, other: 1 };
  const answered = await launcher.ask('tools/call', {
    ...{ ...call, requestState: again.result?.['requestState'], inputResponses: responses },
  });
  expect(answered.result).toMatchObject({ resultType: 'complete' });
  expect(JSON.stringify(answered.result)).toContain('u@x.y');
  // A state can be used once, and only for its own request.
  for (const state of [requestState, again.result?.['requestState'], 'forged', `${requestState}x`, 'a'.repeat(5000)]) {
    const refused = await launcher.ask('tools/call', { ...call, requestState: state, inputResponses: responses });
    expect(refused.error).toMatchObject({ code: -32602, data: { issues: [{ path: 'requestState' }] } });
  }
});

test('a server of the same version asks through two gates: its questions and its state stay with us', async () => {
  const launcher = start({ modern: { command: NODE, args: [MODERN] } }, { elicitation: {}, roots: {} });
  await until(async () => namesOf(await launcher.ask('tools/list')).includes('ask') || undefined);
  const first = await launcher.ask('tools/call', { name: 'ask', arguments: { a: 1 } });
  const asked = first.result?.['inputRequests'] as Record<string, { method: string }>;
  expect(Object.values(asked).map(({ method }) => method)).toEqual(['elicitation/create', 'roots/list']);
  const answers = { 'elicitation/create': { action: 'accept', content: { n: 1 } }, 'roots/list': { roots: [] } };
  const inputResponses = Object.fromEntries(
    Object.entries(asked).map(([key, { method }]) => [key, answers[method as keyof typeof answers]]),
  );
  const { requestState } = first.result ?? {};
  expect(requestState).not.toBe('opaque');
  const done = await launcher.ask('tools/call', { name: 'ask', arguments: { a: 1 }, requestState, inputResponses });
  const [block] = (done.result?.['content'] ?? []) as { text: string }[];
  expect(JSON.parse(block?.text ?? '')).toMatchObject({
    ...{ args: { a: 1 }, requestState: 'opaque', inputResponses: { who: { action: 'accept' }, where: { roots: [] } } },
  });
});

test('a client of an earlier version uses a server of 2026-07-28', async () => {
  const launcher = start({ modern: { command: NODE, args: [MODERN] } });
  await launcher.request('initialize', { protocolVersion: '2024-11-05', capabilities: {} });
  await until(async () => namesOf(await launcher.request('tools/list')).includes('echo') || undefined);
  const { result } = await launcher.request('tools/call', { name: 'echo', arguments: { a: 1 } });
  expect(result).not.toHaveProperty('resultType');
  expect(JSON.stringify(result?.['content'])).toContain('listening');
});

test('a client is asked nothing that it cannot do, as each of its requests says', async () => {
  const launcher = await startWithFixture({ elicitation: {} });
  const call = { name: 'test_elicitation', arguments: { message: '?' } };
  const { result, error } = await launcher.ask('tools/call', call, { [CAPABILITIES]: { sampling: {} } });
  expect(result).toBeUndefined();
  expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: {} } } });
  expect((await launcher.ask('tools/call', call)).result).toMatchObject({ resultType: 'input_required' });
});

test.each([{}, { sampling: {}, elicitation: {}, roots: {} }])(
  'a server of the same version hears what each request declares, after a first one with %o',
  async (first) => {
    const modern = fileURLToPath(new URL('../support/mcp-servers/conformance-modern-server.ts', import.meta.url));
    const launcher = start({ modern: { command: NODE, args: [modern] } }, first);
    const name = 'test_input_required_result_capabilities';
    await until(async () => namesOf(await launcher.ask('tools/list')).includes(name) || undefined);
    for (const [capability, method] of [
      ['sampling', 'sampling/createMessage'],
      ['elicitation', 'elicitation/create'],
    ] as const) {
      const { result } = await launcher.ask('tools/call', { name }, { [CAPABILITIES]: { [capability]: {} } });
      const asked = Object.values((result?.['inputRequests'] ?? {}) as Record<string, object>);
      expect(asked).toEqual([expect.objectContaining({ method })]);
    }
  },
);

test('all that a server asks while it answers reaches the client', async () => {
  const launcher = await startWithFixture({ elicitation: {}, sampling: {}, roots: {} });
  const call = { name: 'test_input_required_result_multiple_inputs' };
  const answers: Readonly<Record<string, object>> = {
    'elicitation/create': { action: 'accept', content: { name: 'n' } },
    'sampling/createMessage': { role: 'assistant', model: 'm', content: { type: 'text', text: 't' } },
    'roots/list': { roots: [] },
  };
  const asked = new Set<string>();
  let { result } = await launcher.ask('tools/call', call);
  // On a busy machine, the questions may come in several rounds.
  while (result?.['resultType'] === 'input_required') {
    const questions = Object.entries(result['inputRequests'] as Record<string, { method: string }>);
    for (const [, { method }] of questions) asked.add(method);
    const inputResponses = Object.fromEntries(questions.map(([key, { method }]) => [key, answers[method]]));
    const again = { ...call, requestState: result['requestState'], inputResponses };
    ({ result } = await launcher.ask('tools/call', again));
  }
  expect(result).toMatchObject({ resultType: 'complete' });
  expect([...asked].toSorted()).toEqual(['elicitation/create', 'roots/list', 'sampling/createMessage']);
});

test('log messages come with a request that asks for them alone', async () => {
  const launcher = await startWithFixture();
  await launcher.ask('tools/call', { name: 'test_tool_with_logging' });
  expect(launcher.messages.some(({ method }) => method === 'notifications/message')).toBe(false);
  await launcher.ask('tools/call', { name: 'test_tool_with_logging' }, { 'io.modelcontextprotocol/logLevel': 'info' });
  expect(launcher.messages.filter(({ method }) => method === 'notifications/message').length).toBeGreaterThan(0);
});
