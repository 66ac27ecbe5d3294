// An MCP server for tests that kill it while it works. It appends every start, its own child processes and every
// executed call to the file named by RECORD, for the test to read.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const note = (line) => appendFileSync(process.env['RECORD'], `${line}\n`);
const helper = spawn('sleep', ['5000'], { stdio: 'ignore' });
note(`pid ${process.pid}`);
note(`pid ${helper.pid}`);

const inputSchema = { type: 'object' };
const tools = [
  { name: 'look', inputSchema, annotations: { readOnlyHint: true } },
  { name: 'set', inputSchema, annotations: { idempotentHint: true } },
  { name: 'pay', inputSchema },
];
const answers = {
  initialize: ({ protocolVersion }) => ({
    ...{ protocolVersion, capabilities: { tools: {} } },
    serverInfo: { name: 'killed', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': async ({ name, arguments: { call, ms } }) => {
    note(`${name} ${call}`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { content: [{ type: 'text', text: `${process.pid} ${call}` }] };
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = (await answers[method]?.(params)) ?? {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
process.stdin.on('end', () => process.exit(0));
