import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listenForCallback } from '../../../../launcher/gateway/sign-in/loopback-callback.ts';

const never = new AbortController().signal;

async function listening(port?: number) {
  const callback = await listenForCallback({ wished: port });
  onTestFinished(() => callback.close());
  return callback;
}

function get(address: string, options: { method?: string; host?: string } = {}) {
  return new Promise<{ status: number | undefined; page: string }>((resolve, reject) => {
    const { method = 'GET', host = new URL(address).host } = options;
    const asked = request(address, { method, headers: { host } }, (response) => {
      void text(response).then((page) => resolve({ status: response.statusCode, page }));
    });
    asked.once('error', reject).end();
  });
}

test('the first answer with the right state ends it; whatever else comes is turned away', async () => {
  const { redirectUrl, answer } = await listening();
  expect(redirectUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  const waited = answer('right', never);
  const turnedAway = [
    await get(`${redirectUrl}?code=evil&state=wrong`),
    await get(`${redirectUrl}?code=evil`),
    await get(`${redirectUrl}?state=right`),
    await get(redirectUrl.replace('callback', 'other?code=evil&state=right')),
    await get(redirectUrl.replace('callback', '/')),
    await get(`${redirectUrl}?code=evil&state=right`, { method: 'POST' }),
    await get(`${redirectUrl}?code=evil&state=right`, { host: 'evil.example' }),
  ];
  for (const { status, page } of turnedAway) {
    expect(status).toBe(400);
    expect(page).toContain('belongs to no pending sign-in');
    expect(page).not.toContain('evil');
  }
  const { status, page } = await get(`${redirectUrl}?code=good&state=right`);
  expect(status).toBe(200);
  expect(page).toContain('Signed in.');
  expect(page).not.toContain('good');
  expect(await waited).toEqual({ kind: 'code', code: 'good', iss: undefined });
});

test('a refusal is told by its code alone', async () => {
  const { redirectUrl, answer } = await listening();
  const waited = answer('s', never);
  const { page } = await get(`${redirectUrl}?error=${encodeURIComponent('<b>\u001b[2J')}&state=s`);
  expect(page).not.toContain('<b>');
  expect(await waited).toEqual({ kind: 'refused', error: 'an unknown error' });
});

test('the port that was used before is taken again, or another where it is not free', async () => {
  const first = await listening();
  const port = Number(new URL(first.redirectUrl).port);
  const second = await listening(port);
  expect(second.redirectUrl).not.toBe(first.redirectUrl);
  first.close();
  second.close();
  expect((await listening(port)).redirectUrl).toBe(first.redirectUrl);
});

test('a port that was asked for, and no other, is listened on', async () => {
  const first = await listenForCallback({});
  onTestFinished(() => first.close());
  const port = Number(new URL(first.redirectUrl).port);
  await expect(listenForCallback({ port })).rejects.toThrow('EADDRINUSE');
  const elsewhere = await listenForCallback({ wished: port });
  onTestFinished(() => elsewhere.close());
  expect(elsewhere.redirectUrl).not.toBe(first.redirectUrl);
});
