import { describe, expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';

const ask = (text: string, question: string): string => pruneText({ text, question, markers: 'ranges' }).text;

interface Hop {
  readonly path: string;
  readonly status: string;
  readonly headers: readonly string[];
}
const HOPS: readonly Hop[] = [
  { path: '/old', status: '302 Found', headers: ['Location: /older', 'Set-Cookie: berth=4; Path=/'] },
  { path: '/older', status: '308 Permanent Redirect', headers: ['Location: /new?tide=ebb', 'ETag: "t1"'] },
  {
    path: '/new?tide=ebb',
    status: '429 Too Many Requests',
    headers: [
      'Retry-After: 90',
      'Content-Type: application/json',
      ...Array.from({ length: 160 }, (_, i) => `X-Span-${i}: ${i * 7919}`),
    ],
  },
];
const trace = (mark: (sent: boolean) => string, notes: boolean): string =>
  `${HOPS.map(({ path, status, headers }, i) =>
    [
      ...(notes ? [`*   Trying 192.0.2.7:80...`, `* Connected to quay (192.0.2.7) port 80 (#${i})`] : []),
      ...[`GET ${path} HTTP/1.1`, 'Host: quay', 'User-Agent: curl/8.5.0', 'Accept: */*', ''].map(
        (line) => mark(true) + line,
      ),
      ...[`HTTP/1.1 ${status}`, 'Server: quay', 'Date: Wed, 25 Nov 2026 23:35:52 GMT', ...headers, ''].map(
        (line) => mark(false) + line,
      ),
      ...(notes ? ['{ [0 bytes data]', `* Closing connection ${i}`] : []),
    ].join('\n'),
  ).join('\n')}\n{"error":"the quay is full"}\n`;

describe.each([
  ['curl -v', trace((sent) => (sent ? '> ' : '< '), true)],
  ['headers alone', trace(() => '', false)],
])('a trace of HTTP: %s', (_, text) => {
  test('redirects are told by their headers, beside each request and status', () => {
    const out = ask(text, 'which redirects were followed?');
    for (const line of ['Location: /older', 'Location: /new?tide=ebb']) expect(out).toContain(line);
    for (const { path, status } of HOPS) {
      expect(out).toContain(`GET ${path} HTTP/1.1`);
      expect(out).toContain(`HTTP/1.1 ${status}`);
    }
    expect(out).not.toContain('X-Span-20');
  });

  test.each([
    ['when may I try again?', 'Retry-After: 90'],
    ['which cookies were set?', 'Set-Cookie: berth=4'],
    ['may it be cached?', 'ETag: "t1"'],
  ])('the header that is asked for is there: %s', (question, header) => {
    const out = ask(text, question);
    expect(out).toContain(header);
    expect(out).not.toContain('X-Span-20');
  });
});
