// An MCP server over stdio without any library. Its one argument is JSON that says what to list. A call of its tool
// `answer` is answered with the argument `result`, or with what the file `resultIn` has, and any other call with its own
// parameters.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const script = JSON.parse(process.argv[2] ?? '{}');
const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const waiting = new Map();
const heard = [];
let tools = script.tools ?? [{ name: 'answer', inputSchema: { type: 'object' } }];
let asked = 1;
let reads = 0;

let release = () => {};
const released = new Promise((resolve) => {
  release = resolve;
});

const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

async function call(params) {
  const { name, arguments: args = {} } = params;
  if (args.result !== undefined) return args.result;
  if (args.resultIn !== undefined) return JSON.parse(readFileSync(args.resultIn, 'utf8'));
  if (name === 'ask') {
    const id = asked++;
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    write({ id, method: args.method, params: args.params });
    return text(await answered);
  }
  if (name === 'notify') write({ method: args.method, params: args.params });
  if (name === 'redefine') {
    tools = args.tools;
    write({ method: 'notifications/tools/list_changed' });
  }
  if (name === 'release') release();
  if (name === 'heard') return text(heard);
  return text(params);
}

async function answer({ method, params }) {
  // Lists named in `held` are only sent after a call of the tool `release`.
  if (script.held?.includes(method)) await released;
  switch (method) {
    case 'initialize': {
      const all = {
        tools: { listChanged: true },
        resources: { subscribe: true },
        prompts: {},
        completions: {},
        logging: {},
      };
      const serverInfo = { name: 'answering', version: '1' };
      const { capabilities = all, instructions } = script;
      return { protocolVersion: params.protocolVersion, capabilities, serverInfo, instructions };
    }
    case 'ping':
      return {};
    case 'tools/list':
      return { tools };
    case 'resources/list':
      return { resources: script.resources ?? [] };
    case 'resources/templates/list':
      return { resourceTemplates: script.resourceTemplates ?? [] };
    case 'prompts/list':
      return { prompts: script.prompts ?? [] };
    case 'tools/call':
      return call(params);
    case 'resources/read':
      return { contents: [{ uri: params.uri, text: `read ${++reads}` }] };
    case 'prompts/get':
      return { messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(params) } }] };
    case 'completion/complete':
      return { completion: { values: [JSON.stringify(params)] } };
    default:
      heard.push({ method, params });
      return {};
  }
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) waiting.get(message.id)?.(message.result ?? { error: message.error });
  else if (message.id === undefined) heard.push({ method: message.method, params: message.params });
  else if (message.method === 'completion/complete' && script.capabilities !== undefined)
    write({ id: message.id, error: { code: -32601, message: 'Method not found' } });
  else if (message.params?.arguments?.raw === undefined) write({ id: message.id, result: await answer(message) });
  // `raw` is sent verbatim, because no value serializes to it.
  else process.stdout.write(`{"jsonrpc":"2.0","id":${message.id},"result":${message.params.arguments.raw}}\n`);
});
