import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REQUEST_VERSIONS, SESSION_VERSIONS } from '../../src/mcp/protocol-versions.ts';
import { type Launcher, type Reply, startLauncher } from '../support/launcher.ts';
import { until } from '../support/until.ts';
import { connectStraight, type Fields, type FullClient } from './gateway-launcher.ts';
import { everything, type HttpServer, type RealServer, realServers, startEverything } from './gateway-real-servers.ts';

/** Longer than a connection that hangs is waited for, so that the next attempt counts. */
const CONNECTED_MS = 90_000;
const META = 'io.modelcontextprotocol';
const QUESTION = 'context_focus_question';
/** What one version alone says of a result, and what is of the answer rather than of the server. */
const OF_THE_VERSION = ['resultType', 'ttlMs', 'cacheScope', '_meta'];

let folder: string;
let servers: readonly RealServer[];
let overHttp: readonly HttpServer[];
const straight = new Map<string, FullClient>();
/** What each answers to its short call; some count their calls. */
const answers = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gateway-eras-'));
  overHttp = await Promise.all([startEverything('streamableHttp'), startEverything('sse')]);
  const [http, sse] = overHttp as [HttpServer, HttpServer];
  servers = [...realServers(folder), everything('http', { url: http.url }), everything('sse', { url: sse.url })];
  for (const { name, entry, short } of servers) {
    const direct = await connectStraight(entry);
    straight.set(name, direct);
    const answer = await direct.raw('tools/call', { name: short.tool, arguments: short.args });
    answers.set(name, timeless(bare(answer)));
  }
}, 60_000);
afterAll(async () => {
  for (const { client } of straight.values()) await client.close();
  for (const { child } of overHttp) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

type Ask = (method: string, params?: Fields) => Promise<Fields>;

/** A client of that version, which can all that a server may ask of it. */
async function clientOf(launcher: Launcher, version: string): Promise<Ask> {
  const clientInfo = { name: 'tester', version: '1' };
  const capabilities = { sampling: {}, elicitation: {}, roots: {} };
  const isStateless = (REQUEST_VERSIONS as readonly string[]).includes(version);
  const answered = ({ result, error }: Reply): Fields => {
    if (result === undefined) throw new Error(JSON.stringify(error));
    return result;
  };
  if (isStateless) {
    const _meta = {
      ...{ [`${META}/protocolVersion`]: version, [`${META}/clientInfo`]: clientInfo },
      [`${META}/clientCapabilities`]: capabilities,
    };
    const ask: Ask = async (method, params = {}) => {
      const result = answered(await launcher.request(method, { ...params, _meta }));
      if (result['resultType'] !== 'input_required') return result;
      // Servers ask for the roots as they start; the first request brings that along.
      const { inputRequests, requestState } = result as { inputRequests: Fields; requestState: string };
      const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, { roots: [] }]));
      return await ask(method, { ...params, requestState, inputResponses });
    };
    return ask;
  }
  const begun = await launcher.request('initialize', { protocolVersion: version, capabilities, clientInfo });
  expect(answered(begun)['protocolVersion']).toBe(version);
  launcher.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  return async (method, params) => answered(await launcher.request(method, params));
}

test.each([...SESSION_VERSIONS, ...REQUEST_VERSIONS])(
  'a client of %s sees each server as one without us does, field for field',
  async (version) => {
    const home = mkdtempSync(path.join(folder, 'home-'));
    const mcpServers = Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
    writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
    const launcher = startLauncher(home, { MCP_PRUNER_HOME: home, MCP_PRUNER_LAZY: 'off' });
    const ask = await clientOf(launcher, version);
    const listed = await listedOfAll(ask, launcher);
    for (const { name, short } of servers) {
      const direct = straight.get(name) as FullClient;
      const prefix = `mcp_${name}_`;
      const own = (await direct.raw('tools/list'))['tools'] as Fields[];
      const theirs = listed.filter((tool) => tool.name.startsWith(prefix));
      expect(theirs.map((tool) => withoutQuestion(tool, prefix))).toEqual(own.filter(isForAll).map(asListed));

      const through = await ask('tools/call', { name: `${prefix}${short.tool}`, arguments: short.args });
      expect(timeless(bare(through)), name).toBe(answers.get(name));
    }
    await sameOfAll(ask);
    expect(await launcher.end()).toBe(0);
  },
  CONNECTED_MS + 40_000,
);

