import { everyOf, readLabelledOutputs } from './labelled-outputs.ts';
import { readMcpResults } from './mcp-results.ts';
import { SHAPED_DATA } from './shaped-data.ts';
import { COLUMNS, LONG_SHOP } from './shop.ts';

type Fields = Readonly<Record<string, unknown>>;

const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const pick = { pick: { type: 'string', description: 'Which answer to give.' } };
const rows = { rows: { type: 'array', items: object({ id: { type: 'string' } }) } };

const TOOLS: readonly object[] = [
  { name: 'answer', title: 'Answer', description: 'Gives an answer by its name.', inputSchema: object(pick) },
  {
    ...{ name: 'table', description: 'Gives rows of a table.', inputSchema: object(pick, { required: ['pick'] }) },
    ...{ outputSchema: object(rows, { required: ['rows'] }), annotations: { readOnlyHint: true } },
  },
  { name: 'ask', description: 'Asks the client.', inputSchema: object({ method: { type: 'string' } }) },
  { name: 'progress', description: 'Reports progress.', inputSchema: object({}) },
  { name: 'log', description: 'Logs at three levels.', inputSchema: object({}) },
  { name: 'refuse', description: 'Refuses every call.', inputSchema: object({}) },
  { name: 'die', description: 'Ends the server.', inputSchema: object({}), annotations: { destructiveHint: true } },
  { name: 'odd name!', inputSchema: { type: 'object' }, _meta: { kept: true } },
  {
    ...{ name: 'focused', description: 'Has a question of its own.' },
    inputSchema: object({ ...pick, context_focus_question: { type: 'number' } }),
  },
];

/** Tools of a made-up issue tracker, enough to be searched. */
const MANY_TOOLS: readonly object[] = [
  'issue',
  'pull request',
  'branch',
  'release',
  'comment',
  'label',
  'file',
  'user',
].flatMap((thing) =>
  ['create', 'list', 'get', 'update', 'delete', 'search'].map((verb) => ({
    name: `${verb}_${thing.replace(' ', '_')}`,
    description: `Use this to ${verb} a ${thing} of a repository. ${'It takes owner and repo. '.repeat(6)}`,
    inputSchema: object({ owner: { type: 'string' }, repo: { type: 'string' }, number: { type: 'integer' } }),
  })),
);

/** What a server offers, as `servers/many-answers.mjs` reads it. */
export interface ServerScript {
  readonly offer: Fields;
  readonly results: Fields;
}

const text = (given: string): object => ({ content: [{ type: 'text', text: given }] });

/** Answers by name: of real servers, of programs, and of every shape that a result may have. */
export function serverScript(): ServerScript {
  const shaped = Object.entries(SHAPED_DATA).flatMap(([name, data]): (readonly [string, object])[] => [
    [`${name} as text`, text(JSON.stringify(data))],
    [`${name} as both`, { ...text(JSON.stringify(data)), structuredContent: { data } }],
  ]);
  const labelled = everyOf(readLabelledOutputs(), 12, 4).map(({ id, text: printed, exitCode }) => {
    return [`output ${id}`, { ...text(printed), ...(exitCode === 0 ? {} : { isError: true }) }] as const;
  });
  const image = { type: 'image', mimeType: 'image/png', data: 'AAAA'.repeat(5000) };
  const items = Array.from({ length: 400 }, (_, id) => ({ id: `row ${id}`, note: `note of row ${id}` }));
  const odd: Readonly<Record<string, object>> = {
    'an image': { content: [image, { type: 'text', text: 'a picture' }] },
    'several texts': { content: [COLUMNS, 'short', LONG_SHOP].map((one) => ({ type: 'text', text: one })) },
    'a resource': {
      content: [{ type: 'resource', resource: { uri: 'x:1', mimeType: 'text/plain', text: LONG_SHOP } }],
    },
    'a link': { content: [{ type: 'resource_link', uri: 'x:1', name: 'one' }], _meta: { kept: [1] } },
    'an error': { ...text(`${LONG_SHOP}\nError: refund failed`), isError: true },
    'an unknown block': { content: [{ type: 'unheard-of', value: 1 }] },
    'no content': { content: [] },
    'rows of the schema': { ...text(JSON.stringify({ rows: items })), structuredContent: { rows: items } },
    'rows against the schema': { ...text('[]'), structuredContent: { rows: 7 } },
    'structured only': { structuredContent: { rows: items } },
  };
  const recorded = readMcpResults().map(({ id, result }) => [id, result] as const);
  return {
    offer: {
      tools: TOOLS,
      prompts: [
        { name: 'greet', description: 'Greets.', arguments: [{ name: 'who', required: true }] },
        { name: 'plain' },
      ],
      resources: [
        { uri: 'x:1', name: 'One', mimeType: 'text/plain' },
        { uri: 'x:long', name: 'Long' },
      ],
      templates: [{ uriTemplate: 'x:{id}', name: 'Any' }],
    },
    results: {
      ...Object.fromEntries([...shaped, ...labelled, ...recorded]),
      ...odd,
      ...{ 'x:1': 'the resource one', 'x:long': LONG_SHOP },
    },
  };
}

/** A server that offers many tools and nothing else. */
export function manyToolsScript(): ServerScript {
  return { offer: { tools: MANY_TOOLS }, results: {} };
}
