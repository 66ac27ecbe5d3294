import { setTimeout as pause } from 'node:timers/promises';
import type { CallToolResult, ContentBlock, ElicitRequestFormParams, Tool } from '@modelcontextprotocol/sdk/types.js';
import { ASKING } from './conformance-asking.ts';
import type { FixtureCall } from './conformance-call.ts';
import { DEFAULTS, ENUMS, WHO } from './conformance-elicited.ts';
import { PNG, WAV } from './conformance-media.ts';

export interface FixtureTool {
  readonly description: string;
  readonly inputSchema: Tool['inputSchema'];
  run(args: Readonly<Record<string, unknown>>, call: FixtureCall): CallToolResult | Promise<CallToolResult>;
}

const NO_ARGUMENTS: Tool['inputSchema'] = { type: 'object', properties: {} };
const text = (shown: string): ContentBlock => ({ type: 'text', text: shown });

function shows(description: string, ...content: ContentBlock[]): FixtureTool {
  return { description, inputSchema: NO_ARGUMENTS, run: () => ({ content }) };
}

const takes = (argument: string): Tool['inputSchema'] => ({
  type: 'object',
  properties: { [argument]: { type: 'string' } },
  required: [argument],
});

function asksUser(
  description: string,
  requestedSchema: ElicitRequestFormParams['requestedSchema'],
  inputSchema: Tool['inputSchema'] = NO_ARGUMENTS,
): FixtureTool {
  return {
    description,
    inputSchema,
    async run({ message = 'Please fill this in' }, { ask }) {
      const params = { message: String(message), requestedSchema };
      const { user = {} } = await ask({ user: { method: 'elicitation/create', params } });
      return {
        content: [text(`The user: action=${user['action']}, content=${JSON.stringify(user['content'] ?? {})}`)],
      };
    },
  };
}

const embedded = (uri: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'The embedded text.' },
});
const IMAGE: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };

/** The tools that the suite calls, by name. */
export const TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: shows('Shows a text', text('A simple text.')),
  test_image_content: shows('Shows an image', IMAGE),
  test_audio_content: shows('Plays a sound', { type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  test_embedded_resource: shows('Shows a resource', embedded('test://embedded-resource')),
  test_multiple_content_types: shows('Shows all', text('All:'), IMAGE, embedded('test://mixed-content-resource')),
  test_error_handling: {
    description: 'Fails',
    inputSchema: NO_ARGUMENTS,
    run: () => ({ content: [text('This tool fails on purpose')], isError: true }),
  },
  test_tool_with_logging: {
    description: 'Logs three times',
    inputSchema: NO_ARGUMENTS,
    async run(_, { log }) {
      for (const step of ['started', 'half done', 'done']) {
        await log(`The tool is ${step}`);
        await pause(50);
      }
      return { content: [text('Logged.')] };
    },
  },
  test_tool_with_progress: {
    description: 'Tells of its progress',
    inputSchema: NO_ARGUMENTS,
    async run(_, { progress }) {
      for (const done of [0, 50, 100]) {
        await progress(done, 100);
        await pause(50);
      }
      return { content: [text('All done.')] };
    },
  },
  test_sampling: {
    description: 'Asks the client for a completion',
    inputSchema: takes('prompt'),
    async run({ prompt }, { ask }) {
      const messages = [{ role: 'user', content: { type: 'text', text: String(prompt) } }];
      const params = { messages, maxTokens: 100 };
      const { model } = await ask({ model: { method: 'sampling/createMessage', params } });
      return { content: [text(`The model: ${JSON.stringify(model?.['content'])}`)] };
    },
  },
  test_elicitation: asksUser('Asks the user who they are', WHO, takes('message')),
  test_elicitation_sep1034_defaults: asksUser('Asks the user with defaults', DEFAULTS),
  test_elicitation_sep1330_enums: asksUser('Asks the user to choose', ENUMS),
  json_schema_2020_12_tool: {
    description: 'Takes what JSON Schema 2020-12 can say',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' } } } },
      properties: {
        address: { $ref: '#/$defs/address' },
        by: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { by: { const: 'phone' } }, required: ['by'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: (args) => ({ content: [text(JSON.stringify(args))] }),
  },
  ...Object.fromEntries(
    Object.entries(ASKING).map(([name, { description, run }]): [string, FixtureTool] => [
      name,
      {
        ...{ description, inputSchema: NO_ARGUMENTS },
        run: async (_, call) => ({ content: [text(JSON.stringify(await run(call)))] }),
      },
    ]),
  ),
};

/** A tool that is added to the list and removed again. */
export const CHANGED_TOOL: FixtureTool = shows('Is there now and then', text('Here.'));
