import { expect, test } from 'vitest';
import { fromGatewayUri, toGatewayUri, withGatewayPage } from '../../../../launcher/gateway/resources/resource-uris.ts';

test.each([
  ['db://{id}', 'mcp://a%20b/db://{id}'],
  ['file:///x', 'mcp://a%20b/file:///x'],
  ['ui://app/main.html', 'ui://a%20b/app/main.html'],
  ['mcp://s/ui://app/x', 'mcp://a%20b/mcp://s/ui://app/x'],
])('%s of a server is %s, and back', (uri, ours) => {
  const origin = { server: 'a b', uri };
  expect(toGatewayUri(origin)).toBe(ours);
  expect(fromGatewayUri(ours)).toEqual(origin);
});

test('the page of a tool gets our URI, in both forms, and everything else of its meta stays', () => {
  const meta = { ui: { resourceUri: 'ui://app/main.html', visibility: ['model'] }, other: 1 };
  expect(withGatewayPage('s', { name: 't', _meta: meta })).toEqual({
    name: 't',
    _meta: { ui: { resourceUri: 'ui://s/app/main.html', visibility: ['model'] }, other: 1 },
  });
  const earlier = { name: 't', _meta: { 'ui/resourceUri': 'ui://app/main.html' } };
  expect(withGatewayPage('s', earlier)).toEqual({ name: 't', _meta: { 'ui/resourceUri': 'ui://s/app/main.html' } });
  for (const tool of [
    { name: 't' },
    { name: 't', _meta: { ui: { visibility: [] } } },
    { name: 't', _meta: 1 as never },
  ])
    expect(withGatewayPage('s', tool)).toBe(tool);
});
