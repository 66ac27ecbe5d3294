// Delays the answer to `meet` until two agents with different names have called it. The answer has the server's process
// id and both names.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

appendFileSync(process.env.PIDS, `${process.pid}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const waiting = new Map();
const properties = { who: { type: 'string' } };
const TOOL = { name: 'meet', inputSchema: { type: 'object', properties, required: ['who'] } };

function meet(id, who) {
  waiting.set(who, id);
  if (waiting.size < 2) return;
  const names = [...waiting.keys()].sort().join(' and ');
  for (const [name, own] of waiting) {
    const text = `${name}: process ${process.pid} has met ${names}`;
    send({ id: own, result: { content: [{ type: 'text', text }] } });
  }
}

createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const serverInfo = { name: 'meeting', version: '1' };
    send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') send({ id, result: { tools: [TOOL] } });
  else if (method === 'tools/call') meet(id, params.arguments.who);
  else if (id !== undefined && method !== undefined) {
    send({ id, error: { code: -32601, message: 'Method not found' } });
  }
});
process.stdin.on('end', () => process.exit());
