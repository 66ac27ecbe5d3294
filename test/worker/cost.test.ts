import { expect, test } from 'vitest';
import { createApp } from '../../worker/app/app.ts';
import { costlyBodies } from '../support/costly-bodies.ts';

const BYTES = 1024 * 1024;
const ADMIN = 'the-administrators-secret-of-32-characters';
const app = createApp({ adminKey: ADMIN });
const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN}` };

const sizeOf = async (answer: Response): Promise<number> => (await answer.arrayBuffer()).byteLength;

test.each(costlyBodies(BYTES))('$name: the answer was many times its body of 1 MiB', async ({ path, body }) => {
  const answer = await app.request(path, { method: 'POST', headers, body });
  expect(answer.status).toBeLessThan(500);
  expect(await sizeOf(answer)).toBeLessThan(2.5 * body.length);
});

// Small enough to be parsed, whatever the contents. The answer says what is wrong, but not for each value.
test.each(costlyBodies(60_000))('$name: the answer was many times its body of 60 kB', async ({ path, body }) => {
  const answer = await app.request(path, { method: 'POST', headers, body });
  expect(answer.status).toBeLessThan(500);
  expect(await sizeOf(answer)).toBeLessThan(20 * body.length);
});

test('five million bad values were parsed and validated: a body of many values is refused before that', async () => {
  const body = `{"tool_response":"a","history":[0${',0'.repeat(60_000)}]}`;
  const answer = await app.request('/prune', { method: 'POST', headers, body });
  expect([answer.status, (await answer.json()).detail]).toEqual([
    413,
    'request body has too many JSON values: expected at most 50000',
  ]);
});

test('a text may hold any number of commas, brackets and quotes', async () => {
  const code = ',[{"\\'.repeat(30_000);
  const answer = await app.request('/prune', { method: 'POST', headers, body: JSON.stringify({ query: 'q', code }) });
  expect(answer.status).toBe(200);
});
