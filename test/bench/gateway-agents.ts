import { NODE } from '../clients/installed.ts';
import { startGateway } from '../clients/started-gateway.ts';
import { built } from '../runtime/built.ts';
import { ROOT } from '../runtime/started.ts';
import type { Figure } from './figure.ts';
import { timing } from './side-by-side.ts';

const AGENTS = 200;
const CALLS = 5;
const META = 'io.modelcontextprotocol';

/** Calls one server from many agents of MCP 2026-07-28 at once, and counts the calls without their own answer. */
export async function* benchGatewayAgents(): AsyncGenerator<Figure> {
  built('bin');
  const args = [`${ROOT}test/support/mcp-servers/answering-server.mjs`];
  const gateway = await startGateway({ s: { command: NODE, args } }, { MCP_PRUNER_LOG: 'error' });
  const name = 'mcp_s_answer';
  const call = async (agent: number, at: number): Promise<boolean> => {
    const text = `for agent ${agent}, call ${at}`;
    const _meta = {
      [`${META}/protocolVersion`]: '2026-07-28',
      [`${META}/clientInfo`]: { name: `agent-${agent}`, version: '1' },
      [`${META}/clientCapabilities`]: {},
    };
    const params = { name, arguments: { result: { content: [{ type: 'text', text }] } }, _meta };
    const answer = await fetch(gateway.url, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${gateway.key}`, Accept: 'application/json, text/event-stream' },
        ...{ 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2026-07-28' },
        ...{ 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: at, method: 'tools/call', params }),
    });
    return (await answer.text()).includes(text);
  };
  try {
    await call(0, 0);
    let answered: readonly boolean[] = [];
    const took = await timing(async () => {
      const agents = Array.from({ length: AGENTS }, async (_, agent) => {
        const own: boolean[] = [];
        for (let at = 0; at < CALLS; at++) own.push(await call(agent, at));
        return own;
      });
      answered = (await Promise.all(agents)).flat();
    });
    yield {
      ...{
        name: `${AGENTS} agents at once, ${CALLS} calls each: calls without their own answer`,
        unit: 'answers',
        goal: 0,
      },
      ...{ measured: answered.filter((isOwn) => !isOwn).length, note: `${took.toFixed(0)} ms for all` },
    };
  } finally {
    await gateway.end();
  }
}
