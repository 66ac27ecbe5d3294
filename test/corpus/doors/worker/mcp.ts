import type { Note } from '../../call.ts';
import { ask, type HttpAnswer, type HttpServer, json, serveWorker } from '../../drivers/http-server.ts';
import { CONTEXT_CALLS } from '../../inputs/context-calls.ts';
import { COLUMNS, LONG_SHOP } from '../../inputs/shop.ts';
import type { Scene } from '../../scene.ts';
import { refsIn } from '../refs-in.ts';
import { rpc } from './rpc.ts';

/** `POST /mcp` in each version. */
export const mcp: Scene = {
  name: 'mcp',
  async play(place, note) {
    const served = await serveWorker(place);
    const call = async (name: string, args: unknown): Promise<HttpAnswer> => {
      const answer = await ask(served, '/mcp', rpc('tools/call', { name, arguments: args as object }));
      note(`${name} ${JSON.stringify(args).slice(0, 120)}`, name, answer);
      return answer;
    };
    const clientInfo = { name: 'some-client', version: '1' };
    for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '1999-01-01']) {
      const params = { protocolVersion, capabilities: {}, clientInfo };
      note(`initialize ${protocolVersion}`, params, await ask(served, '/mcp', rpc('initialize', params)));
    }
    for (const method of [
      'ping',
      'tools/list',
      'resources/list',
      'resources/templates/list',
      'logging/setLevel',
      'odd/method',
    ])
      note(method, {}, await ask(served, '/mcp', rpc(method, {})));
    for (const [text, question] of [
      [COLUMNS, 'How is the Retry-After header parsed?'],
      [LONG_SHOP, 'How is a refund updated?'],
      ['short', 'x'],
    ] as const) {
      const answer = await call('prune_text', { text, context_focus_question: question });
      for (const ref of refsIn(answer)) {
        await call('artifact', { ref, start_line: 4, end_line: 9 });
        await call('artifact', { ref, context_focus_question: 'How is a depot updated?' });
        note('resources/read', ref, await ask(served, '/mcp', rpc('resources/read', { uri: ref })));
      }
    }
    await call('prune_text', { text: LONG_SHOP, context_focus_question: 'refund', max_tokens: 200, markers: 'plain' });
    for (const odd of [{}, { text: 7 }, { text: 'x', more: 1 }]) await call('prune_text', odd);
    for (const [tool, args] of CONTEXT_CALLS) await call(`context_${tool}`, args);
    note('resources/list', {}, await ask(served, '/mcp', rpc('resources/list', {})));
    await playModern(served, note);
    const batch = [{ jsonrpc: '2.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', method: 'x' }, 7];
    note('a batch', batch, await ask(served, '/mcp', json(batch, { accept: 'application/json, text/event-stream' })));
    const { code } = await served.stop();
    note('end', {}, { code });
  },
};

async function playModern(served: HttpServer, note: Note): Promise<void> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'some-client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const read = { name: 'prune_text', arguments: { text: COLUMNS, context_focus_question: 'header' } };
  const version = { 'mcp-protocol-version': '2026-07-28' };
  for (const [method, params, headers] of [
    ['server/discover', {}, { 'mcp-method': 'server/discover' }],
    ['tools/list', {}, { 'mcp-method': 'tools/list' }],
    ['tools/call', read, { 'mcp-method': 'tools/call', 'mcp-name': 'prune_text' }],
    ['tools/call', read, { 'mcp-method': 'tools/call', 'mcp-name': 'artifact' }],
    ['tools/call', read, {}],
    ['ping', {}, { 'mcp-method': 'ping' }],
  ] as const) {
    const init = rpc(method, { ...params, _meta }, { ...version, ...headers });
    note(`2026-07-28 ${method} ${JSON.stringify(headers)}`, headers, await ask(served, '/mcp', init));
  }
}
