import { expect, test } from 'vitest';
import { prepareTools } from '../../../../launcher/gateway/catalog/prepare-tools.ts';
import type { EventLog } from '../../../../src/base/events/event-log.ts';

const tool = (name: unknown, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });

const TOO_LARGE = 'it is too large or too deep';

async function prepare(listed: readonly object[], known: readonly object[] = []) {
  const refused: string[] = [];
  const log: EventLog = (_level, _event, data) => {
    const { tool: name, reason } = data as { tool: string; reason: string };
    refused.push(`${name}: ${reason}`);
  };
  const tools = await prepareTools('s', listed as never, log, known as never);
  return { tools, refused };
}

test('what is not in the specification is kept', async () => {
  const odd = tool('a', {
    title: 'A',
    'x-odd': { deep: [1] },
    _meta: { m: 1 },
    annotations: { readOnlyHint: true, odd: 1 },
  });
  expect(await prepare([odd])).toEqual({ tools: [odd], refused: [] });
});

test('one tool that no client can read takes nothing from the others', async () => {
  const { tools, refused } = await prepare([
    tool('good'),
    tool(''),
    tool(7),
    { name: 'array', inputSchema: { type: 'array' } },
    { name: 'no-schema' },
    tool('good', { description: 'again' }),
    tool('odd', { title: 5, annotations: { readOnlyHint: 'yes' }, description: 'kept' }),
  ]);
  expect(tools).toEqual([tool('good'), tool('no-schema'), tool('odd', { description: 'kept' })]);
  expect(refused).toEqual([
    ': it has no name',
    '7: it has no name',
    'array: its inputSchema cannot match an object',
    'good: its name is used twice',
    'odd: left out: title, annotations',
  ]);
});

test.each([
  ['an unknown type', { type: 'object', properties: { a: { type: 'strnig' } } }],
  ['a reference into nowhere', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
  ['a pattern that is none', { type: 'object', properties: { a: { type: 'string', pattern: '(' } } }],
])('an outputSchema with %s is left out, the tool stays', async (_what, outputSchema) => {
  const { tools, refused } = await prepare([tool('a', { outputSchema })]);
  expect(tools).toEqual([tool('a')]);
  expect(refused).toEqual(['a: left out: outputSchema, which cannot be compiled']);
});

test('an outputSchema that an earlier run compiled was compiled again at every start', async () => {
  // The schema cannot be compiled, so it only stays if it was not compiled again.
  const outputSchema = { type: 'object', properties: { a: { type: 'strnig' } } };
  const listed = tool('a', { outputSchema });
  expect(await prepare([listed], [tool('a', { outputSchema })])).toEqual({ tools: [listed], refused: [] });
  const other = tool('a', { outputSchema: { ...outputSchema, title: 'A' } });
  expect((await prepare([listed], [other, tool('b', { outputSchema })])).tools).toEqual([tool('a')]);
});

test('an outputSchema that can be compiled stays, also where two bear the same $id', async () => {
  const first = { $id: 'x:result', type: 'object', properties: { a: { type: 'string' } } };
  const second = { $id: 'x:result', type: 'object', properties: { b: { type: 'number' } } };
  const { tools } = await prepare([tool('a', { outputSchema: first }), tool('b', { outputSchema: second })]);
  expect(tools.map((one) => one['outputSchema'])).toEqual([first, second]);
});

test('an outputSchema of 200 KB stays', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 2000 }, (_, i) => [`p${i}`, { type: 'string', description: 'x'.repeat(60) }]),
  );
  const listed = tool('a', { outputSchema: { type: 'object', properties } });
  expect(JSON.stringify(listed).length).toBeGreaterThan(200_000);
  // It is among the known tools, because compiling it takes longer on a busy machine than a list has time for.
  expect(await prepare([listed], [listed])).toEqual({ tools: [listed], refused: [] });
});

test('a tool that has to be a task keeps its mark, any other loses what it says about tasks', async () => {
  const required = tool('a', { execution: { taskSupport: 'required' } });
  const { tools } = await prepare([required, tool('b', { execution: { taskSupport: 'optional' } })]);
  expect(tools).toEqual([required, tool('b')]);
});

const nested = (levels: number): object => JSON.parse(`${'{"items":'.repeat(levels)}1${'}'.repeat(levels)}`) as object;

test('what is nested too deep to be written, or too large, takes nothing from the others', async () => {
  const { tools, refused } = await prepare([
    tool('deep', { inputSchema: { type: 'object', x: nested(20_000) } }),
    tool('long', { description: 'x'.repeat(300_000) }),
    tool('out', { outputSchema: { type: 'object', properties: { a: nested(20_000) } } }),
    tool('good'),
  ]);
  expect(tools).toEqual([tool('out'), tool('good')]);
  expect(refused).toEqual([
    `deep: ${TOO_LARGE}`,
    `long: ${TOO_LARGE}`,
    'out: left out: outputSchema, with which the definition is too deep or takes more than 262144 bytes',
  ]);
});

test('a list without end is cut, and told in a few events', async () => {
  const { tools, refused } = await prepare(
    Array.from({ length: 100 }, (_, i) => tool(`t${i}`, { description: 'x'.repeat(50_000) })),
  );
  expect(tools.length).toBe(41);
  expect(refused.length).toBe(21);
  expect(refused.at(-1)).toBe(': 39 more');
});

test('an outputSchema whose validator rejects later is left out', async () => {
  const { tools } = await prepare([tool('a', { outputSchema: { $async: true, type: 'object', required: ['b'] } })]);
  expect(tools).toEqual([tool('a')]);
});

test('a name that is an object, which nothing converts, took all tools of its server with it', async () => {
  const { tools, refused } = await prepare([tool('a'), { name: { toString: 1, valueOf: 1 }, inputSchema: {} }]);
  expect(tools).toEqual([tool('a')]);
  expect(refused).toEqual([': it has no name']);
});
