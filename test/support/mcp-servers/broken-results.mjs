// An MCP server whose tools are listed with schemas and answer with results that break clients: `flood` gives ten
// megabytes of lines, `odd` has an outputSchema that cannot be compiled.
import { createInterface } from 'node:readline';

const LINE = 'a line of the flood, as long as lines of a log are: all is well on deck, said the mate to the master';
const LINES = Math.ceil(10_000_000 / (LINE.length + 8));
const inputSchema = { type: 'object' };
const tools = [
  { name: 'flood', inputSchema },
  { name: 'odd', inputSchema, outputSchema: { type: 'object', properties: { a: { type: 'no such type' } } } },
];
const flood = () => Array.from({ length: LINES }, (_, i) => `${String(i).padStart(6)} ${LINE}`).join('\n');
const called = {
  flood: () => ({ content: [{ type: 'text', text: flood() }] }),
  odd: () => ({ content: [{ type: 'text', text: 'odd' }], structuredContent: { a: 1 } }),
};
const answers = {
  initialize: ({ protocolVersion }) => ({
    ...{ protocolVersion, capabilities: { tools: {} } },
    serverInfo: { name: 'results', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name }) => called[name](),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params) ?? {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
