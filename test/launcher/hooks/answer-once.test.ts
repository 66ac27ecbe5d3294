import { expect, test } from 'vitest';
import { createAnswerOnce } from '../../../launcher/hooks/answer-once.ts';
import type { SessionCall } from '../../../launcher/hooks/session-call.ts';

type Asked = Parameters<ReturnType<typeof createAnswerOnce>>[0];

const asked = (text: string, more: Partial<SessionCall> = {}): Asked => ({
  ...{ id: 'call-1', tool: 'Read', args: {}, transcript: '/s.jsonl', result: { text, withText: (short) => short } },
  ...more,
});

/** Counts how often an answer was computed. */
function counted() {
  const once = createAnswerOnce();
  let count = 0;
  const ask = (one: Asked): Promise<object | undefined> => once(one, async () => ({ count: ++count }));
  return { once, ask };
}

test.each<[string, Partial<SessionCall>]>([
  ['another call', { id: 'call-2' }],
  ['another session', { transcript: '/other.jsonl' }],
  ['another tool', { tool: 'Grep' }],
  ['other arguments', { args: { offset: 2 } }],
  ['a session that is told', { transcript: { catchUp: () => Promise.reject(new Error('no')) } }],
])('an answer is not shared with %s', async (_, more) => {
  const { ask } = counted();
  const first = await ask(asked('a'));
  expect(await ask(asked('a', more))).not.toBe(first);
  expect(await ask(asked('a'))).toBe(first);
});

test('an id that comes again with another text is another result', async () => {
  const { ask } = counted();
  const first = await ask(asked('a'));
  expect(await ask(asked('b'))).not.toBe(first);
});

test('a host that tells no id tells the time of the event', async () => {
  const { ask } = counted();
  const at = (event?: string): Asked => asked('a', { id: undefined, event });
  const first = await ask(at('2026-11-01T10:00:00.000Z'));
  expect(await ask(at('2026-11-01T10:00:00.000Z'))).toBe(first);
  expect(await ask(at('2026-11-01T10:00:00.001Z'))).not.toBe(first);
  expect(await ask(at())).not.toBe(await ask(at()));
});

test('a session that is told is one', async () => {
  const { ask } = counted();
  const transcript = { catchUp: () => Promise.reject(new Error('no')) };
  expect(await ask(asked('a', { transcript }))).toBe(await ask(asked('a', { transcript })));
});

test('an answer that failed is not remembered', async () => {
  const { once, ask } = counted();
  await expect(once(asked('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await ask(asked('a'))).toEqual({ count: 1 });
});

test.each([
  ['of many results', 64, 10],
  ['of long texts', 5, 1024 * 1024],
])('the oldest answers %s are forgotten', async (_, more, chars) => {
  const { ask } = counted();
  const text = 'x'.repeat(chars);
  const first = await ask(asked(text));
  for (let at = 0; at < more; at++) await ask(asked(text, { id: `later-${at}` }));
  expect(await ask(asked(text, { id: `later-${more - 1}` }))).toEqual({ count: more + 1 });
  expect(await ask(asked(text))).not.toBe(first);
});
