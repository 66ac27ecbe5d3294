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
  ResultSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { FixtureAnswers, FixtureCall } from './conformance-call.ts';
import { createFixtureLists } from './conformance-lists.ts';
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from './conformance-resources.ts';

/** A server for the official conformance suite, over stdio. It appends its pid to the file named by PIDS. */

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

const lists = createFixtureLists();

/** Sends the client one request for each question. */
const ask: FixtureCall['ask'] = async (questions) => {
  const asked = Object.entries(questions).map(
    async ([key, question]): Promise<[string, FixtureAnswers[string]]> => [
      key,
      await server.request(question as Parameters<typeof server.request>[0], ResultSchema),
    ],
  );
  return Object.fromEntries(await Promise.all(asked));
};
const plain: Omit<FixtureCall, 'progress'> = {
  ask,
  async askSome(questions) {
    const asked = Object.entries(questions).map(([key, question]) => ask({ [key]: question }).catch(() => ({})));
    return Object.assign({}, ...(await Promise.all(asked))) as FixtureAnswers;
  },
  log: (data) => server.sendLoggingMessage({ level: 'info', data }),
  async change(list) {
    lists.change(list);
    await (list === 'tools' ? server.sendToolListChanged() : server.sendPromptListChanged());
  },
};

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: lists.listTools() }));
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {}, _meta } }, extra) => {
  const tool = lists.tools()[name];
  if (tool === undefined) throw new Error(`No tool "${name}"`);
  return await tool.run(args, {
    ...plain,
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

server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: lists.listPrompts() }));
server.setRequestHandler(GetPromptRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
  const prompt = lists.prompts()[name];
  if (prompt === undefined) throw new Error(`No prompt "${name}"`);
  const shown = await prompt.show(args, { ...plain, progress: async () => {} });
  return { messages: shown.map((content) => ({ role: 'user' as const, content })) };
});
server.setRequestHandler(CompleteRequestSchema, ({ params }) => {
  const values = ['testValue1', 'testValue2', 'other'].filter((value) => value.startsWith(params.argument.value));
  return { completion: { values, total: values.length, hasMore: false } };
});
server.setRequestHandler(SetLevelRequestSchema, () => ({}));

process.stdin.once('end', () => process.exit(0));
await server.connect(new StdioServerTransport());
