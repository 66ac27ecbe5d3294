import { expect, test } from 'vitest';
import { statusOf } from '../../../../src/prune-api/request-failure.ts';
import { failure, replied } from '../test-door.ts';

const DIALECTS = [
  ['B', { goal: 'q', documents: [{ text: 'a' }] }],
  ['C', { tool_response: 'a', context_focus_question: 'q' }],
] as const;
const MAX = 256 * 1024;

test.each(DIALECTS)('64 steps of context are the most: dialect %s', async (_, body) => {
  const context = Array.from({ length: 64 }, () => ({ kind: 'said', text: 'a' }));
  await replied({ ...body, context });
  const failed = await failure({ ...body, context: [...context, 'not even a step'] });
  expect(statusOf(failed)).toBe(413);
  expect(failed.detail).toBe('too many steps of context: expected at most 64, got 65');
});

test.each(DIALECTS)('256 KiB of text are the most, all steps together: dialect %s', async (_, body) => {
  const half = { kind: 'said', text: '\u00e4'.repeat(MAX / 4) };
  const read = { kind: 'called', tool: 'Read', args: { file_path: 'a.ts' }, call: '1' };
  const other = { kind: 'said', text: 'a'.repeat(MAX / 2 - 'Readfile_patha.ts1'.length) };
  await replied({ ...body, context: [half, read, other] });
  for (const over of [
    [half, read, { ...other, text: `${other.text}a` }],
    [half, { ...read, args: { file_path: 'a.tsx' } }, other],
  ]) {
    const failed = await failure({ ...body, context: over });
    expect(statusOf(failed)).toBe(413);
    expect(failed.detail).toBe('context is too large: expected at most 262144 bytes, got 262145');
  }
});

test('text anywhere in the arguments counts, however deep', async () => {
  let deep: unknown = 'a'.repeat(MAX);
  for (let i = 0; i < 20_000; i++) deep = [deep];
  const context = [{ kind: 'called', tool: 'x', args: { deep } }];
  expect(statusOf(await failure({ tool_response: 'a', context }))).toBe(413);
});
