import { expect, test } from 'vitest';
import { credentialOf, pathWithoutKey } from '../../../worker/access/credential.ts';

const KEY = `mcpp_${'0'.repeat(16)}_${'a'.repeat(48)}`;
const request = (path: string, authorization?: string): Request =>
  new Request(`http://localhost${path}`, authorization === undefined ? {} : { headers: { authorization } });

test.each([
  ['/prune', '/prune'],
  [`/k/${KEY}/prune`, '/prune'],
  [`/k/${KEY}/prune/`, '/prune/'],
  [`/k/${KEY}/prune?x=1`, '/prune'],
  [`/k/${KEY}/health`, '/health'],
  [`/k/${KEY}/mcp`, '/mcp'],
  [`/k/${KEY}/metrics`, `/k/${KEY}/metrics`],
  [`/k/${KEY}/health/`, `/k/${KEY}/health/`],
  [`/k/${KEY}/v1/teams`, `/k/${KEY}/v1/teams`],
  [`/x/k/${KEY}/prune`, `/x/k/${KEY}/prune`],
  ['/k/other/prune', '/k/other/prune'],
  [`/k/${KEY}/x/prune`, `/k/${KEY}/x/prune`],
])('the path %s is seen as %s', (path, seen) => {
  expect(pathWithoutKey(request(path))).toBe(seen);
});

test.each([
  [`Bearer ${KEY}`, KEY],
  [`bearer   ${KEY}  `, KEY],
  ['BEARER x', 'x'],
  [KEY, undefined],
  [`Basic ${KEY}`, undefined],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  [`Bearer ${KEY} more`, undefined],
  [`xBearer ${KEY}`, undefined],
  [`Bearer${KEY}`, undefined],
])('the header %j brings %s', (header, credential) => {
  expect(credentialOf(request('/prune', header))).toBe(credential);
});

test('a key in the path is the credential where there is no header, and a header wins', () => {
  expect(credentialOf(request(`/k/${KEY}/mcp`))).toBe(KEY);
  expect(credentialOf(request(`/k/${KEY}/mcp`, 'Bearer other'))).toBe('other');
  expect(credentialOf(request(`/k/${KEY}/mcp`, 'Basic other'))).toBeUndefined();
  expect(credentialOf(request('/mcp'))).toBeUndefined();
  expect(credentialOf(request(`/k/${KEY}/metrics`))).toBeUndefined();
});

test('a credential of 512 characters is looked at, a longer one is nobody’s', () => {
  expect(credentialOf(request('/prune', `Bearer ${'x'.repeat(512)}`))).toHaveLength(512);
  expect(credentialOf(request('/prune', `Bearer ${'x'.repeat(513)}`))).toBeUndefined();
  expect(credentialOf(request(`/k/mcpp_${'x'.repeat(507)}/mcp`))).toHaveLength(512);
  expect(credentialOf(request(`/k/mcpp_${'x'.repeat(508)}/mcp`))).toBeUndefined();
});
