// An MCP server over stdio that answers a call with the JSON text it was started with, to the letter, and writes the line
// that the call came in as a text in place of `"LINE"`. Its tool's input schema is the JSON text that follows, if any.
import { createInterface } from 'node:readline';

const [, , result = '{}', schema = '{"type":"object"}'] = process.argv;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = (json) => process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${json}}\n`);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'verbatim', version: '1' };
    answer(JSON.stringify({ protocolVersion, capabilities: { tools: {} }, serverInfo }));
  }
  if (method === 'tools/list') answer(`{"tools":[{"name":"answer","inputSchema":${schema}}]}`);
  if (method === 'tools/call') answer(result.replace('"LINE"', () => JSON.stringify(line)));
});
