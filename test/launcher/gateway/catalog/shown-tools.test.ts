import { expect, test } from 'vitest';
import { showTools } from '../../../../launcher/gateway/catalog/shown-tools.ts';

const tool = (name: string, more: object = {}) => ({ title: 'T', name, inputSchema: { type: 'object' }, ...more });
const outputSchema = { type: 'object', properties: { a: {} } };
const listed = [
  { tool: tool('may', { outputSchema, _meta: { theirs: 1 } }), untouched: false },
  { tool: tool('raw', { outputSchema }), untouched: true },
  { tool: tool('plain'), untouched: false },
];

test('where results are structured, tools are shown as they are', () => {
  const shown = showTools(listed, { structured: true });
  expect(JSON.stringify(shown)).toBe(JSON.stringify(listed.map((one) => one.tool)));
});

test('where results are text alone, outputSchema stands beside the _meta of the server, but where nothing is touched', () => {
  const [may, raw, plain] = showTools(listed, { structured: false });
  expect(may).toEqual(tool('may', { _meta: { theirs: 1, 'jeeves/outputSchema': outputSchema } }));
  expect([raw, plain]).toEqual([tool('raw', { outputSchema }), tool('plain')]);
});
