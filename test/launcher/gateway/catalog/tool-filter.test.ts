import { expect, test } from 'vitest';
import { toToolFilter } from '../../../../launcher/gateway/catalog/tool-filter.ts';

test.each([
  [['*'], [], 'anything', true],
  [[], [], 'anything', false],
  [['read_file', 'list_*'], [], 'list_directory', true],
  [['read_file', 'list_*'], [], 'read_files', false],
  [['*_file'], ['write_*'], 'read_file', true],
  [['*_file'], ['write_*'], 'write_file', false],
  [['?'], [], 'a', true],
  [['?'], [], 'ab', false],
  [['a.b'], [], 'axb', false],
  [['*a*b*c*'], [], 'xxaxxbxxcxx', true],
  [['*a*b*c*'], [], 'xxaxxcxxbxx', false],
] as const)('allowed %j, blocked %j: %s is %s', (allowedTools, blockedTools, name, offered) => {
  expect(toToolFilter({ allowedTools, blockedTools })(name)).toBe(offered);
});

test('a glob of many stars is no trap', () => {
  const filter = toToolFilter({ allowedTools: [`${'*a'.repeat(50)}*b`], blockedTools: [] });
  expect(filter('a'.repeat(10_000))).toBe(false);
});
