import type { Care } from '../../src/engine/pruner.ts';

/**
 * Estimated cost of a lost line in tokens, on top of reading it back, for results of hosts' own tools. It is lower than
 * the engine's own value, because a hook leaves more unchanged: instructions, subagents' reports, repeated reads, and
 * lines that answer the agent's words. Determined from recorded sessions, see docs/recorded-sessions.md.
 */
export const LOSS_TOKENS: Readonly<Record<Care, number>> = { careful: 2500, balanced: 500 };
