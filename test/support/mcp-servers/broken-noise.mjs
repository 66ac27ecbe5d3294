// An MCP server that fills its stdout with noise: invalid bytes, parts of messages, and answers to no request. Amid the
// noise it answers `initialize`, `tools/list` and `ping`. A tool call gets only noise. With the argument `mute`, every
// request gets only noise.
import { createInterface } from 'node:readline';

const mute = process.argv[2] === 'mute';
const noise = () => {
  process.stdout.write(Buffer.from([0, 255, 254, 10, 128, 10]));
  process.stdout.write('{"jsonrpc":"2.0","id":1,"result":\nnull\n[[]]\n{"jsonrpc":"2.0","id":99999,"result":{}}\n');
  process.stdout.write(`${'\u001b[31mDownloading… '.repeat(2000)}\n`);
};
const answers = {
  initialize: ({ protocolVersion }) => ({
    ...{ protocolVersion, capabilities: { tools: {} } },
    serverInfo: { name: 'noise', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'noise', inputSchema: { type: 'object' } }] }),
  ping: () => ({}),
};

noise();
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  noise();
  const answer = mute ? undefined : answers[method];
  if (id === undefined || answer === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(params) })}\n`);
  noise();
});