type Tool = Fields & { readonly name: string };

/** Waits until the tools of every server are listed. Rejects with how many of each are, and with the gateway's events. */
async function listedOfAll(ask: Ask, launcher: Launcher): Promise<readonly Tool[]> {
  let missing: readonly string[] = [];
  const complete = async (): Promise<readonly Tool[] | undefined> => {
    const listed = (await ask('tools/list'))['tools'] as Tool[];
    missing = servers.flatMap(({ name, tools }) => {
      const count = listed.filter((tool) => tool.name.startsWith(`mcp_${name}_`)).length;
      return count === tools ? [] : [`${name} ${count} of ${tools}`];
    });
    return missing.length === 0 ? listed : undefined;
  };
  try {
    return await until(complete, CONNECTED_MS);
  } catch (cause) {
    const events = launcher.events.map((event) => JSON.stringify(event)).join('\n');
    throw new Error(`not all tools are listed: ${missing.join(', ')}\n${events}`, { cause });
  }
}

/** Resources and prompts, of those servers that have them. */
async function sameOfAll(ask: Ask): Promise<void> {
  const resources = (await ask('resources/list'))['resources'] as Fields[];
  const prompts = (await ask('prompts/list'))['prompts'] as Fields[];
  for (const name of ['everything', 'http', 'sse']) {
    const direct = straight.get(name) as FullClient;
    const here = (uri: unknown): string => `mcp://${name}/${String(uri)}`;
    const own = (await direct.raw('resources/list'))['resources'] as Fields[];
    const ofServer = resources.filter(({ uri }) => String(uri).startsWith(`mcp://${name}/`));
    expect(ofServer).toEqual(own.map((one) => ({ ...one, uri: here(one['uri']) })));
    const uri = own[0]?.['uri'];
    const { contents } = (await direct.raw('resources/read', { uri })) as { contents: Fields[] };
    const read = await ask('resources/read', { uri: here(uri) });
    expect(read['contents']).toEqual(contents.map((one) => ({ ...one, uri: here(one['uri']) })));

    const ownPrompts = (await direct.raw('prompts/list'))['prompts'] as Fields[];
    const named = ownPrompts.map((one) => ({ ...one, name: `mcp_${name}_${String(one['name'])}` }));
    expect(prompts.filter((one) => String(one['name']).startsWith(`mcp_${name}_`))).toEqual(named);
    const args = { arguments: { city: 'Oslo', state: 'Viken' } };
    const got = await ask('prompts/get', { name: `mcp_${name}_args-prompt`, ...args });
    expect(bare(got)).toBe(bare(await direct.raw('prompts/get', { name: 'args-prompt', ...args })));
  }
}

/** A tool that runs as a task alone is shown to clients that have tasks. */
function isForAll({ execution }: Fields): boolean {
  return (execution as Fields | undefined)?.['taskSupport'] !== 'required';
}

function asListed({ execution: _, inputSchema, ...rest }: Fields): Fields {
  const { properties = {}, ...schema } = inputSchema as Fields;
  return { ...rest, inputSchema: { ...schema, properties } };
}

function withoutQuestion({ name, inputSchema, ...rest }: Fields & { readonly name: string }, prefix: string): Fields {
  const { properties = {}, ...schema } = inputSchema as Fields & { readonly properties?: Fields };
  const { [QUESTION]: question, ...own } = properties;
  expect(question).toMatchObject({ type: 'string' });
  return { ...rest, name: name.slice(prefix.length), inputSchema: { ...schema, properties: own } };
}

function bare(result: Fields): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(result).filter(([field]) => !OF_THE_VERSION.includes(field))),
  );
}

/** Without times of the day, which no two calls have in common. */
function timeless(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'TIME');
}
