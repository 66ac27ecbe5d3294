import { expect, test } from 'vitest';
import { createGatewayNames } from '../../../../launcher/gateway/catalog/gateway-names.ts';

const LONG = 'list_the_pull_requests_of_a_repository_with_their_reviews_and_checks';

test('a tool is named after its server and itself, in characters that every host takes', () => {
  const names = createGatewayNames();
  expect(names.nameOf({ server: 'github', name: 'create_issue' })).toBe('mcp_github_create_issue');
  expect(names.nameOf({ server: 'my.server', name: 'do it/now' })).toBe('mcp_my_server_do_it_now');
  expect(names.originOf('mcp_my_server_do_it_now')).toEqual({ server: 'my.server', name: 'do it/now' });
  expect(names.originOf('mcp_my_server_other')).toBeUndefined();
});

test('a name of more than 64 characters is cut and ends with a hash of its origin', () => {
  const names = createGatewayNames();
  const one = names.nameOf({ server: 'github', name: LONG });
  const other = names.nameOf({ server: 'github', name: `${LONG}_too` });
  expect(one).toBe('mcp_github_list_the_pull_requests_of_a_repository_with__021ac860');
  expect(one).toHaveLength(64);
  expect(other).toHaveLength(64);
  expect(other).not.toBe(one);
  expect(names.originOf(other)).toEqual({ server: 'github', name: `${LONG}_too` });
});

test('two origins never share a name, and each keeps its own', () => {
  const names = createGatewayNames();
  const first = names.nameOf({ server: 'a', name: 'b_c' });
  const second = names.nameOf({ server: 'a_b', name: 'c' });
  expect(first).toBe('mcp_a_b_c');
  expect(second).toMatch(/^mcp_a_b_c_[0-9a-f]{8}$/);
  expect(names.nameOf({ server: 'a_b', name: 'c' })).toBe(second);
  expect(names.originOf(second)).toEqual({ server: 'a_b', name: 'c' });
});

test('without a prefix a name stays as it is where it can', () => {
  const names = createGatewayNames({ prefix: false, taken: ['read'] });
  expect(names.nameOf({ server: 's', name: 'search' })).toBe('search');
  expect(names.nameOf({ server: 's', name: 'read' })).toBe('mcp_s_read');
});
