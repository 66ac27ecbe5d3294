import { expect, test } from 'vitest';
import { HttpRefusal, UnexpectedContent } from '../../../../../launcher/gateway/upstream/transport/http-requests.ts';
import { toHttpFault } from '../../../../../launcher/gateway/upstream/transport/to-http-fault.ts';

const CONTEXT = {
  server: 'it',
  url: new URL('https://example.org/5ecret?key=5ecret'),
  ownAuthorization: false,
  sessionGone: false,
  redact: (text: string) => text.replaceAll('5ecret', '[redacted]'),
};
const withCode = (code: unknown, message = 'with 5ecret'): Error => Object.assign(new Error(message), { code });
const withStatus = (status: number, text = ''): Error => new HttpRefusal(status, text);
const fetchFailed = (code: string): Error => new TypeError('fetch failed', { cause: withCode(code) });

test.each([
  ['a 401', withStatus(401), 'unauthorized', false, 'HTTP 401, run: mcp-pruner mcp auth it'],
  ['a 403', withStatus(403), 'unauthorized', false, 'HTTP 403, run: mcp-pruner mcp auth it'],
  ['a 400', withStatus(400), 'http_error', false, 'HTTP 400'],
  ['a 500', withStatus(500), 'http_error', true, 'HTTP 500'],
  ['a 307', withStatus(307), 'http_error', false, 'HTTP 307, a redirect to another origin or method is not followed'],
  ['HTML', new UnexpectedContent(), 'http_error', true, 'expected JSON or an event stream'],
  ['the older transport', withStatus(502, '5ecret'), 'http_error', true, 'HTTP 502, it said: [redacted]'],
  ['nobody there', fetchFailed('ECONNREFUSED'), 'unreachable', false, 'ECONNREFUSED'],
  ['no such host', fetchFailed('ENOTFOUND'), 'unreachable', false, 'ENOTFOUND'],
  [
    'a wrong certificate',
    fetchFailed('DEPTH_ZERO_SELF_SIGNED_CERT'),
    'unreachable',
    false,
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  [
    'nobody there, in Deno',
    new TypeError('fetch failed', {
      cause: new Error('error sending request for url (http://x/5ecret): client error (Connect): refused'),
    }),
    'unreachable',
    false,
    'the connection failed',
  ],
  ['a broken connection', fetchFailed('ECONNRESET'), 'closed', true, 'ECONNRESET'],
  ['anything', 'whatever', 'closed', true, 'the connection broke'],
] as const)('%s', (_, error, code, sent, what) => {
  const fault = toHttpFault(error, CONTEXT);
  expect([fault.code, fault.sent]).toEqual([code, sent]);
  expect(fault.message).toBe(`cannot use server "it" at https://example.org: ${what}`);
  expect(fault.cause).toBeUndefined();
});

test.each([404, 400])('%i is the end of a session, where the server has forgotten it', (status) => {
  expect(toHttpFault(withStatus(status), { ...CONTEXT, sessionGone: true })).toMatchObject({
    code: 'closed',
    sent: false,
    message: `cannot use server "it" at https://example.org: HTTP ${status}, its session has ended`,
  });
  expect(toHttpFault(withStatus(status), CONTEXT)).toMatchObject({ code: 'http_error', sent: false });
});

test.each([
  [503, 'HTTP 503, it said: the [redacted] is spent'],
  [401, 'HTTP 401, run: mcp-pruner mcp auth it, it said: the [redacted] is spent'],
])('what the server said with HTTP %i is told without secrets', (status, what) => {
  const { message } = toHttpFault(withStatus(status, 'the 5ecret is spent'), CONTEXT);
  expect(message).toBe(`cannot use server "it" at https://example.org: ${what}`);
});

test('a server’s name is one word of what to run', () => {
  const { message } = toHttpFault(withStatus(401), { ...CONTEXT, server: 'a b; rm -rf ~' });
  expect(message).toContain("run: mcp-pruner mcp auth 'a b; rm -rf ~'");
});
