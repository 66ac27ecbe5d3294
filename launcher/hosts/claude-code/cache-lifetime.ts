import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { type CacheLifetime, readHostSettings, type Settings } from '../disabling-settings.ts';
import type { Places } from '../places.ts';
import { readHostFile } from '../read-host-file.ts';
import { DISABLING_SETTINGS, ON } from './disabling-settings.ts';

const MINUTES: Readonly<Record<string, number>> = { '5m': 5, '1h': 60 };
const ifOn =
  (lifetime: string) =>
  (value: string): string =>
    ON.test(value) ? lifetime : '';
const always = (lifetime: string) => (): string => lifetime;

/** Variables and settings that decide the lifetime, in order of precedence (2.1.332). The last ones are ways to sign in. */
const RULES: readonly {
  readonly of: 'env' | 'setting';
  readonly name: string;
  readonly toLifetime: (value: string) => string;
}[] = [
  { of: 'env', name: 'FORCE_PROMPT_CACHING_5M', toLifetime: ifOn('5m') },
  { of: 'env', name: 'CLAUDE_CODE_PROMPT_CACHE_TTL', toLifetime: String },
  { of: 'setting', name: 'promptCacheTtl', toLifetime: String },
  { of: 'env', name: 'ENABLE_PROMPT_CACHING_1H', toLifetime: ifOn('1h') },
  { of: 'env', name: 'CLAUDE_CODE_USE_BEDROCK', toLifetime: ifOn('5m') },
  { of: 'env', name: 'CLAUDE_CODE_USE_VERTEX', toLifetime: ifOn('5m') },
  { of: 'env', name: 'CLAUDE_CODE_USE_FOUNDRY', toLifetime: ifOn('5m') },
  { of: 'env', name: 'ANTHROPIC_API_KEY', toLifetime: always('5m') },
  { of: 'env', name: 'ANTHROPIC_AUTH_TOKEN', toLifetime: always('5m') },
  { of: 'setting', name: 'apiKeyHelper', toLifetime: always('5m') },
  { of: 'setting', name: 'oauthAccount', toLifetime: always('1h') },
];

/** Returns the lifetime of the prompt cache and what decides it. Undefined if nobody is signed in. */
export function cacheLifetimeIn(all: readonly Settings[]): CacheLifetime | undefined {
  for (const { of, name, toLifetime } of RULES) {
    const in_ = ({ root }: Settings): unknown => (of === 'env' ? asJsonObject(root['env']) : root)[name];
    const said = all.find((one) => (in_(one) ?? '') !== '');
    const minutes = said && MINUTES[toLifetime(String(in_(said)))];
    if (said !== undefined && minutes !== undefined) return { minutes, from: `${name} in ${said.path}` };
  }
  return undefined;
}

/** Reads what decides the lifetime of Claude Code's prompt cache. Its state file says if a subscriber is signed in. */
export async function readCacheLifetime(places: Places): Promise<CacheLifetime | undefined> {
  const file = path.join(places.env['CLAUDE_CONFIG_DIR'] || places.home, '.claude.json');
  const state = await readHostFile({ path: file, format: 'json' });
  const settings = await readHostSettings(DISABLING_SETTINGS, places);
  const root = state.ok ? asJsonObject(state.root) : {};
  return cacheLifetimeIn([...settings, { path: file, isSystem: false, root: { oauthAccount: root['oauthAccount'] } }]);
}
