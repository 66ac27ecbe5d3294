import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REQUEST_VERSIONS, SESSION_VERSIONS } from '../../src/mcp/protocol-versions.ts';
import { type Launcher, type Reply, startLauncher } from '../support/launcher.ts';
import { until } from '../support/until.ts';
import { connectStraight, type Fields, type FullClient } from './gateway-launcher.ts';
import { everything, type HttpServer, type RealServer, realServers, startEverything } from './gateway-real-servers.ts';
import { vendorServers } from './gateway-vendor-servers.ts';
import {
  type Ask,
  hearAll,
  type Lists,
  listAll,
  type Naming,
  namingOf,
  type Outcome,
  OWN,
  resultOf,
  type Said,
} from './said-by-server.ts';

/** Seventeen servers start, on two cores. */
const TIMEOUT = 130_000;
/** Servers that start at the same time. More of them would only wait for each other. */
const AT_ONCE = 4;
const META = 'io.modelcontextprotocol';
const QUESTION = 'context_focus_question';

let folder: string;
let servers: readonly RealServer[];
let overHttp: readonly HttpServer[];
const straight = new Map<string, FullClient>();
/** Answers of each server without the gateway. */
const said = new Map<string, Said>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gateway-eras-'));
  overHttp = await Promise.all([startEverything('streamableHttp'), startEverything('sse')]);
  const [http, sse] = overHttp as [HttpServer, HttpServer];
  servers = [
    ...[...realServers(folder), ...vendorServers(folder)].map(atHome),
    ...[everything('http', { url: http.url }), everything('sse', { url: sse.url })],
  ];
  const left = [...servers];
  const connect = async (): Promise<void> => {
    for (let server = left.shift(); server !== undefined; server = left.shift()) {
      const direct = await connectStraight(server.entry);
      straight.set(server.name, direct);
      said.set(server.name, await saidStraight(direct, server));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connect));
}, 120_000);
afterAll(async () => {
  await Promise.all([...straight.values()].map(({ client }) => client.close()));
  for (const { child } of overHttp) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Redirects the server's home and temporary folder into the test's folder, which is removed at the end. */
function atHome(server: RealServer): RealServer {
  const { entry } = server;
  return 'url' in entry
    ? server
    : { ...server, entry: { ...entry, env: { HOME: folder, TMPDIR: folder, ...entry.env } } };
}

/** Collects the answers of a server to a client without the gateway. */
async function saidStraight({ client, raw }: FullClient, server: RealServer): Promise<Said> {
  const ask: Ask = async (method, params) => {
    try {
      return { result: await raw(method, params) };
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      const { code, message, data } = error;
      // The SDK puts the code before the server's message.
      return {
        error: { code, message: message.replace(`MCP error ${code}: `, ''), ...(data !== undefined && { data }) },
      };
    }
  };
  const lists = await listAll(ask, client.getServerCapabilities() ?? {});
  const tools = lists.tools.filter(isForAll).map(asListed);
  expect(tools, server.name).toHaveLength(server.tools);
  return await hearAll(ask, server, { ...lists, tools }, OWN);
}

/** Creates a client of this version that supports everything that a server may ask for. */
async function clientOf(launcher: Launcher, version: string): Promise<Ask> {
  const clientInfo = { name: 'tester', version: '1' };
  const capabilities = { sampling: {}, elicitation: {}, roots: {} };
  const isStateless = (REQUEST_VERSIONS as readonly string[]).includes(version);
  if (isStateless) {
    const _meta = {
      ...{ [`${META}/protocolVersion`]: version, [`${META}/clientInfo`]: clientInfo },
      [`${META}/clientCapabilities`]: capabilities,
    };
    const ask: Ask = async (method, params = {}) => {
      const outcome = toOutcome(await launcher.request(method, { ...params, _meta }));
      if ('error' in outcome || outcome.result['resultType'] !== 'input_required') return outcome;
      // Servers ask for the roots when they start, so the answer to the first request contains their question.
      const { inputRequests, requestState } = outcome.result as { inputRequests: Fields; requestState: string };
      const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, { roots: [] }]));
      return await ask(method, { ...params, requestState, inputResponses });
    };
    return ask;
  }
  const begun = toOutcome(await launcher.request('initialize', { protocolVersion: version, capabilities, clientInfo }));
  expect(resultOf(begun)['protocolVersion']).toBe(version);
  launcher.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  void tellRoots(launcher).catch(() => {});
  return async (method, params) => toOutcome(await launcher.request(method, params));
}

