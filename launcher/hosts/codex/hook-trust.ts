import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { sha256Hex } from '../../platform/sha256.ts';

/** True if an entry of `hooks.state` trusts one of these hooks, whatever index the hook had when it was trusted. */
export function isCodexTrustIn(key: string, raw: unknown, hooksFile: string, items: readonly unknown[]): boolean {
  const isThere = key.startsWith(`${hooksFile}:post_tool_use:`);
  return isThere && items.map(hashOf).includes(String(asJsonObject(raw)['trusted_hash']));
}

/**
 * Returns the hash that Codex (0.171) records when a user trusts a hook: the hash of the hook's JSON with sorted keys.
 */
function hashOf(item: unknown): string {
  const identity = inOrder({ ...asJsonObject(item), event_name: 'post_tool_use' });
  return `sha256:${sha256Hex(JSON.stringify(identity))}`;
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]) => [key, inOrder(one)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
