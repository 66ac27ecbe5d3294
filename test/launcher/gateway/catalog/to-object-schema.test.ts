import { ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { toObjectSchema } from '../../../../launcher/gateway/catalog/to-object-schema.ts';

const path = { type: 'string', description: 'A path' };
const one = { type: 'object', properties: { kind: { const: 'one' }, path }, required: ['kind', 'path'] };
const two = { type: 'object', properties: { kind: { const: 'two' }, size: { type: 'integer' } }, required: ['kind'] };
const kinds = { anyOf: [{ const: 'one' }, { const: 'two' }] };
const eitherOne = { type: 'object', properties: { kind: kinds, path, size: { type: 'integer' } }, required: ['kind'] };
const NOTHING = { type: 'object', properties: {} };

test.each([
  [{ type: 'object' }],
  [{ type: 'object', properties: { a: true, b: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }],
  [{ type: 'object', properties: { type: { enum: ['OBJECT'], default: 'OBJECT' } }, additionalProperties: false }],
  [{ type: 'object', properties: { a: { $ref: '#/$defs/none' } }, $defs: { unused: {} }, if: {}, else: false }],
])('%j is an object already, and is passed on as it is', (schema) => {
  expect(toObjectSchema(schema)).toBe(schema);
});

describe('what is no plain object becomes one', () => {
  test.each<[string, unknown, object]>([
    ['{}', {}, NOTHING],
    ['true', true, NOTHING],
    ['null', null, NOTHING],
    [
      'no type',
      { properties: { path }, required: ['path'], additionalProperties: false, description: 'D' },
      {
        ...{ description: 'D', additionalProperties: false },
        ...{ type: 'object', properties: { path }, required: ['path'] },
      },
    ],
    ['an unknown type', { type: 'any', properties: { path } }, { type: 'object', properties: { path } }],
    ['a list of types', { type: ['object', 'null'], properties: { path } }, { type: 'object', properties: { path } }],
    [
      'upper case',
      { type: 'OBJECT', properties: { a: { type: 'ARRAY', items: { type: 'STRING' } } } },
      { ...{ type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } } },
    ],
    [
      'upper case deeper',
      { type: 'object', properties: { a: { type: ['String', 'NULL'], enum: ['STRING'] } } },
      { ...{ type: 'object', properties: { a: { type: ['string', 'null'], enum: ['STRING'] } } } },
    ],
    [
      'fields of the wrong form',
      { type: 'object', properties: { a: 5, b: true, c: null }, required: null },
      { ...{ type: 'object', properties: { a: {}, b: {}, c: {} } } },
    ],
    ['properties that are none', { type: 'object', properties: null, required: 'a' }, NOTHING],
    ['anyOf', { anyOf: [one, two] }, eitherOne],
    ['oneOf', { type: 'object', oneOf: [one, two] }, eitherOne],
    ['anyOf and null', { anyOf: [one, { type: 'null' }] }, one],
    ['the same twice', { anyOf: [one, structuredClone(one)] }, one],
    [
      'allOf',
      { allOf: [one, { properties: { size: true }, required: ['size'] }] },
      {
        ...{
          type: 'object',
          properties: { kind: { const: 'one' }, path, size: {} },
          required: ['kind', 'path', 'size'],
        },
      },
    ],
    [
      'nested',
      { allOf: [{ required: ['path'] }, { anyOf: [one, two] }] },
      { ...eitherOne, required: ['path', 'kind'] },
    ],
    [
      'conditions beside properties',
      {
        ...{ type: 'object', properties: { path, url: path }, required: [], additionalProperties: false },
        ...{ anyOf: [{ required: ['path'] }, { required: ['url'] }], not: { required: ['path', 'url'] } },
      },
      { type: 'object', properties: { path, url: path }, additionalProperties: false },
    ],
    [
      'a property that branches narrow',
      { properties: { kind: path }, oneOf: [one, two] },
      { ...{ ...eitherOne, properties: { ...eitherOne.properties, kind: path } } },
    ],
    ['$ref', { $ref: '#/$defs/one', $defs: { one } }, one],
    ['$ref to definitions', { $ref: '#/definitions/a~1b%20c', definitions: { 'a/b c': one } }, one],
    ['$ref in branches', { anyOf: [{ $ref: '#/$defs/one' }, { $ref: '#/$defs/two' }], $defs: { one, two } }, eitherOne],
    ['$ref to itself', { $ref: '#' }, NOTHING],
    [
      '$ref in a circle',
      { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, one] } } },
      { ...{ type: 'object', properties: one.properties } },
    ],
    ['$ref to nowhere', { $ref: '#/$defs/none', properties: { path } }, { type: 'object', properties: { path } }],
    ['$ref to elsewhere', { $ref: 'https://example.com/schema.json' }, NOTHING],
  ])('%s', (_what, schema, mended) => {
    expect(toObjectSchema(schema)).toEqual(mended);
    expect(ToolSchema.safeParse({ name: 'a', inputSchema: toObjectSchema(schema) }).error).toBeUndefined();
  });
});

test('conditions of two schemas are not mixed', () => {
  const when = (kind: string, more: object) => ({ if: { properties: { kind: { const: kind } } }, ...more });
  const first = when('one', { else: { required: ['size'] } });
  expect(
    toObjectSchema({ allOf: [one, first, when('two', { else: { required: ['path'] }, maxProperties: 2 })] }),
  ).toEqual({ ...one, ...first });
});

test('definitions that are still referenced are kept, also those that only a definition references', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, leaf: { $ref: '#/definitions/leaf' } } };
  const leaf = { type: 'string' };
  const schema = { $ref: '#/$defs/node', $defs: { node, unused: one }, definitions: { leaf, unused: two } };
  expect(toObjectSchema(schema)).toEqual({ ...node, $defs: { node }, definitions: { leaf } });
});

test('a reference into a branch still finds its target', () => {
  const schema = {
    anyOf: [one, { properties: { from: { $ref: '#/anyOf/0/properties/path' }, gone: { $ref: '#/anyOf/7' } } }],
  };
  expect(toObjectSchema(schema)).toEqual({
    type: 'object',
    properties: { ...one.properties, from: { $ref: '#/$defs/anyOf.0.properties.path' }, gone: {} },
    $defs: { 'anyOf.0.properties.path': path },
  });
});

test.each([
  ['text'],
  [5],
  [false],
  [[]],
  [{ type: 'array' }],
  [{ type: ['string', 'null'] }],
  [{ anyOf: [{ type: 'string' }, false] }],
  [{ allOf: [one, { type: 'string' }] }],
  [{ $ref: '#/$defs/list', $defs: { list: { type: 'ARRAY' } } }],
])('%j can never be an object', (schema) => {
  expect(toObjectSchema(schema)).toBeUndefined();
});

test('definitions that double at each level take no more time than they have characters', () => {
  const levels = Array.from({ length: 2000 }, (_, i) => {
    const inner = { $ref: `#/$defs/d${i + 1}` };
    return [`d${i}`, { allOf: [inner, { oneOf: [inner, { properties: { a: { const: i } } }] }] }] as const;
  });
  const schema = { $ref: '#/$defs/d0', $defs: Object.fromEntries(levels) };
  expect(JSON.stringify(toObjectSchema(schema)).length).toBeLessThan(JSON.stringify(schema).length);
});
