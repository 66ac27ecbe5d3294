import { expect, test } from 'vitest';
import { shortDefinition } from '../../../../launcher/gateway/tool-search/search-tools.ts';

const tool = (properties: object, description = 'does it') => ({
  name: 't',
  description,
  inputSchema: { type: 'object', properties, required: ['a'] },
});

test('a definition that fits is as it was', () => {
  const given = tool({ a: { type: 'string', description: 'one' } });
  expect(shortDefinition(given, 1000)).toBe(given);
});

test('a long one loses the descriptions of its arguments first, none of them', () => {
  const given = tool({ a: { enum: ['x', 'y'], description: 'z'.repeat(9000) }, description: { type: 'string' } });
  expect(shortDefinition(given, 1000)).toEqual(tool({ a: { enum: ['x', 'y'] }, description: { type: 'string' } }));
});

test('of one that is longer still the names of arguments are left', () => {
  const given = tool({ a: { enum: ['z'.repeat(9000)] } }, 'd'.repeat(9000));
  const { inputSchema, description } = shortDefinition(given, 1000) as { inputSchema: object; description: string };
  expect(inputSchema).toEqual({ type: 'object', properties: { a: {} } });
  expect(description.length).toBeLessThanOrEqual(500);
});
