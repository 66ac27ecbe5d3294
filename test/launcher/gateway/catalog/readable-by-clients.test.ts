import {
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { prepareTools } from '../../../../launcher/gateway/catalog/prepare-tools.ts';
import { toReadableEntries } from '../../../../launcher/gateway/catalog/readable-entries.ts';

const WORDS = 'title description icons _meta annotations mimeType size arguments outputSchema execution odd';
const object = (more: object) => ({ type: 'object', ...more });
const ODD: readonly unknown[] = [
  ...[null, 5, 'x', '', true, [], {}, [null], [5], ['x'], { a: 1 }, [{}], -1, { title: 5 }, { readOnlyHint: null }],
  ...[[{ src: 'a' }], [{ src: 'a', theme: 'odd' }], [{ src: 'a', sizes: 'x' }]],
  ...[[{ name: 'a', required: 'x' }], [{ name: 'a', title: 5 }], [{ name: 'a', description: 5 }]],
  ...[{ audience: ['x'] }, { audience: ['user'], priority: 5 }, { lastModified: 'yesterday' }, { priority: 'x' }],
  ...[{ properties: null }, { required: null }, { properties: { a: 5 } }, { properties: { a: [] } }].map(object),
  ...[{ properties: { a: true, b: false } }, { required: [5] }].map(object),
  { taskSupport: 'odd' },
];

test.each(WORDS.split(' '))(
  'whatever stands in %s, the list can be read by a client of the SDK and loses nothing else',
  async (field) => {
    const odd = ODD.map((value, i) => ({ name: `n${i}`, uri: 'a:b', uriTemplate: 'a:b', [field]: value }));
    const tools = await prepareTools('s', odd, () => {});
    const prompts = toReadableEntries('prompts', odd);
    const resources = toReadableEntries('resources', odd);
    const resourceTemplates = toReadableEntries('resourceTemplates', odd);
    for (const list of [tools, prompts, resources, resourceTemplates]) expect(list.length).toBe(odd.length);
    expect(ListToolsResultSchema.safeParse({ tools }).error).toBeUndefined();
    expect(ListPromptsResultSchema.safeParse({ prompts }).error).toBeUndefined();
    expect(ListResourcesResultSchema.safeParse({ resources }).error).toBeUndefined();
    expect(ListResourceTemplatesResultSchema.safeParse({ resourceTemplates }).error).toBeUndefined();
  },
);

test.each(ODD.map((value) => [value]))('an inputSchema such as %j costs no client its list', async (value) => {
  const listed = [
    { name: 'a', inputSchema: value },
    { name: 'b', inputSchema: { anyOf: [value, { type: 'object' }] } },
  ];
  const tools = await prepareTools('s', listed, () => {});
  expect(tools.map(({ name }) => name)).toContain('b');
  expect(ListToolsResultSchema.safeParse({ tools }).error).toBeUndefined();
});
