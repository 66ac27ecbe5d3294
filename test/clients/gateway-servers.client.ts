import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { type BuiltLauncher, connectStraight, type Fields, type FullClient, startBuilt } from './gateway-launcher.ts';
import { everything, type HttpServer, type RealServer, realServers, startEverything } from './gateway-real-servers.ts';

const MAX_BYTES = 10_240;
const QUESTION = 'context_focus_question';
const RESULT = 'jeeves/result';
/** The last two are server-everything again, over Streamable HTTP and over HTTP+SSE. */
const NAMES = ['filesystem', 'memory', 'everything', 'thinking', 'git', 'fast', 'http', 'sse'] as const;
const EVERYTHING = ['everything', 'http', 'sse'] as const;

interface Tool extends Fields {
  readonly name: string;
  readonly inputSchema: Fields & { readonly properties?: Fields };
  readonly outputSchema?: Fields;
}

let folder: string;
let servers: ReadonlyMap<string, RealServer>;
let overHttp: readonly HttpServer[];
let launcher: BuiltLauncher;
const straight = new Map<string, FullClient>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gateway-servers-'));
  const [http, sse] = await Promise.all([startEverything('streamableHttp'), startEverything('sse')]);
  overHttp = [http, sse];
  const all = [...realServers(folder), everything('http', { url: http.url }), everything('sse', { url: sse.url })];
  servers = new Map(all.map((one) => [one.name, one]));
  launcher = await startBuilt(Object.fromEntries(all.map(({ name, entry }) => [name, entry])));
  for (const { name, entry } of all) straight.set(name, await connectStraight(entry));
  await until(async () => {
    const counts = await Promise.all(all.map(async ({ name }) => (await toolsOf(name)).length));
    return counts.every((count, i) => count === all[i]?.tools) ? true : undefined;
  });
  // The SDK's client checks structuredContent against the listed schemas.
  await launcher.client.listTools();
}, 60_000);
afterAll(async () => {
  for (const { client } of straight.values()) await client.close();
  await launcher.end();
  for (const { child } of overHttp) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

const server = (name: string): RealServer => servers.get(name) as RealServer;
const direct = (name: string): FullClient => straight.get(name) as FullClient;
const listedBy = async (client: FullClient, method: string, key: string): Promise<Fields[]> =>
  (await client.raw(method))[key] as Fields[];
const toolsOf = async (name: string): Promise<Tool[]> =>
  ((await listedBy(launcher, 'tools/list', 'tools')) as Tool[]).filter((tool) => tool.name.startsWith(`mcp_${name}_`));
const call = (name: string, tool: string, args: Fields) =>
  launcher.client.callTool({ name: `mcp_${name}_${tool}`, arguments: { ...args } });
const textOf = (result: Fields): string =>
  (result['content'] as { text?: string }[]).map(({ text }) => text).join('\n');
const bytes = (result: unknown): number => Buffer.byteLength(JSON.stringify(result));

async function wholeOf(ref: string): Promise<string> {
  let whole = '';
  let cursor: string | undefined;
  do {
    const { structuredContent } = await launcher.client.callTool({
      name: 'artifact',
      arguments: { ref, ...(cursor !== undefined && { cursor }) },
    });
    const page = structuredContent as { content: string; nextCursor?: string };
    whole += page.content;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return whole;
}

describe.each(NAMES)('%s', (name) => {
  test('its tools are listed as it lists them, but for the name, the question and tasks', async () => {
    const own = (await listedBy(direct(name), 'tools/list', 'tools')) as Tool[];
    const taking = own.filter(({ execution }) => (execution as Fields | undefined)?.['taskSupport'] !== 'required');
    const listed = await toolsOf(name);
    const plain = listed.map(({ name: itsName, inputSchema, ...rest }) => {
      const { [QUESTION]: question, ...properties } = inputSchema.properties ?? {};
      expect(question).toMatchObject({ type: 'string' });
      return { ...rest, name: itsName.slice(`mcp_${name}_`.length), inputSchema: { ...inputSchema, properties } };
    });
    const asOwn = taking.map(({ execution: _, inputSchema, ...rest }) => ({
      ...rest,
      inputSchema: { ...inputSchema, properties: inputSchema.properties ?? {} },
    }));
    expect(plain).toEqual(asOwn);
    expect(plain).toHaveLength(server(name).tools);
  });

  test('a call gives what the server gives, to the byte', async () => {
    const { tool, args } = server(name).short;
    const given = await direct(name).raw('tools/call', { name: tool, arguments: args });
    const { _meta, ...through } = await launcher.raw('tools/call', { name: `mcp_${name}_${tool}`, arguments: args });
    const { _meta: _, ...own } = given;
    expect(timeless(JSON.stringify(through))).toBe(timeless(JSON.stringify(own)));
    await call(name, tool, args);
  });
});

describe.each(NAMES.filter((name) => name !== 'thinking'))('%s: a long answer', (name) => {
  test('is shaped, satisfies its outputSchema, and its artifact gives the whole back', async () => {
    const { long } = server(name);
    if (long === undefined) throw new Error('no long answer');
    const given = await direct(name).raw('tools/call', { name: long.tool, arguments: long.args });
    expect(bytes(given)).toBeGreaterThan(MAX_BYTES);
    const result = (await call(name, long.tool, long.args)) as Fields;
    expect(bytes(result)).toBeLessThanOrEqual(MAX_BYTES);
    const { shaped } = (result['_meta'] as Fields)[RESULT] as { shaped: { artifact_ref: string } };
    expect(textOf(result)).toContain(shaped.artifact_ref);
    expect(timeless(await wholeOf(shaped.artifact_ref))).toBe(timeless(textOf(given)));
  });

  test('is pruned by a question', async () => {
    const { long } = server(name);
    if (long === undefined) throw new Error('no long answer');
    const result = (await call(name, long.tool, { ...long.args, [QUESTION]: long.question })) as Fields;
    const { pruning } = (result['_meta'] as Fields)[RESULT] as { pruning: Fields };
    expect(pruning).toMatchObject({ attempted: true, applied: true, fallback: false });
    expect(textOf(result)).toContain(long.answer);
    expect(textOf(result)).toContain('filtered');
    expect(bytes(result)).toBeLessThanOrEqual(MAX_BYTES);
  });
});

describe.each(EVERYTHING)('%s: all else of the protocol', (name) => {
  const here = (uri: unknown): string => `mcp://${name}/${String(uri)}`;

  test('resources and templates are listed and read', async () => {
    const own = await listedBy(direct(name), 'resources/list', 'resources');
    const listed = await listedBy(launcher, 'resources/list', 'resources');
    const ofServer = listed.filter(({ uri }) => String(uri).startsWith(`mcp://${name}/`));
    expect(ofServer).toEqual(own.map((one) => ({ ...one, uri: here(one['uri']) })));
    const templates = await listedBy(direct(name), 'resources/templates/list', 'resourceTemplates');
    const through = await listedBy(launcher, 'resources/templates/list', 'resourceTemplates');
    expect(through).toEqual(
      expect.arrayContaining(templates.map((one) => ({ ...one, uriTemplate: here(one['uriTemplate']) }))),
    );
    const uri = own[0]?.['uri'] as string;
    const { contents } = (await direct(name).raw('resources/read', { uri })) as { contents: Fields[] };
    const read = await launcher.raw('resources/read', { uri: here(uri) });
    expect(read['contents']).toEqual(contents.map((one) => ({ ...one, uri: here(one['uri']) })));
    const dynamic = await launcher.raw('resources/read', { uri: here('demo://resource/dynamic/text/7') });
    expect(JSON.stringify(dynamic)).toContain('Resource 7');
  });

  test('prompts are listed and got, arguments completed', async () => {
    const own = await listedBy(direct(name), 'prompts/list', 'prompts');
    const listed = await listedBy(launcher, 'prompts/list', 'prompts');
    const named = own.map((one) => ({ ...one, name: `mcp_${name}_${String(one['name'])}` }));
    expect(listed.filter((one) => String(one['name']).startsWith(`mcp_${name}_`))).toEqual(named);
    const args = { arguments: { city: 'Oslo', state: 'Viken' } };
    const got = await launcher.raw('prompts/get', { name: `mcp_${name}_args-prompt`, ...args });
    expect(got).toEqual(await direct(name).raw('prompts/get', { name: 'args-prompt', ...args }));
    const { completion } = await launcher.client.complete({
      ref: { type: 'ref/prompt', name: `mcp_${name}_completable-prompt` },
      argument: { name: 'name', value: 'A' },
      context: { arguments: { department: 'Engineering' } },
    });
    expect(completion.values).toEqual(['Alice']);
    const ofTemplate = await launcher.client.complete({
      ref: { type: 'ref/resource', uri: here('demo://resource/dynamic/text/{resourceId}') },
      argument: { name: 'resourceId', value: '12' },
    });
    expect(ofTemplate.completion.values).toEqual(['12']);
  });

  test('sampling, elicitation and roots reach the client in front as they were asked', async () => {
    const prompt = { prompt: `of ${name}`, maxTokens: 7 };
    expect(textOf((await call(name, 'trigger-sampling-request', prompt)) as Fields)).toContain('sampled');
    await direct(name).raw('tools/call', { name: 'trigger-sampling-request', arguments: prompt });
    const sampled = (client: FullClient) =>
      client.asked.findLast(({ method }) => method === 'sampling/createMessage')?.params as Fields;
    const { _meta: _, ...params } = sampled(launcher);
    const { _meta: __, ...own } = sampled(direct(name));
    expect(params).toEqual(own);
    expect(params['maxTokens']).toBe(7);
    expect(textOf((await call(name, 'trigger-elicitation-request', {})) as Fields)).toContain('Ada');
    expect(launcher.asked.at(-1)).toMatchObject({ method: 'elicitation/create' });
    expect(textOf((await call(name, 'get-roots-list', {})) as Fields)).toContain('file:///home/of/the/client');
  });

  test('progress arrives with the token of the client, and a call is cancelled', async () => {
    const progressToken = `mine-${name}`;
    const params = { name: `mcp_${name}_trigger-long-running-operation`, _meta: { progressToken } };
    await launcher.raw('tools/call', { ...params, arguments: { duration: 0.4, steps: 4 } });
    const told = launcher.notified.filter(({ method }) => method === 'notifications/progress');
    expect(told.map((one) => one.params).filter((one) => one?.['progressToken'] === progressToken)).toEqual(
      [1, 2, 3, 4].map((progress) => ({ progressToken, progress, total: 4 })),
    );
    const stop = new AbortController();
    const before = performance.now();
    const long = launcher.client.callTool({ ...params, arguments: { duration: 60, steps: 600 } }, undefined, {
      signal: stop.signal,
    });
    const settled = expect(long).rejects.toThrow();
    await until(async () => (progressCount() > told.length ? true : undefined));
    stop.abort();
    await settled;
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(textOf((await call(name, 'echo', { message: 'after' })) as Fields)).toBe('Echo: after');
  });

  test('its log comes at the level that the client asks for, with its name', async () => {
    await launcher.client.setLoggingLevel('debug');
    await call(name, 'toggle-simulated-logging', {});
    const logged = await until(async () =>
      launcher.notified.find(
        ({ method, params }) => method === 'notifications/message' && String(params?.['logger']).startsWith(name),
      ),
    );
    expect(logged.params).toMatchObject({ data: expect.any(String) });
    await call(name, 'toggle-simulated-logging', {});
  });

  test('a resource that is watched tells of its updates', async () => {
    const uri = here('demo://resource/dynamic/text/1');
    await launcher.client.subscribeResource({ uri });
    await call(name, 'toggle-subscriber-updates', {});
    await until(async () =>
      launcher.notified.find(
        ({ method, params }) => method === 'notifications/resources/updated' && params?.['uri'] === uri,
      ),
    );
    await call(name, 'toggle-subscriber-updates', {});
    await launcher.client.unsubscribeResource({ uri });
  });
});

const progressCount = (): number =>
  launcher.notified.filter(({ method }) => method === 'notifications/progress').length;

/** Replaces timestamps, which differ between calls. */
function timeless(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'TIME');
}

test('no server is told as broken', () => {
  const told = launcher.events.filter(({ level }) => level === 'warn' || level === 'error');
  expect(told).toEqual([]);
});
