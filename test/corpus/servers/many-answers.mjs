// An MCP server over stdio without any library. Its argument is a JSON file with its tools, prompts and resources, and
// with results by name. A call of any tool selects a result by the argument `pick`.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { offer = {}, results = {} } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const waiting = new Map();
let asked = 0;

process.stderr.write('many answers: ready, token ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2\n');

const text = (value) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});

const ask = (method, params) =>
  new Promise((resolve) => {
    asked += 1;
    waiting.set(`ask-${asked}`, resolve);
    write({ id: `ask-${asked}`, method, params });
  });

async function call({ name, arguments: args = {}, _meta = {} }) {
  if (args.pick !== undefined) return results[args.pick] ?? text('There is no such answer');
  switch (name) {
    case 'ask':
      return text(await ask(args.method, args.params));
    case 'progress':
      for (const progress of [1, 2, 3])
        write({ method: 'notifications/progress', params: { progressToken: _meta.progressToken, progress, total: 3 } });
      return text('done');
    case 'log':
      for (const level of ['debug', 'info', 'error'])
        write({ method: 'notifications/message', params: { level, logger: 'many', data: `at ${level}` } });
      return text('logged');
    case 'refuse':
      throw { code: -32001, message: 'refused', data: { why: 'asked to' } };
    default:
      return text({ name, args });
  }
}

async function answer({ method, params = {} }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: {
          ...{
            tools: { listChanged: true },
            resources: { subscribe: true },
            prompts: {},
            completions: {},
            logging: {},
          },
        },
        serverInfo: { name: 'many-answers', version: '1.2.3' },
        instructions: 'Search before you read.\nNever delete.',
      };
    case 'tools/list':
      return { tools: offer.tools ?? [] };
    case 'prompts/list':
      return { prompts: offer.prompts ?? [] };
    case 'resources/list':
      return { resources: offer.resources ?? [] };
    case 'resources/templates/list':
      return { resourceTemplates: offer.templates ?? [] };
    case 'tools/call':
      return await call(params);
    case 'prompts/get':
      return {
        messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(params.arguments ?? null) } }],
      };
    case 'resources/read':
      if (results[params.uri] === undefined) throw { code: -32002, message: 'Resource not found', data: params };
      return { contents: [{ uri: params.uri, mimeType: 'text/plain', text: results[params.uri] }] };
    case 'completion/complete':
      return { completion: { values: ['one', 'two'], total: 2 } };
    case 'ping':
    case 'logging/setLevel':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return {};
    default:
      throw { code: -32601, message: 'Method not found' };
  }
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) return void waiting.get(message.id)?.(message.result ?? { error: message.error });
  if (message.id === undefined) return undefined;
  if (message.params?.name === 'die') process.exit(3);
  try {
    write({ id: message.id, result: await answer(message) });
  } catch (error) {
    write({ id: message.id, error });
  }
});
