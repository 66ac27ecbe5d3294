import { expect, test } from 'vitest';
import type { ServerSignIn } from '../../../../launcher/gateway/sign-in/server-sign-in.ts';
import { withSignIn } from '../../../../launcher/gateway/sign-in/with-sign-in.ts';

const URL_ = new URL('https://far.example:8443/mcp');

/** Creates a server with an answer for each token, and records the tokens it was sent. */
function sending(answers: Readonly<Record<string, ResponseInit>>, renewed?: string) {
  const sent: (string | null)[] = [];
  const demanded: unknown[] = [];
  let stored = 'old';
  const signIn: ServerSignIn = {
    token: async () => stored,
    renew: async () => renewed,
    demand: async (scope, kind) => void demanded.push([scope, kind]),
  };
  const base = async (_: string | URL, init?: RequestInit): Promise<Response> => {
    const token = new Headers(init?.headers).get('authorization');
    sent.push(token);
    return new Response('said', answers[token?.slice('Bearer '.length) ?? ''] ?? { status: 200 });
  };
  const fetch = withSignIn(base, URL_, signIn, (scope) => new Error(`demands ${scope}`));
  const store = (token: string): void => {
    stored = token;
  };
  return { fetch, sent, demanded, store };
}

test.each([
  'https://far.example/mcp',
  'https://far.example:8444/mcp',
  'http://far.example:8443/mcp',
  'https://other.example:8443/mcp',
])('a token went to %s', async (target) => {
  const { fetch, sent } = sending({});
  await fetch(target, { method: 'POST' });
  expect(sent).toEqual([null]);
});

const challenge = (value: string): ResponseInit => ({ status: 403, headers: { 'www-authenticate': value } });

test('a token that is refused is renewed once; the answer to the new one stands', async () => {
  const { fetch, sent } = sending({ old: { status: 401 }, new: { status: 401 } }, 'new');
  expect((await fetch(URL_)).status).toBe(401);
  expect(sent).toEqual(['Bearer old', 'Bearer new']);
});

test('the scope that a 401 names is noted, and the answer handed on', async () => {
  const { fetch, demanded } = sending({ old: { ...challenge('Bearer scope="a b"'), status: 401 } });
  expect((await fetch(URL_)).status).toBe(401);
  expect(demanded).toEqual([['a b', 'token']]);
});

test('where no other token can be had the answer is handed on whole', async () => {
  const { fetch, sent } = sending({ old: { status: 401 } });
  expect(await (await fetch(URL_)).text()).toBe('said');
  expect(sent).toEqual(['Bearer old']);
});

test('a scope that is demanded is noted and told', async () => {
  const { fetch, sent, demanded } = sending({ old: challenge('Bearer error="insufficient_scope", scope="a b"') });
  await expect(fetch(URL_)).rejects.toThrow('demands a b');
  expect(sent).toEqual(['Bearer old']);
  expect(demanded).toEqual([['a b', 'scope']]);
});

test('a user who has said yes meanwhile is not asked again', async () => {
  const { fetch, sent, store, demanded } = sending({ old: challenge('Bearer error="insufficient_scope", scope="a"') });
  const asked = fetch(URL_);
  store('new');
  expect((await asked).status).toBe(200);
  expect([sent, demanded]).toEqual([['Bearer old', 'Bearer new'], []]);
});

test.each([
  'Bearer error="insufficient_scope"',
  'Bearer error="invalid_token", scope="a"',
  'Bearer error="insufficient_scope", scope="a\\b"',
  `Bearer error="insufficient_scope", scope="${'a'.repeat(1001)}"`,
  'Basic scope="a"',
])('a 403 with %j demands no scope', async (value) => {
  const { fetch, demanded } = sending({ old: challenge(value) });
  expect((await fetch(URL_)).status).toBe(403);
  expect(demanded).toEqual([]);
});
