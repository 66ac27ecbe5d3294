import { appendFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { PROMPTS } from './conformance-prompts.ts';
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from './conformance-resources.ts';
import { TOOLS } from './conformance-tools.ts';

/** What the official conformance suite wants of a server, over stdio. Its pid goes to the file that PIDS names. */

const { PIDS } = process.env;
if (PIDS !== undefined) appendFileSync(PIDS, `${process.pid}\n`);

const server = new Server(
  { name: 'conformance-fixture', version: '1' },
  {
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    },
  },
);

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.entries(TOOLS).map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })),
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {}, _meta } }, extra) => {
  const tool = TOOLS[name];
  if (tool === undefined) throw new Error(`No tool "${name}"`);
  return await tool.run(args, {
    server,
    log: (data) => server.sendLoggingMessage({ level: 'info', data }),
    progress: async (progress, total) => {
      const progressToken = _meta?.progressToken;
      if (progressToken === undefined) return;
      await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total } });
    },
  });
});

server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...RESOURCES] }));
server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...RESOURCE_TEMPLATES] }));
server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => ({ contents: [readResource(params.uri)] }));
server.setRequestHandler(SubscribeRequestSchema, () => ({}));
server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));

server.setRequestHandler(ListPromptsRequestSchema, () => ({
  prompts: Object.entries(PROMPTS).map(([name, { description, takes }]) => ({
    ...{ name, description },
    arguments: takes.map((argument) => ({ name: argument, description: `The ${argument}`, required: true })),
  })),
}));
server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: args = {} } }) => {
  const prompt = PROMPTS[name];
  if (prompt === undefined) throw new Error(`No prompt "${name}"`);
  return { messages: prompt.show(args).map((content) => ({ role: 'user' as const, content })) };
});
server.setRequestHandler(CompleteRequestSchema, ({ params }) => {
  const values = ['testValue1', 'testValue2', 'other'].filter((value) => value.startsWith(params.argument.value));
  return { completion: { values, total: values.length, hasMore: false } };
});
server.setRequestHandler(SetLevelRequestSchema, () => ({}));

process.stdin.once('end', () => process.exit(0));
await server.connect(new StdioServerTransport());
