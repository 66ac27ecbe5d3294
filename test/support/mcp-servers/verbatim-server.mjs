// An MCP server over stdio that answers a call with the JSON text it was started with, to the letter, and writes the line
// that the call came in as a text in place of `"LINE"`. Its tool's input schema is the JSON text that follows, if any. A
// call with the argument `first`, the JSON text of a request, sends that, and writes the line it is answered with instead.
import { createInterface } from 'node:readline';

const [, , result = '{}', schema = '{"type":"object"}'] = process.argv;
let answered = () => {};

const call = async (line, first) => {
  const shown =
    first === undefined
      ? line
      : await new Promise((resolve) => {
          answered = resolve;
          process.stdout.write(`${first}\n`);
        });
  return result.replace('"LINE"', () => JSON.stringify(shown));
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = (json) => process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${json}}\n`);
  if (method === undefined) answered(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'verbatim', version: '1' };
    answer(JSON.stringify({ protocolVersion, capabilities: { tools: {} }, serverInfo }));
  }
  if (method === 'tools/list') answer(`{"tools":[{"name":"answer","inputSchema":${schema}}]}`);
  if (method === 'tools/call') answer(await call(line, params.arguments.first));
});
