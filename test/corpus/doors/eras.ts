import type { Note } from '../call.ts';
import { type Message, type StdioSession, startSession } from '../drivers/stdio-session.ts';
import { everyOf } from '../inputs/labelled-outputs.ts';
import { OWN_TOOL_CALLS } from '../inputs/own-tool-calls.ts';
import { writeProject } from '../inputs/write-project.ts';
import type { Door, Scene } from '../scene.ts';
import { begin } from './own-tools.ts';
import { refsIn } from './refs-in.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const LEVEL = 'io.modelcontextprotocol/logLevel';

export type Ask = (method: string, params?: object, meta?: object) => Promise<Message>;

/** Sends requests of MCP 2026-07-28, each of which names its client. */
export function statelessly(session: StdioSession, client: string, capabilities: object = {}): Ask {
  const own = { [VERSION]: '2026-07-28', [CLIENT]: { name: client, version: '1' }, [CAPABILITIES]: capabilities };
  return (method, params = {}, meta = {}) => session.request(method, { ...params, _meta: { ...own, ...meta } });
}

/** The versions of MCP over stdio: how a session begins in each, and what each refuses. */
export const eras: Door = {
  name: 'eras',
  scenes: [
    ...['some-client', 'claude-code', 'codex-mcp-client'].map(stateless),
    ...['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', '1999-01-01'].map(session),
    { name: 'raw lines', play: async (place, note) => await playLines(startSession(place), note) },
  ],
};

function stateless(client: string): Scene {
  return {
    name: `2026-07-28 of ${client}`,
    async play(place, note) {
      writeProject(place);
      const session = startSession(place);
      const ask = statelessly(session, client);
      for (const method of [
        'server/discover',
        'tools/list',
        'resources/list',
        'resources/templates/list',
        'prompts/list',
      ])
        note(method, {}, await ask(method));
      const refs = new Set<string>();
      for (const { tool: name, args } of everyOf(OWN_TOOL_CALLS, 4)) {
        const answer = await ask('tools/call', { name, arguments: args });
        note(`${name} ${JSON.stringify(args ?? null).slice(0, 120)}`, args, answer);
        for (const ref of refsIn(answer)) refs.add(ref);
      }
      for (const uri of everyOf([...refs], 4)) note('resources/read', uri, await ask('resources/read', { uri }));
      const odd: readonly (readonly [string, object, object])[] = [
        ['tools/list', {}, { [VERSION]: '1900-01-01' }],
        ['tools/list', {}, { [CAPABILITIES]: undefined }],
        ['tools/list', {}, { [CLIENT]: undefined }],
        ['tools/list', {}, { [LEVEL]: 'loud' }],
        ['tools/list', { cursor: 'forged' }, {}],
        ['ping', {}, {}],
        ['logging/setLevel', { level: 'info' }, {}],
        ['resources/read', { uri: 'ax://read/00000000000000000000000000000000' }, {}],
        ['prompts/get', { name: 'none' }, {}],
        ['completion/complete', {}, {}],
        ['tools/call', { name: 'read', arguments: { file_path: 'README.md' }, requestState: 'forged' }, {}],
        ['tools/call', {}, {}],
        ['odd/method', {}, {}],
      ];
      for (const [method, params, meta] of odd)
        note(`${method} ${JSON.stringify([params, meta])}`, { params, meta }, await ask(method, params, meta));
      note('a session after all', {}, await begin(session, { client }));
      note('tools/list of the session', {}, await session.request('tools/list'));
      note('end', {}, await session.end());
    },
  };
}

function session(version: string): Scene {
  return {
    name: `initialize with ${version}`,
    async play(place, note) {
      writeProject(place);
      const one = startSession(place);
      note('tools/list too early', {}, await one.request('tools/list'));
      note('initialize', version, await begin(one, { client: 'some-client', version }));
      note('initialize again', version, await begin(one, { client: 'some-client', version }));
      note('initialize without params', {}, await one.request('initialize'));
      note('tools/list', {}, await one.request('tools/list'));
      note('logging/setLevel', {}, await one.request('logging/setLevel', { level: 'debug' }));
      note('completion/complete', {}, await one.request('completion/complete', { ref: {}, argument: {} }));
      note('prompts/get', {}, await one.request('prompts/get', { name: 'none' }));
      const call = (id: string): object => ({
        ...{ jsonrpc: '2.0', id, method: 'tools/call' },
        params: { name: 'read', arguments: { file_path: 'README.md' } },
      });
      note('a batch', {}, await one.raw(JSON.stringify([call('a'), call('b'), { jsonrpc: '2.0', method: 'x' }])));
      note('an empty batch', {}, await one.raw('[]'));
      note('end', {}, await one.end());
    },
  };
}

async function playLines(one: StdioSession, note: Note): Promise<void> {
  await begin(one, { client: 'some-client' });
  for (const line of [
    '{',
    'null',
    '7',
    '"text"',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":"n","method":7}',
    '{"jsonrpc":"2.0","id":"n","method":"ping","params":7}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":-1,"method":"tools/list","params":{"cursor":"x"}}',
  ]) {
    note(line, line, await one.raw(line));
  }
  note('end', {}, await one.end());
}
