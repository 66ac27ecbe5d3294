import { expect, test } from 'vitest';
import { statusOf } from '../../../src/prune-api/request-failure.ts';
import { failure } from './test-door.ts';

const OK = { query: 'q', code: 'c' };

test.each([
  ['no query', { code: 'c' }, 'missing', ['body', 'query'], 'Field required'],
  ['no code', { query: 'q' }, 'missing', ['body', 'code'], 'Field required'],
  ['a query that is a number', { ...OK, query: 3 }, 'string_type', ['body', 'query'], 'Input should be a valid string'],
  ['null code', { ...OK, code: null }, 'string_type', ['body', 'code'], 'Input should be a valid string'],
  [
    'a threshold that is a word',
    { ...OK, threshold: 'high' },
    'float_parsing',
    ['body', 'threshold'],
    'Input should be a valid number, unable to parse string as a number',
  ],
  [
    'a threshold in hexadecimal',
    { ...OK, threshold: '0x1' },
    'float_parsing',
    ['body', 'threshold'],
    'Input should be a valid number, unable to parse string as a number',
  ],
  [
    'a null threshold',
    { ...OK, threshold: null },
    'float_type',
    ['body', 'threshold'],
    'Input should be a valid number',
  ],
  [
    'half a token of overlap',
    { ...OK, chunk_overlap_tokens: 1.5 },
    'int_from_float',
    ['body', 'chunk_overlap_tokens'],
    'Input should be a valid integer, got a number with a fractional part',
  ],
  [
    'overlap that is a word',
    { ...OK, chunk_overlap_tokens: 'few' },
    'float_parsing',
    ['body', 'chunk_overlap_tokens'],
    'Input should be a valid number, unable to parse string as a number',
  ],
  [
    'a flag that is a word',
    { ...OK, always_keep_first_frags: 'maybe' },
    'bool_parsing',
    ['body', 'always_keep_first_frags'],
    'Input should be a valid boolean, unable to interpret input',
  ],
  ['ratio 0', { ...OK, target_ratio: 0 }, 'greater_than', ['body', 'target_ratio'], 'Input should be greater than 0'],
  [
    'ratio above 1',
    { ...OK, target_ratio: 1.01 },
    'less_than_equal',
    ['body', 'target_ratio'],
    'Input should be less than or equal to 1',
  ],
  [
    'no tokens',
    { ...OK, max_tokens: 0 },
    'greater_than_equal',
    ['body', 'max_tokens'],
    'Input should be greater than or equal to 1',
  ],
  [
    'line 0',
    { ...OK, first_line: 0 },
    'greater_than_equal',
    ['body', 'first_line'],
    'Input should be greater than or equal to 1',
  ],
  [
    'markers unknown',
    { ...OK, markers: 'none' },
    'literal_error',
    ['body', 'markers'],
    "Input should be 'plain' or 'ranges'",
  ],
  ['no documents', { goal: 'g' }, 'missing', ['body', 'documents'], 'Field required'],
  [
    'documents as a word',
    { goal: 'g', documents: 'd' },
    'list_type',
    ['body', 'documents'],
    'Input should be a valid list',
  ],
  [
    'a document without text',
    { goal: 'g', documents: [{ text: 'a' }, { id: 'b' }] },
    'missing',
    ['body', 'documents', 1, 'text'],
    'Field required',
  ],
  [
    'a document that is a string',
    { goal: 'g', documents: ['text'] },
    'model_attributes_type',
    ['body', 'documents', 0],
    'Input should be a valid dictionary or object to extract fields from',
  ],
])('%s is told in the words of FastAPI', async (_, body, type, loc, msg) => {
  const failed = await failure(body);
  expect(statusOf(failed)).toBe(422);
  expect(failed.detail).toEqual([{ type, loc, msg, input: expect.toSatisfy((input) => input !== undefined) }]);
});

test('every problem is listed', async () => {
  expect((await failure({ threshold: 'x' })).detail).toHaveLength(3);
});

test.each([[[]], ['text'], [3], [null], [true]])('a body that is %j is no request', async (body) => {
  expect((await failure(body)).detail).toMatchObject([{ type: 'model_attributes_type', loc: ['body'] }]);
});

test('what was sent is echoed as a short excerpt only', async () => {
  const failed = await failure({ query: 'q', code: { secret: 'x'.repeat(1000) }, threshold: 'y'.repeat(1000) });
  expect(JSON.stringify(failed)).not.toContain('xxx');
  expect(JSON.stringify(failed).length).toBeLessThan(700);
});

test('51 documents are beyond the limit', async () => {
  const documents = Array.from({ length: 51 }, () => ({ text: 'a' }));
  const failed = await failure({ goal: 'g', documents });
  expect(statusOf(failed)).toBe(413);
  expect(failed.detail).toBe('too many documents: expected at most 50, got 51');
});
