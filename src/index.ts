/**
 * The core of mcp-pruner, independent of any runtime. Prunes a text by a question, here or through a swe-pruner.
 * Shapes any data into a small result. Stores what was cut. Plans what a full context can drop, and keeps it
 * retrievable. Reads recorded agent sessions.
 */
export { ArtifactError, type ArtifactErrorCode } from './artifacts/artifact-error.ts';
export { type ArtifactRef, formatArtifactRef, parseArtifactRef, toArtifactDomain } from './artifacts/artifact-ref.ts';
export {
  listArtifactResources,
  listArtifactTemplates,
  type ReadOptions,
  readArtifactResource,
} from './artifacts/artifact-resources.ts';
export type {
  ArtifactInfo,
  ArtifactList,
  ArtifactStore,
  ArtifactUsage,
  NewArtifact,
} from './artifacts/artifact-store.ts';
export { type ArtifactStoreOptions, createMemoryArtifactStore } from './artifacts/memory-artifact-store.ts';
export { redactingArtifacts } from './artifacts/redacting-artifacts.ts';
export { type ArtifactToolOptions, createArtifactTool } from './artifacts/tool/artifact-tool.ts';
export type { ArtifactToolErrorCode } from './artifacts/tool/artifact-tool-error.ts';
export type { PruneSelection } from './artifacts/tool/prune-lines.ts';
export { type Candidate, type Collection, collect } from './context/collector/collect.ts';
export { type Disposable, type Plan, toPlan } from './context/collector/plan.ts';
export type { ContextErrorCode } from './context/context-error.ts';
export type { ContextStore, WorkingSet } from './context/context-store.ts';
export type { Segment, SegmentType, Tier, WorkingSegment } from './context/segment.ts';
export type { PruneExcerpt } from './context/tools/context-tool.ts';
export { type ContextToolOptions, createContextTools } from './context/tools/context-tools.ts';
export type { SharedCall, SharedTool } from './mcp/calls/shared-tool.ts';
export type { ToolResult } from './mcp/tool-result.ts';
export type { SessionContext } from './memory/session-context.ts';
export { createSessionMemory, type SessionMemory, type SessionMemoryOptions } from './memory/session-memory.ts';
export { createEmbeddedPruner, type EmbeddedPrunerOptions, pruneText } from './pruning/embedded.ts';
export { createHttpPruner, type HttpPrunerOptions } from './pruning/http-pruner.ts';
export { createPreferredPruner, type PreferredPrunerOptions } from './pruning/preferred-pruner.ts';
export type {
  Care,
  LineReason,
  PruneDetails,
  Pruned,
  PruneFailure,
  PruneOutcome,
  PruneRequest,
  Pruner,
  TextKind,
} from './pruning/pruner.ts';
export { DEFAULT_THRESHOLD, type Document, type LineScorer, type LineScores } from './pruning/scorer.ts';

export type { Action, Edit } from './sessions/actions/action.ts';
export { toAction } from './sessions/actions/to-action.ts';
export type { SessionFormat, SkipReason } from './sessions/recorded-session.ts';
export type { SessionEvent } from './sessions/session-event.ts';
export { createSessionStream, type SessionStream } from './sessions/session-stream.ts';
export { type FitLinesOptions, type FittedLines, fitLines } from './shaping/fit-lines.ts';
export { CATEGORY_BUDGETS, DEFAULT_LIMITS, type ResponseCategory, type ResponseLimits } from './shaping/limits.ts';
export { type ListOptions, type ListPage, paginatedListResponse } from './shaping/paginated-list.ts';
export type { ResponseContract, ResponseItem } from './shaping/response-contract.ts';
export { type Finding, type ScanOptions, scanResponse } from './shaping/scan-response.ts';
export { type Trace, type TraceOptions, traceResponse } from './shaping/trace-response.ts';
export { truncateResponse } from './shaping/truncate-response.ts';
export { type WrapOptions, wrapResponse } from './shaping/wrap-response.ts';
export { createD1Database, type D1Binding } from './sql/d1-driver.ts';
export type { SqlDatabase } from './sql/sql-database.ts';
export { SqlError } from './sql/sql-error.ts';
export { createSqliteDatabase, type SqliteHandle, type SqliteOptions } from './sql/sqlite-driver.ts';
export { openContexts } from './storage/open-contexts.ts';
export type { SqlContextOptions, SqlContexts } from './storage/sql-context-store.ts';
export type { MarkerStyle } from './text/gap-marker.ts';
export { type Counted, createSummary } from './text/summary.ts';
export type { CountTokens, LoadTokenCounter } from './tokens/count-tokens.ts';
export { loadO200k } from './tokens/o200k.ts';
