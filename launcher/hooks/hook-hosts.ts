/** Hosts whose hooks we answer, by the names `init` uses. */
export const HOOK_HOSTS = ['claude-code', 'codex', 'cursor', 'gemini', 'opencode'] as const;
export type HookHost = (typeof HOOK_HOSTS)[number];

export function isHookHost(name: unknown): name is HookHost {
  return HOOK_HOSTS.some((host) => host === name);
}
