import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { validate } from '../../../src/mcp/validate.ts';

test('issues are sorted by path, then code, and their message is their code', () => {
  const error = invalidParams('tools/call', 'read', [
    { path: 'b', code: 'x' },
    { path: 'a', code: 'y' },
    { path: 'a', code: 'custom' },
    { path: '', code: 'z' },
  ]);
  expect({ code: error.code, message: error.message, data: error.data }).toEqual({
    code: -32602,
    message: 'Invalid params',
    data: {
      jeeves: { schemaVersion: 1 },
      method: 'tools/call',
      tool: 'read',
      issues: [
        { path: '', code: 'z', message: 'z' },
        { path: 'a', code: 'custom', message: 'custom' },
        { path: 'a', code: 'y', message: 'y' },
        { path: 'b', code: 'x', message: 'x' },
      ],
      advice: 'b: not a valid value; a: not a valid value; a: not a valid value; the params: not a valid value',
    },
  });
});

test('`tool` is left out where there is none, and advice is what the caller says', () => {
  expect(invalidParams('initialize', undefined, [], 'no').data).toEqual({
    jeeves: { schemaVersion: 1 },
    method: 'initialize',
    issues: [],
    advice: 'no',
  });
});

test('paths are dot-joined below what they stand under', () => {
  const schema = z.object({ list: z.array(z.object({ n: z.number() })) });
  expect(validate(schema, { list: [{ n: 1 }, { n: 'x' }] }, ['arguments'])).toEqual({
    ok: false,
    issues: [{ path: 'arguments.list.1.n', code: 'invalid_type' }],
    why: '"list.1.n" is "x": expected a number',
  });
  expect(validate(schema, 7)).toMatchObject({ ok: false, issues: [{ path: '', code: 'invalid_type' }] });
  expect(validate(schema, { list: [] })).toEqual({ ok: true, value: { list: [] } });
});
