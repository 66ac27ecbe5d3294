/** The core of mcp-pruner: names no runtime. Prunes a text by a question, here or through a swe-pruner. */
export { createEmbeddedPruner, type EmbeddedPrunerOptions, pruneText } from './pruning/embedded.ts';
export { createHttpPruner, type HttpPrunerOptions } from './pruning/http-pruner.ts';
export { createPreferredPruner, type PreferredPrunerOptions } from './pruning/preferred-pruner.ts';
export type {
  LineReason,
  MarkerStyle,
  PruneDetails,
  Pruned,
  PruneFailure,
  PruneOutcome,
  PruneRequest,
  Pruner,
  TextKind,
} from './pruning/pruner.ts';
export type { Document, LineScorer, LineScores } from './pruning/scorer.ts';
export { DEFAULT_THRESHOLD } from './pruning/select-lines.ts';
export type { CountTokens, LoadTokenCounter } from './tokens/count-tokens.ts';
export { loadO200k } from './tokens/o200k.ts';
