/** What becomes of results: nothing, what it would come to is measured, or they are shortened. */
export const HOOK_MODES = ['off', 'shadow', 'on'] as const;
export type HookMode = (typeof HOOK_MODES)[number];
