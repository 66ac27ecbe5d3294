import { expect, test } from 'vitest';
import type { SessionSource } from '../../../launcher/hosts/recordings.ts';
import { openSession } from '../../../launcher/sessions/open-session.ts';
import { claudeText } from '../../bench/sessions/sources/written-sessions.ts';

const { signal } = new AbortController();

const source = (open: SessionSource['open']): SessionSource => ({ place: 'p', changedAt: 0, bytes: 0, open });

async function* chunks(count: number, chunk: (at: number) => string, pulled: { count: number }) {
  for (let at = 0; at < count; at++) {
    pulled.count++;
    yield Buffer.from(chunk(at));
  }
}

async function read(open: SessionSource['open']) {
  const session = await openSession(source(open), signal);
  let events = 0;
  for await (const _ of session.events()) events++;
  await session.close();
  return { events, skipped: session.skipped, format: session.format };
}

test('a source that cannot be opened is unreadable', async () => {
  const fail = (): never => {
    throw new Error('no such object');
  };
  expect(await read(fail)).toEqual({ events: 0, skipped: 'unreadable', format: undefined });
});

test('a source that breaks off is read as far as it goes', async () => {
  async function* open() {
    yield Buffer.from(claudeText('s', ['a', 'b']));
    throw new Error('read error');
  }
  expect(await read(open)).toEqual({ events: 4, skipped: 'cut', format: 'claude-code' });
});

test('something else is not read to its end', async () => {
  const pulled = { count: 0 };
  const log = () => chunks(10_000, () => '{"a":1}\n'.repeat(30), pulled);
  expect(await read(log)).toEqual({ events: 0, skipped: 'not_a_session', format: undefined });
  expect(pulled.count).toBeLessThan(4);
});

test('bytes without a line break end once they are too many', async () => {
  const pulled = { count: 0 };
  const megabyte = '\u0000'.repeat(1024 * 1024);
  expect(await read(() => chunks(500, () => megabyte, pulled))).toMatchObject({ events: 0, skipped: 'too_large' });
  expect(pulled.count).toBe(65);
});

test('only the beginning is read before the session is wanted', async () => {
  const pulled = { count: 0 };
  const open = () => chunks(100, (at) => claudeText('s', [`call ${at}`]), pulled);
  const session = await openSession(source(open), signal);
  expect(session).toMatchObject({ id: 's', format: 'claude-code', folder: '/p', isRead: false, skipped: undefined });
  expect(session.firstCalls).toHaveLength(8);
  expect(pulled.count).toBe(8);
  await session.close();
});

test('long results before the eighth call were all held', async () => {
  const text = claudeText('s', ['a']).replace('text of a', 'x'.repeat(3_000_000));
  const pulled = { count: 0 };
  const open = (): AsyncGenerator<Uint8Array> => chunks(20, (at) => text.replaceAll('s-a', `s-a${at}`), pulled);
  const session = await openSession(source(open), signal);
  expect(pulled.count).toBe(3);
  expect(session.firstCalls).toHaveLength(3);
  let events = 0;
  for await (const _ of session.events()) events++;
  expect(events).toBe(40);
});
