import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built } from '../runtime/built.ts';
import { NODE, ROOT } from '../runtime/started.ts';
import type { Figure } from './figure.ts';
import { callTool, initialize, type McpSession, spawnServer } from './mcp-session.ts';
import { timing } from './side-by-side.ts';

const ANSWERING = `${ROOT}test/support/mcp-servers/answering-server.mjs`;
const LINE = '  const answer = await context.ask(question, { signal, limit: 4096 }); // and so on\n';
const PING_MS = 10;
/** Kind, MB, and the goals for the answer and for a ping meanwhile, in milliseconds. */
const CASES = [
  ['text', 20, 2000, 500],
  ['text', 50, 5000, 700],
  ['rows', 20, 2000, 1500],
  ['rows', 50, 7000, 4500],
] as const;
const GARBAGE = 'most of it is parsing, and collecting the garbage of it';
const WHOLE = 'a message is parsed in one piece';

/** Returns a result of about this many MB: a text of lines, or rows as structured content. */
function resultOf(kind: 'text' | 'rows', megabytes: number): object {
  const bytes = megabytes * 1e6;
  if (kind === 'text') return { content: [{ type: 'text', text: LINE.repeat(bytes / LINE.length) }] };
  const rows = Array.from({ length: bytes / 75 }, (_, id) => ({ id, name: `row ${id}`, ok: id % 7 === 0, tag: ['a'] }));
  return { content: [{ type: 'text', text: `${rows.length} rows` }], structuredContent: { rows } };
}

/** Sends pings until the returned function is called, which resolves to the longest time that one took. */
function pinging(session: McpSession): () => Promise<number> {
  let isOver = false;
  const run = async (): Promise<number> => {
    let longest = 0;
    while (!isOver) {
      longest = Math.max(longest, await timing(() => session.request('ping', {})));
      await new Promise((resolve) => setTimeout(resolve, PING_MS));
    }
    return longest;
  };
  const longest = run();
  return () => {
    isOver = true;
    return longest;
  };
}

/** Measures results of many megabytes through the gateway, and how long other requests wait meanwhile. */
export async function* benchGatewayLarge(): AsyncGenerator<Figure> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-bench-')));
  const home = path.join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  const mcpServers = { s: { command: NODE, args: [ANSWERING] } };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
  const env = { MCP_PRUNER_HOME: home, MCP_PRUNER_CWD: folder, PRUNER_URL: 'embedded', MCP_PRUNER_LOG: 'error' };
  const straight = spawnServer([NODE, ANSWERING], {});
  const ours = spawnServer([NODE, built('bin')], env);
  try {
    await Promise.all([initialize(straight), initialize(ours)]);
    await ours.request('tools/list', {});
    for (const [kind, megabytes, goal, wait] of CASES) {
      const file = path.join(folder, `${kind}-${megabytes}.json`);
      writeFileSync(file, JSON.stringify(resultOf(kind, megabytes)));
      const args = { resultIn: file };
      const direct = await timing(() => callTool(straight, 'answer', args));
      await callTool(ours, 'mcp_s_answer', { result: { content: [] } });
      const longest = pinging(ours);
      const took = await timing(() => callTool(ours, 'mcp_s_answer', args));
      const waited = await longest();
      const what = `${megabytes} MB of ${kind === 'text' ? 'lines' : 'rows in structured content'}`;
      yield {
        ...{ name: `${what} through the gateway`, measured: took, unit: 'ms', goal },
        note: `straight ${direct.toFixed(0)} ms, which includes the server's own time`,
        ...(goal > 5000 && { loosened: { from: 5000, because: GARBAGE } }),
      };
      const loosened = { from: 300, because: WHOLE };
      yield { name: 'the longest that a ping waited meanwhile', measured: waited, unit: 'ms', goal: wait, loosened };
    }
  } finally {
    await Promise.all([ours.close(), straight.close()]);
    rmSync(folder, { recursive: true });
  }
}
