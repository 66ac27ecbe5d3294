import { expect, test } from 'vitest';
import { showTools } from '../../../../launcher/gateway/catalog/shown-tools.ts';

const tool = (name: string, more: object = {}) => ({ title: 'T', name, inputSchema: { type: 'object' }, ...more });
const execution = (taskSupport: string) => ({ execution: { taskSupport } });
const outputSchema = { type: 'object', properties: { a: {} } };
const listed = [
  { tool: tool('must', execution('required')), untouched: false },
  { tool: tool('may', { ...execution('optional'), outputSchema, _meta: { theirs: 1 } }), untouched: false },
  { tool: tool('raw', { ...execution('forbidden'), outputSchema }), untouched: true },
  { tool: tool('plain'), untouched: false },
];

test('a client without tasks is shown, byte for byte, what there was before there were any', () => {
  const shown = showTools(listed, { structured: true, tasks: false });
  const before = [tool('may', { outputSchema, _meta: { theirs: 1 } }), tool('raw', { outputSchema }), tool('plain')];
  expect(JSON.stringify(shown)).toBe(JSON.stringify(before));
});

test('one that has them is shown all of it', () => {
  const shown = showTools(listed, { structured: true, tasks: true });
  expect(JSON.stringify(shown)).toBe(JSON.stringify(listed.map((one) => one.tool)));
});

test('where results are text alone, outputSchema stands beside the _meta of the server, but where nothing is touched', () => {
  const [may, raw, plain] = showTools(listed, { structured: false, tasks: false });
  expect(may).toEqual(tool('may', { _meta: { theirs: 1, 'jeeves/outputSchema': outputSchema } }));
  expect([raw, plain]).toEqual([tool('raw', { outputSchema }), tool('plain')]);
});
