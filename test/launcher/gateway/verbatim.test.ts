import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NODE } from '../../runtime/started.ts';
import { type Launcher, startLauncher } from '../../support/launcher.ts';
import { startHttpMcpServer } from '../../support/mcp-servers/http-server.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const VERBATIM = fileURLToPath(new URL('../../support/mcp-servers/verbatim-server.mjs', import.meta.url));
const NAME = 'mcp_v_answer';

/** Starts a launcher in front of a server that answers calls with this JSON, verbatim. */
function inFrontOf(result: string, output: string, schema = '{"type":"object"}'): Promise<Launcher> {
  return started({ command: NODE, args: [VERBATIM, result, schema] }, NAME, { MCP_PRUNER_OUTPUT: output });
}

/** Starts a launcher in front of a server, and waits until it lists this tool. */
async function started(server: object, tool: string, env: Readonly<Record<string, string>>): Promise<Launcher> {
  const root = tempDir();
  const home = path.join(root, 'h');
  mkdirSync(home);
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: { v: server } }), { mode: 0o600 });
  const launcher = startLauncher(root, { MCP_PRUNER_HOME: home, ...env });
  const clientInfo = { name: 'test', version: '1' };
  await launcher.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: { roots: {}, elicitation: {} },
    clientInfo,
  });
  launcher.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  await until(async () => JSON.stringify(await launcher.request('tools/list')).includes(tool) || undefined);
  return launcher;
}

/** Calls the tool with these arguments (as JSON), and returns the line of the answer. */
async function lineFor(launcher: Launcher, args: string): Promise<string> {
  const id = `"${randomUUID()}"`;
  launcher.send(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${NAME}","arguments":${args}}}`);
  const line = () => launcher.lines.find((one) => one.includes(`"id":${id}`));
  await launcher.next(() => line() !== undefined);
  return line() ?? '';
}

const ORDER = '{"id":1234567890123456789,"price":19.90,"weight":1e3}';
const orders = (count: number): string =>
  Array.from({ length: count }, (_, i) => ORDER.replace('}', `,"n":${i},"words":"some ${i} text"}`)).join(',');
const NUMBERS = [':1234567890123456789', ':19.90', ':1e3'];
const asked = (question: string): string => `{"context_focus_question":"${question}"}`;

test.each([
  ['text', 'small', 2],
  ['text', 'shaped', 400],
  ['structured', 'small', 2],
  ['structured', 'shaped', 400],
])(
  'ids and prices of a result keep their digits: %s, %s',
  async (output, _, count) => {
    const structured = `{"orders":[${orders(count)}]}`;
    const launcher = await inFrontOf(
      `{"content":[{"type":"text","text":${JSON.stringify(structured)}}],"structuredContent":${structured}}`,
      output,
    );
    for (const args of ['{}', asked('which order has the price 19.90?')]) {
      const line = (await lineFor(launcher, args)).replaceAll('\\"', '"');
      for (const number of NUMBERS) expect(line).toContain(`"${number}`);
      expect(line).not.toMatch(/1234567890123456800|:19\.9[,}]|:1000[,}]/);
    }
    await launcher.end();
  },
  60_000,
);

test('numbers of arguments reach the server as the client wrote them', async () => {
  const launcher = await inFrontOf('{"content":[{"type":"text","text":"LINE"}]}', 'text');
  const line = await lineFor(launcher, ORDER);
  expect(line.replaceAll('\\"', '"')).toContain(`"arguments":${ORDER}`);
  await launcher.end();
});

// Simulates Node 20, which has no `JSON.rawJSON`.
const OLDER = { NODE_OPTIONS: '--import data:text/javascript,delete%20JSON.rawJSON' };

test.each([
  ['http', {}],
  ['http', OLDER],
  ['sse', OLDER],
] as const)('numbers of arguments reach a server over %s as the client wrote them: %j', async (kind, env) => {
  const server = await startHttpMcpServer(kind);
  const launcher = await started({ type: kind, url: server.url }, 'mcp_v_echo', env);
  const params = `{"name":"mcp_v_echo","arguments":${ORDER}}`;
  launcher.send(`{"jsonrpc":"2.0","id":"c","method":"tools/call","params":${params}}`);
  await launcher.next(({ id }) => id === 'c');
  expect(server.lastBody).toContain(`"arguments":${ORDER}`);
  await launcher.end();
});

