// An MCP server over stdio with a little of everything. Its arguments are the file for its pid, and a mode for other
// behavior.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , pidFile, mode] = process.argv;
writeFileSync(pidFile, String(process.pid));
if (mode === 'dies') {
  process.stderr.write(`no database, token ${process.env.TOKEN}\n`);
  process.exit(3);
}
// Keeps running after stdin has ended, until it is killed.
if (mode === 'stays') setInterval(() => {}, 1000);

const object = { type: 'object', properties: { text: { type: 'string' } } };
const ODD = [
  { name: 'either', inputSchema: { anyOf: [object, { required: ['text'] }] } },
  { name: 'list', description: 'Takes a list.', inputSchema: { type: 'array' } },
  { name: 'long', inputSchema: { ...object, description: 'x'.repeat(300_000) } },
];
const ANSWERS = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: 'small', version: '1.2.3' },
    instructions: 'Echo first.\nThen greet\u001b[2J.',
  }),
  'tools/list': () => ({
    tools: [
      { name: 'echo', description: 'Says it again.\nAnd more.', inputSchema: object },
      { name: 'write_all', description: 'evil \u001b[2J', inputSchema: { type: 'object' } },
      ...(mode === 'odd' ? ODD : []),
    ],
  }),
  'resources/list': () => ({ resources: [{ uri: 'small://a', name: 'a' }] }),
  'prompts/list': () => ({ prompts: [{ name: 'greet' }] }),
  'tools/call': ({ arguments: { text } }) => ({
    isError: text === 'fail',
    content: [
      { type: 'text', text: `you said\n${text}\u001b[2J` },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    ],
  }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || mode === 'silent') return;
  const answer = ANSWERS[method];
  const body = answer ? { result: answer(params) } : { error: { code: -32601, message: 'Method not found' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
});
