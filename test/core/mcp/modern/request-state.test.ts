import { expect, test } from 'vitest';
import { createRequestStates, digestOf } from '../../../../src/mcp/modern/request-state.ts';

const STATE = { id: 'one', request: 'digest', expiresAt: 2000 };

test('a state comes back as it was signed, until it expires', async () => {
  let now = 1000;
  const states = createRequestStates(() => now);
  const text = await states.sign(STATE);
  expect(await states.verify(text)).toEqual(STATE);
  now = 2000;
  expect(await states.verify(text)).toBeUndefined();
});

test('what was not signed, by this process and to the letter, is none', async () => {
  const states = createRequestStates(() => 1000);
  const text = await states.sign(STATE);
  const [payload = '', signature = ''] = text.split('.');
  const later = btoa(JSON.stringify({ ...STATE, expiresAt: 9000 })).replaceAll('=', '');
  const others = await createRequestStates(() => 1000).sign(STATE);
  const forged = [
    `${later}.${signature}`,
    `${payload}.`,
    payload,
    '',
    `.${signature}`,
    others,
    `${text}A`,
    `${payload}.AAAA`,
  ];
  for (const one of [...forged, 'x'.repeat(100_000), `${payload}.${'_'.repeat(1001)}`]) {
    expect(await states.verify(one), one.slice(0, 80)).toBeUndefined();
  }
});

test('requests that differ have other digests', async () => {
  expect(await digestOf('a')).toBe(await digestOf('a'));
  expect(await digestOf('a')).not.toBe(await digestOf('b'));
});
