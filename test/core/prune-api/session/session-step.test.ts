import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import { statusOf } from '../../../../src/prune-api/request-failure.ts';
import { SHOP, SHOP_PATH, SHOP_QUESTION, sessionAbout } from '../../../support/shop.ts';
import { failure, toolResponseAnswer } from '../test-door.ts';

const KINDS = "Input should be 'asked', 'said', 'called' or 'gave'";
const OBJECT = 'Input should be a valid dictionary or object to extract fields from';

test.each([
  ['is a word', 'x', 'list_type', [], 'Input should be a valid list', 'x'],
  ['has a step that is a word', ['x'], 'model_attributes_type', [0], OBJECT, 'x'],
  ['has an unknown kind', [{ kind: 'thought', text: 'x' }], 'literal_error', [0, 'kind'], KINDS, 'thought'],
  ['has a step without a kind', [{ text: 'x' }], 'missing', [0, 'kind'], 'Field required', null],
  ['has no text', [{ kind: 'asked' }], 'missing', [0, 'text'], 'Field required', null],
  ['has no tool', [{ kind: 'called' }], 'missing', [0, 'tool'], 'Field required', null],
  [
    'has a number for a text',
    [
      { kind: 'said', text: '' },
      { kind: 'gave', text: 3 },
    ],
    'string_type',
    [1, 'text'],
    'Input should be a valid string',
    3,
  ],
  [
    'has arguments that are a word',
    [{ kind: 'called', tool: 'Read', args: 'a.ts' }],
    'model_attributes_type',
    [0, 'args'],
    OBJECT,
    'a.ts',
  ],
  [
    'has a number for a call',
    [{ kind: 'gave', text: '', call: 3 }],
    'string_type',
    [0, 'call'],
    'Input should be a valid string',
    3,
  ],
])('a context that %s is told in the words of FastAPI', async (_, context, type, loc, msg, input) => {
  for (const body of [
    { goal: 'q', documents: [] },
    { tool_response: 'a', context_focus_question: 'q' },
  ]) {
    const failed = await failure({ ...body, context });
    expect(statusOf(failed)).toBe(422);
    expect(failed.detail).toEqual([{ type, loc: ['body', 'context', ...loc], msg, input }]);
  }
});

test('an unknown care is refused where it stands', async () => {
  const msg = "Input should be 'references', 'careful' or 'balanced'";
  expect((await failure({ tool_response: 'a', automatic: 'yes' })).detail).toMatchObject([
    { type: 'literal_error', loc: ['body', 'automatic'], msg },
  ]);
  expect((await failure({ goal: '', documents: [], options: { automatic: true } })).detail).toMatchObject([
    { type: 'literal_error', loc: ['body', 'options', 'automatic'], msg },
  ]);
});

test('fields of a step that are not known, or null, are as good as left out', async () => {
  const kept = async (context: readonly object[]): Promise<string> => {
    const body = {
      tool_response: SHOP,
      path: SHOP_PATH,
      context_focus_question: SHOP_QUESTION,
      target_ratio: 0.2,
      context,
    };
    return (await toolResponseAnswer(body, createEmbeddedPruner())).pruned_code;
  };
  const steps = sessionAbout('depot');
  const odd = steps.map((step) => ({ call: null, args: null, at: 5, ...step }));
  expect(await kept(odd)).toBe(await kept(steps));
  expect(await kept(odd)).not.toBe(await kept([]));
});
