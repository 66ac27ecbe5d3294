import { expect, test } from 'vitest';
import { sealText, unsealText } from '../../../worker/dashboard/session/sealed-text.ts';
import { keyOfSession, SESSION_MS, toSessionValue } from '../../../worker/dashboard/session/session-value.ts';

const SECRET = 'a-session-secret';
const KEY = '0123456789abcdef';

test('a session is the key’s id until it ends', async () => {
  const value = await toSessionValue(SECRET, KEY, 1_000);
  expect(await keyOfSession(SECRET, value, 1_000)).toBe(KEY);
  expect(await keyOfSession(SECRET, value, 1_000 + SESSION_MS - 1)).toBe(KEY);
  expect(await keyOfSession(SECRET, value, 1_000 + SESSION_MS)).toBeUndefined();
  expect(SESSION_MS).toBe(12 * 60 * 60 * 1000);
});

test('a session that was changed in any part is none', async () => {
  const [id = '', expiry = '', seal = ''] = (await toSessionValue(SECRET, KEY, 1_000)).split('.');
  const forged = [
    `root.${expiry}.${seal}`,
    `${id}.${Number(expiry) + 1}.${seal}`,
    `${id}.${expiry}.${seal.replace(/^./, (one) => (one === 'a' ? 'b' : 'a'))}`,
    `${id}.${expiry}.`,
    `${id}.${expiry}`,
    `${id}.9e99.${seal}`,
    '',
    '..',
  ];
  for (const value of forged) expect(await keyOfSession(SECRET, value, 1_000), value).toBeUndefined();
  expect(await keyOfSession('another secret', `${id}.${expiry}.${seal}`, 1_000)).toBeUndefined();
});

test('a sealed text is read by whoever sealed it alone, and differs each time', async () => {
  const sealed = await sealText(SECRET, 'created', 'naïve 漢字');
  expect(await unsealText(SECRET, 'created', sealed)).toBe('naïve 漢字');
  expect(await sealText(SECRET, 'created', 'naïve 漢字')).not.toBe(sealed);
  expect(await unsealText('another secret', 'created', sealed)).toBeUndefined();
  expect(await unsealText(SECRET, 'provider', sealed)).toBeUndefined();
  for (const wrong of ['', 'x', '%%%', sealed.slice(0, -8), `AAAA${sealed.slice(4)}`]) {
    expect(await unsealText(SECRET, 'created', wrong), wrong).toBeUndefined();
  }
});
