/** Name of the tool that hosts' hooks call. It is not listed, so that models do not see it and it costs no tokens. */
export const HOOK_TOOL = 'hook';

/** Hosts whose hooks we answer, by their names in `init`. */
export const HOOK_HOSTS = ['claude-code', 'codex', 'cursor', 'gemini', 'opencode'] as const;
export type HookHost = (typeof HOOK_HOSTS)[number];

export function isHookHost(name: unknown): name is HookHost {
  return HOOK_HOSTS.some((host) => host === name);
}
