/** Modes of the hooks: do nothing, only measure what shortening would spare, or shorten. */
export const HOOK_MODES = ['off', 'shadow', 'on'] as const;
export type HookMode = (typeof HOOK_MODES)[number];