test('a server has the ids of its own requests, and what a user has entered, back as they were written', async () => {
  const launcher = await inFrontOf('{"content":[{"type":"text","text":"LINE"}]}', 'text');
  const seen = new Set<unknown>();
  const entered = '"result":{"action":"accept","content":{"price":19.90}}';
  for (const id of ['12345678901234567890', '7.0', '7', '"7.0"']) {
    const first = `{"jsonrpc":"2.0","id":${id},"method":"elicitation/create","params":{"message":"how much?"}}`;
    const answered = lineFor(launcher, JSON.stringify({ first }));
    const { id: ours } = await launcher.next((one) => one.method === 'elicitation/create' && !seen.has(one));
    for (const message of launcher.messages) seen.add(message);
    launcher.send(`{"jsonrpc":"2.0","id":${JSON.stringify(ours)},${entered}}`);
    const line = (await answered).replaceAll('\\"', '"');
    expect(line).toContain(entered);
    expect(line).toContain(`"id":${id}`);
  }
  await launcher.end();
});

test("a default in a tool's schema is shown as its server wrote it", async () => {
  const price = '"price":{"type":"number","default":19.90,"minimum":0.0}';
  const launcher = await inFrontOf('{"content":[]}', 'text', `{"type":"object","properties":{${price}}}`);
  await launcher.request('tools/list');
  // A notification may follow the answer.
  const [line] = launcher.lines.filter((one) => one.includes('"inputSchema"')).slice(-1);
  expect(line).toContain(price);
  await launcher.end();
});

test('half of a surrogate pair is shown as U+FFFD and kept in the artifact', async () => {
  const half = String.raw`\ud83d`;
  const result = `{"content":[{"type":"text","text":"a${half}b"}],"structuredContent":{"t":["${half}"],"id":1.50}}`;
  const launcher = await inFrontOf(result, 'structured');
  const line = await lineFor(launcher, '{}');
  expect(line).not.toMatch(/\\ud83d/i);
  expect(line).toContain('"a\ufffdb"');
  expect(line).toContain('"structuredContent":{"t":["\ufffd"],"id":1.50}');
  const ref = /ax:\/\/[\w./-]+/.exec(line)?.[0];
  const kept = await launcher.request('tools/call', { name: 'artifact', arguments: { ref } });
  expect(JSON.stringify(kept.result)).toContain(JSON.stringify(result.slice(1, 20)).slice(1, -1));
  expect((kept.result as { structuredContent: { content: string } }).structuredContent.content).toBe(result);
  await launcher.end();
});

test.each(['[{"a":1},{"b":2}]', '"forty-two"', '42.0', 'false'])(
  'structured content %s goes to clients of 2026-07-28, and as a text to others',
  async (structured) => {
    const launcher = await inFrontOf(`{"content":[],"structuredContent":${structured}}`, 'structured');
    const old = JSON.parse(await lineFor(launcher, '{}')).result;
    expect(old).not.toHaveProperty('structuredContent');
    expect(old.content).toEqual([{ type: 'text', text: structured }]);
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: NAME, arguments: {}, _meta: meta };
    launcher.send(JSON.stringify({ jsonrpc: '2.0', id: 'new', method: 'tools/call', params }));
    const line = () => launcher.lines.find((one) => one.includes('"id":"new"'));
    await launcher.next(() => line() !== undefined);
    expect(line()).toContain(`"structuredContent":${structured}`);
  },
);

test('texts stay beside structured content that is no object', async () => {
  const content = '[{"type":"text","text":"said"}]';
  const launcher = await inFrontOf(`{"content":${content},"structuredContent":[1,2,3]}`, 'structured');
  const { result } = JSON.parse(await lineFor(launcher, '{}'));
  expect(result.content[0]).toEqual({ type: 'text', text: 'said' });
});
