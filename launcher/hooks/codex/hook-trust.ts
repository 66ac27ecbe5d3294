import { createHash } from 'node:crypto';
import { foreign } from '../../hosts/foreign-entry.ts';

/** The name that Codex gives a hook after tools, by its place in the list of a file. Our items have one handler each. */
function keyOf(hooksFile: string, index: number): string {
  return `${hooksFile}:post_tool_use:${index}:0`;
}

/** True if Codex's `hooks.state` has the hash of the hook after tools at that place. It may have changed since. */
export function isCodexHookTrusted(state: unknown, hooksFile: string, index: number): boolean {
  return typeof foreign(foreign(state)[keyOf(hooksFile, index)])['trusted_hash'] === 'string';
}

/** True for an entry of `hooks.state` that trusts one of these hooks, wherever in that file it stood then. */
export function isCodexTrustIn(key: string, raw: unknown, hooksFile: string, items: readonly unknown[]): boolean {
  const isThere = key.startsWith(`${hooksFile}:post_tool_use:`);
  return isThere && items.map(hashOf).includes(String(foreign(raw)['trusted_hash']));
}

/** The hash that Codex (0.169) notes of what a user has trusted: of JSON with its keys in order. */
function hashOf(item: unknown): string {
  const identity = inOrder({ ...foreign(item), event_name: 'post_tool_use' });
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
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
