/**
 * What a user lets hooks leave out without a question. `default`: what loses nothing, and more in results of commands
 * other than diffs, which rarely miss a line (docs/recorded-sessions.md). `more`: whatever pays most.
 */
export const HOOK_CUTS = ['default', 'more'] as const;
export type HookCuts = (typeof HOOK_CUTS)[number];
/** What is left out in a host. `references`: only what loses nothing. */
export type AppliedCuts = HookCuts | 'references';
