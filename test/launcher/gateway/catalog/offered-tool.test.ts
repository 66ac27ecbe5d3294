import { expect, test } from 'vitest';
import { withFocus } from '../../../../launcher/gateway/catalog/offered-tool.ts';

const PROPERTY = { type: 'string', description: 'Ask, and only the lines that answer come back.' };

test.each([
  [{ type: 'object' }],
  [{ type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false }],
  [{ type: 'object', properties: {}, anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
])('%j takes the question beside its own arguments', (schema) => {
  const { properties, ...rest } = schema as { properties?: object };
  expect(withFocus(schema)).toEqual({ ...rest, properties: { ...properties, context_focus_question: PROPERTY } });
});

test.each([
  [{ type: 'object', properties: { context_focus_question: { type: 'number' } } }],
  [{ type: 'object', oneOf: [{ properties: { a: {} }, additionalProperties: false }] }],
  [{ type: 'object', allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { additionalProperties: false } } }],
  [{ type: 'object', $ref: '#/$defs/a' }],
  [{ type: 'object', propertyNames: { pattern: '^x' } }],
])('%j does not', (schema) => {
  expect(withFocus(schema)).toBeUndefined();
});
