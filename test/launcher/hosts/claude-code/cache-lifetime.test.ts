import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cacheLifetimeIn, readCacheLifetime } from '../../../../launcher/hosts/claude-code/cache-lifetime.ts';
import type { Settings } from '../../../../launcher/hosts/disabling-settings.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const key = { ANTHROPIC_API_KEY: 'k' };
const subscriber = { oauthAccount: { emailAddress: 'me@example.com' } };

/** Settings of the user, of the environment, and the state file; minutes, and what decides them. */
const CASES: readonly [string, readonly [object, object, object], number | undefined, string?][] = [
  ['nobody is signed in', [{}, {}, {}], undefined],
  ['a subscriber', [{}, {}, subscriber], 60, 'oauthAccount in file 2'],
  ['a subscriber with a key in the environment', [{}, { env: key }, subscriber], 5, 'ANTHROPIC_API_KEY in file 1'],
  ['a helper that prints a key', [{ apiKeyHelper: '/bin/key' }, {}, subscriber], 5, 'apiKeyHelper in file 0'],
  ['a cloud', [{ env: { CLAUDE_CODE_USE_VERTEX: '1' } }, {}, {}], 5, 'CLAUDE_CODE_USE_VERTEX in file 0'],
  ['a setting', [{ promptCacheTtl: '1h' }, { env: key }, {}], 60, 'promptCacheTtl in file 0'],
  ['a setting of another value', [{ promptCacheTtl: '2h' }, { env: key }, {}], 5, 'ANTHROPIC_API_KEY in file 1'],
  [
    'a variable before the setting',
    [{ promptCacheTtl: '1h' }, { env: { CLAUDE_CODE_PROMPT_CACHE_TTL: '5m' } }, {}],
    5,
    'CLAUDE_CODE_PROMPT_CACHE_TTL in file 1',
  ],
  [
    'a variable behind it',
    [{ promptCacheTtl: '5m' }, { env: { ENABLE_PROMPT_CACHING_1H: '1' } }, {}],
    5,
    'promptCacheTtl in file 0',
  ],
  [
    'a variable that forces',
    [{ promptCacheTtl: '1h', env: { FORCE_PROMPT_CACHING_5M: 'true' } }, {}, subscriber],
    5,
    'FORCE_PROMPT_CACHING_5M in file 0',
  ],
  ['a variable that is off', [{ env: { FORCE_PROMPT_CACHING_5M: '0' } }, {}, subscriber], 60, 'oauthAccount in file 2'],
];

test.each(CASES)('the lifetime of Claude Code’s prompt cache: %s', (_, roots, minutes, from) => {
  const all = roots.map((root, at) => ({ path: `file ${at}`, isSystem: false, root }) as Settings);
  expect(cacheLifetimeIn(all)).toEqual(minutes === undefined ? undefined : { minutes, from });
});

test('the files of a real home are read, and no value of a key is named', async () => {
  const home = tempDir();
  mkdirSync(path.join(home, '.claude'));
  writeFileSync(path.join(home, '.claude.json'), JSON.stringify(subscriber));
  const places = { env: {}, cwd: home, home, platform: 'linux' } as const;
  expect(await readCacheLifetime(places)).toEqual({
    minutes: 60,
    from: `oauthAccount in ${path.join(home, '.claude.json')}`,
  });
  const env = { ANTHROPIC_API_KEY: 'secret-key' };
  expect(await readCacheLifetime({ ...places, env })).toEqual({
    minutes: 5,
    from: 'ANTHROPIC_API_KEY in the environment',
  });
});
