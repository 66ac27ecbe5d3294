import { expect, test } from 'vitest';
import { mendAnswer } from '../../../src/mcp/mend-answer.ts';

const OWN = { jsonrpc: '2.0', id: 7 };

test.each<readonly [unknown, object]>([
  [{ ...OWN, error: null, result: { a: 1 } }, { result: { a: 1 } }],
  [{ ...OWN, error: 'spent' }, { error: { code: -32000, message: 'spent' } }],
  [{ ...OWN, error: ['a', 1] }, { error: { code: -32000, message: '["a",1]' } }],
  [{ ...OWN, error: { code: 'E_1', message: 'spent' } }, { error: { code: -32000, message: 'E_1: spent' } }],
  [{ ...OWN, error: { code: 1.5, message: 'spent' } }, { error: { code: -32000, message: '1.5: spent' } }],
  [{ ...OWN, error: { code: -32000 } }, { error: { code: -32000, message: '{}' } }],
  [{ ...OWN, error: { detail: 'spent' } }, { error: { code: -32000, message: '{"detail":"spent"}', detail: 'spent' } }],
  [{ error: 'spent' }, { error: { code: -32000, message: 'spent' } }],
  [{ jsonrpc: '2.0', id: null, error: 'spent' }, { error: { code: -32000, message: 'spent' } }],
])('what an answer means is kept: %j', (given, meant) => {
  expect(mendAnswer(given, 7)).toEqual({ ...OWN, ...meant });
});

test.each<unknown>([
  { ...OWN, result: {} },
  { ...OWN, result: { error: 'spent' } },
  { ...OWN, error: { code: -32000, message: 'spent', data: 1 } },
  { ...OWN, method: 'ping', error: 'odd' },
  { jsonrpc: '1.0', id: 7, error: 'spent' },
  ['error'],
  null,
])('nothing else is changed: %j', (given) => {
  expect(mendAnswer(given, 7)).toBeUndefined();
});

test('without an id of its own or of a request it answers nothing', () => {
  expect(mendAnswer({ error: 'spent' })).toBeUndefined();
});
