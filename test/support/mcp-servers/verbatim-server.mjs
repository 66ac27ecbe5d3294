// An MCP server over stdio that answers every call with the JSON text of its first argument, verbatim. `"LINE"` in that
// text is replaced by the line of the call. The second argument, if any, is the input schema of its tool. A call may
// have the argument `first`, the JSON text of a request to the client. The server sends that request, and puts the line
// of the client's response in place of `"LINE"`.
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
