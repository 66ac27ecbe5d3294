import type { Care } from '../../src/pruning/pruner.ts';

/**
 * Tokens that a lost line costs beside what is read back, for results of hosts' own tools. Lower than the engine's own, since a
 * hook leaves more whole: instructions, subagents' reports, what is read again, and lines that answer the agent's words. Found
 * on recorded sessions: see docs/recorded-sessions.md.
 */
export const LOSS_TOKENS: Readonly<Record<Care, number>> = { careful: 2500, balanced: 500 };
