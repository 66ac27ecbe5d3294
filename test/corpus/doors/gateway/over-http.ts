import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ask, type HttpAnswer, json, startServer } from '../../drivers/http-server.ts';
import { writeProject } from '../../inputs/write-project.ts';
import type { Scene } from '../../scene.ts';
import { configureServers } from './configure-servers.ts';

/** `mcp-pruner gateway --http`: sessions, stateless requests and refused requests. */
export const overHttp: Scene = {
  name: 'over HTTP',
  async play(place, note) {
    writeProject(place);
    configureServers(place);
    const server = await startServer(place, ['gateway', '--http', '0']);
    note('printed', {}, server.printed());
    const key = readFileSync(path.join(place.kept, 'gateway-key'), 'utf8').trim();
    const accept = { accept: 'application/json, text/event-stream' };
    const own = { ...accept, authorization: `Bearer ${key}` };
    const send = async (
      method: string,
      params: object,
      headers: Readonly<Record<string, string>>,
    ): Promise<HttpAnswer> => {
      const answer = await ask(server, '/mcp', json({ jsonrpc: '2.0', id: 1, method, params }, headers));
      note(`${method} ${JSON.stringify(params).slice(0, 160)}`, Object.keys(headers), answer);
      return answer;
    };
    await send('ping', {}, accept);
    await send('ping', {}, { ...accept, authorization: 'Bearer wrong' });
    await send('tools/list', {}, own);
    const clientInfo = { name: 'some-client', version: '1' };
    const begun = await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }, own);
    const session = {
      ...own,
      'mcp-session-id': begun.headers['mcp-session-id'] ?? '',
      'mcp-protocol-version': '2025-06-18',
    };
    await ask(server, '/mcp', json({ jsonrpc: '2.0', method: 'notifications/initialized' }, session));
    await ask(server, '/mcp', json({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, session));
    await send('tools/list', {}, session);
    for (const [name, args] of [
      ['read', { file_path: 'src/shop.ts', context_focus_question: 'How is a refund updated?' }],
      ['bash', { command: 'cat README.md; exit 3' }],
      ['grep', { pattern: 'refund', path: 'README.md' }],
      ['mcp_many_answer', { pick: 'an error', context_focus_question: 'Why?' }],
      ['mcp_many_answer', { pick: 'several texts' }],
      ['none', {}],
    ] as const)
      await send('tools/call', { name, arguments: args }, session);
    await send('resources/list', {}, session);
    await send('ping', {}, { ...session, 'mcp-session-id': 'none' });
    await send('ping', {}, { ...session, origin: 'https://elsewhere.example' });
    note(
      'no JSON',
      {},
      await ask(server, '/mcp', { method: 'POST', headers: { ...session, 'content-type': 'text/plain' }, body: '{' }),
    );
    note('another path', {}, await ask(server, '/', { headers: own }));
    note('DELETE', {}, await ask(server, '/mcp', { method: 'DELETE', headers: session }));
    await send('ping', {}, session);
    note('end', {}, (await server.stop()).code);
  },
};
