import { expect, test } from 'vitest';
import { createSentParts } from '../../../../launcher/hosts/opencode/sent-parts.ts';

const text = (id: string, end?: number) => ({ id, type: 'text', time: { start: 1, ...(end && { end }) } });
const tool = (id: string, status: string) => ({ id, type: 'tool', state: { status } });
const message = (id: string, ...parts: object[]) => ({ info: { id }, parts });

/** Sends messages of the session `s` to the server `t`. Returns those that were sent. */
function told(sent: ReturnType<typeof createSentParts>, messages: unknown, session = 's', token = 't'): unknown {
  const unsent = sent.without(session, token, messages);
  unsent?.told();
  return unsent?.messages;
}

test('a part is sent once, and again when its call has ended', () => {
  const sent = createSentParts();
  expect(sent.knows('s', 't')).toBe(false);
  const first = [message('m1', { id: 'p0' }), message('m2', text('p1', 2), tool('p2', 'running'))];
  expect(told(sent, first)).toEqual(first);
  expect(sent.knows('s', 't')).toBe(true);
  const next = [message('m2', text('p1', 2), tool('p2', 'completed')), message('m3', tool('p3', 'running'))];
  expect(told(sent, next)).toEqual([message('m2', tool('p2', 'completed')), message('m3', tool('p3', 'running'))]);
  expect(told(sent, next)).toEqual([]);
});

test('parts that a server never got are sent again', () => {
  const sent = createSentParts();
  const all = [message('m', text('p', 2))];
  expect(sent.without('s', 't', all)?.messages).toEqual(all);
  expect(sent.knows('s', 't')).toBe(false);
  expect(told(sent, all)).toEqual(all);
  expect(told(sent, all)).toEqual([]);
});

test('of two that are sent side by side both count', () => {
  const sent = createSentParts();
  const [one, other] = [message('m1', text('p1', 2)), message('m2', text('p2', 2))];
  const [first, second] = [sent.without('s', 't', [one]), sent.without('s', 't', [one, other])];
  second?.told();
  first?.told();
  expect(told(sent, [one, other])).toEqual([]);
});

test('words that are still being said, and calls without their arguments, wait for the next call', () => {
  const sent = createSentParts();
  expect(told(sent, [message('m', text('p'), tool('q', 'running'), tool('r', 'pending'))])).toEqual([
    message('m', tool('q', 'running')),
  ]);
  const next = message('m', text('p', 2), tool('r', 'running'));
  expect(told(sent, [next])).toEqual([next]);
});

test('messages that may be missing between those that are known and the newest are noticed', () => {
  const sent = createSentParts();
  expect(sent.without('s', 't', [message('m1')])?.hasGap).toBe(false);
  told(sent, [message('m1', text('p1', 2))]);
  expect(sent.without('s', 't', [message('m1'), message('m2', text('p2', 2))])?.hasGap).toBe(false);
  expect(sent.without('s', 't', [message('m9', text('p9', 2))])?.hasGap).toBe(true);
});

test('a server that was started since is told of everything, and so is another session', () => {
  const sent = createSentParts();
  const all = [message('m', text('p', 2))];
  told(sent, all, 's', 'old');
  expect(sent.knows('s', 'new')).toBe(false);
  expect(told(sent, all, 's', 'new')).toEqual(all);
  expect(told(sent, all, 'other', 'new')).toEqual(all);
});

test('no messages are none, not an empty session', () => {
  expect(createSentParts().without('s', 't', undefined)).toBeUndefined();
});

test('of many sessions the oldest is told again', () => {
  const sent = createSentParts();
  for (let at = 0; at <= 32; at++) told(sent, [], `s${at}`);
  expect([sent.knows('s0', 't'), sent.knows('s1', 't')]).toEqual([false, true]);
});