/** Answers requests for the roots, because some servers answer nothing before. Rejects when the launcher ends. */
async function tellRoots(launcher: Launcher): Promise<never> {
  const told = new Set<Reply['id']>();
  for (;;) {
    const { id } = await launcher.next((message) => message.method === 'roots/list' && !told.has(message.id));
    told.add(id);
    launcher.send(JSON.stringify({ jsonrpc: '2.0', id, result: { roots: [] } }));
  }
}

function toOutcome({ result, error }: Reply): Outcome {
  return result === undefined ? { error: { ...error } } : { result };
}

test.each([...SESSION_VERSIONS, ...REQUEST_VERSIONS])(
  'a client of %s sees each server as one without us does, field for field',
  async (version) => {
    const home = mkdtempSync(path.join(folder, 'home-'));
    const mcpServers = Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
    writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
    const launcher = startLauncher(home, { MCP_PRUNER_HOME: home, MCP_PRUNER_LAZY: 'off' });
    const ask = await clientOf(launcher, version);
    const lists = await listedOfAll(ask, launcher);
    for (const server of servers) {
      const heard = await hearAll(ask, server, ofServer(lists, server.name), namingOf(server.name));
      expect(heard, server.name).toEqual(said.get(server.name));
    }
    expect(await launcher.end()).toBe(0);
  },
  TIMEOUT,
);

/** Waits until the lists of all servers are complete. Rejects with the incomplete ones and the gateway's events. */
async function listedOfAll(ask: Ask, launcher: Launcher): Promise<Lists> {
  await ask('tools/list');
  let missing: readonly string[] = [];
  const complete = async (): Promise<Lists | undefined> => {
    const discovered = launcher.events.filter(({ event }) => event === 'gateway.discovered');
    // Wait first, because listing so many tools would slow the servers that are still starting.
    if (discovered.length < servers.length) return undefined;
    const lists = await listAll(ask, { tools: {}, resources: {}, prompts: {} });
    missing = servers.flatMap(({ name, tools }) => {
      const { length } = ofServer(lists, name).tools;
      return length === tools ? [] : [`${name} ${length} of ${tools}`];
    });
    return missing.length === 0 ? lists : undefined;
  };
  try {
    return await until(complete);
  } catch (cause) {
    const events = launcher.events.map((event) => JSON.stringify(event)).join('\n');
    throw new Error(`not all tools are listed: ${missing.join(', ')}\n${events}`, { cause });
  }
}

/** Selects the entries of one server, with the server's own names. */
function ofServer(lists: Lists, server: string): Lists {
  const naming = namingOf(server);
  const prefix = naming.name('');
  const ownName = (given: unknown): string | undefined =>
    String(given).startsWith(prefix) ? String(given).slice(prefix.length) : undefined;
  const own = (entries: readonly Fields[], field: string, toOwn: Naming['ownUri']): Fields[] =>
    entries.flatMap((one) => {
      const value = toOwn(one[field]);
      return value === undefined ? [] : [{ ...one, [field]: value }];
    });
  return {
    tools: own(lists.tools, 'name', ownName)
      .map(withoutQuestion)
      .map((tool) => withOwnPage(tool, naming)),
    resources: own(lists.resources, 'uri', naming.ownUri),
    resourceTemplates: own(lists.resourceTemplates, 'uriTemplate', naming.ownUri),
    prompts: own(lists.prompts, 'name', ownName),
  };
}

/** Gives a tool's page the server's own URI, in both forms (MCP Apps). */
function withOwnPage(tool: Fields, { ownUri }: Naming): Fields {
  const text = JSON.stringify(tool['_meta'], (key, value: unknown) =>
    key === 'resourceUri' || key === 'ui/resourceUri' ? ownUri(value) : value,
  );
  return text === undefined ? tool : { ...tool, _meta: JSON.parse(text) as unknown };
}

/** True for a tool that clients see. A tool that only runs as a task is not listed. */
function isForAll({ execution }: Fields): boolean {
  return (execution as Fields | undefined)?.['taskSupport'] !== 'required';
}

function asListed({ execution: _, inputSchema, ...rest }: Fields): Fields {
  const { properties = {}, ...schema } = inputSchema as Fields;
  return { ...rest, inputSchema: { ...schema, properties } };
}

function withoutQuestion({ inputSchema, ...rest }: Fields): Fields {
  const { properties = {}, ...schema } = inputSchema as Fields & { readonly properties?: Fields };
  const { [QUESTION]: question, ...own } = properties;
  expect(question).toMatchObject({ type: 'string' });
  return { ...rest, inputSchema: { ...schema, properties: own } };
}
