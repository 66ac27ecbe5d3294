import { expect, test } from 'vitest';
import { createSentParts } from '../../../../launcher/hooks/opencode/sent-parts.ts';

const text = (id: string, end?: number) => ({ id, type: 'text', time: { start: 1, ...(end && { end }) } });
const tool = (id: string, status: string) => ({ id, type: 'tool', state: { status } });
const message = (id: string, ...parts: object[]) => ({ info: { id }, parts });

test('a part is sent once, and again when its call has ended', () => {
  const sent = createSentParts();
  expect(sent.knows('s', 't')).toBe(false);
  const first = [message('m1', { id: 'p0' }), message('m2', text('p1', 2), tool('p2', 'running'))];
  expect(sent.without('s', 't', first)).toEqual(first);
  expect(sent.knows('s', 't')).toBe(true);
  const next = [message('m2', text('p1', 2), tool('p2', 'completed')), message('m3', tool('p3', 'running'))];
  expect(sent.without('s', 't', next)).toEqual([
    message('m2', tool('p2', 'completed')),
    message('m3', tool('p3', 'running')),
  ]);
  expect(sent.without('s', 't', next)).toEqual([]);
});

test('words that are still being said wait for the next call', () => {
  const sent = createSentParts();
  expect(sent.without('s', 't', [message('m', text('p'), tool('q', 'running'))])).toEqual([
    message('m', tool('q', 'running')),
  ]);
  expect(sent.without('s', 't', [message('m', text('p', 2))])).toEqual([message('m', text('p', 2))]);
});

test('a server that was started since is told of everything, and so is another session', () => {
  const sent = createSentParts();
  const all = [message('m', text('p', 2))];
  sent.without('s', 'old', all);
  expect(sent.knows('s', 'new')).toBe(false);
  expect(sent.without('s', 'new', all)).toEqual(all);
  expect(sent.without('other', 'new', all)).toEqual(all);
});

test('no messages are none, not an empty session', () => {
  expect(createSentParts().without('s', 't', undefined)).toBeUndefined();
});

test('of many sessions the oldest is told again', () => {
  const sent = createSentParts();
  for (let at = 0; at <= 32; at++) sent.without(`s${at}`, 't', []);
  expect([sent.knows('s0', 't'), sent.knows('s1', 't')]).toEqual([false, true]);
});
