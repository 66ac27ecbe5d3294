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
export type { CountTokens, LoadTokenCounter } from './base/tokens/count-tokens.ts';
export { loadO200k } from './base/tokens/o200k.ts';
export { openTelemetryTracing } from './base/tracing/open-telemetry.ts';
export type { TraceFields } from './base/tracing/trace-fields.ts';
export { tracedFetch } from './base/tracing/traced-fetch.ts';
export type { Span, SpanAttributes, SpanOptions, Tracing } from './base/tracing/tracing.ts';
export { type Candidate, type Collection, collect } from './context/collector/collect.ts';
export { type Disposable, type Plan, toPlan } from './context/collector/plan.ts';
export type { ContextErrorCode } from './context/context-error.ts';
export type { ContextStore, WorkingSet } from './context/context-store.ts';
export type { Segment, SegmentType, Tier, WorkingSegment } from './context/segment.ts';
export { openContexts } from './context/sql/open-contexts.ts';
export type { SqlContextOptions, SqlContexts } from './context/sql/sql-context-store.ts';
export { createEmbeddedPruner, type EmbeddedPrunerOptions, pruneText } from './engine/embedded.ts';
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
} from './engine/pruner.ts';
export { DEFAULT_THRESHOLD, type Document, type LineScorer, type LineScores } from './engine/score/scorer.ts';
export { type FitLinesOptions, type FittedLines, fitLines } from './fit/fit-lines.ts';
export { CATEGORY_BUDGETS, DEFAULT_LIMITS, type ResponseCategory, type ResponseLimits } from './fit/limits.ts';
export { type ListOptions, type ListPage, paginatedListResponse } from './fit/paginated-list.ts';
export type { ResponseContract, ResponseItem } from './fit/response-contract.ts';
export { type Finding, type ScanOptions, scanResponse } from './fit/scan-response.ts';
export { type Trace, type TraceOptions, traceResponse } from './fit/trace-response.ts';
export { truncateResponse } from './fit/truncate-response.ts';
export { type WrapOptions, wrapResponse } from './fit/wrap-response.ts';
export type { Schema } from './mcp/schema.ts';
export type { SharedCall, SharedTool } from './mcp/shared-tool.ts';
export type { ToolResult } from './mcp/tool-result.ts';
export { createHttpPruner, type HttpPrunerOptions } from './remote-pruner/http-pruner.ts';
export { createPreferredPruner, type PreferredPrunerOptions } from './remote-pruner/preferred-pruner.ts';
export type { SessionContext } from './session-memory/session-context.ts';
export { createSessionMemory, type SessionMemory, type SessionMemoryOptions } from './session-memory/session-memory.ts';
export { createD1Database, type D1Binding } from './storage/d1-driver.ts';
export type { SqlDatabase } from './storage/sql-database.ts';
export { SqlError } from './storage/sql-error.ts';
export { createSqliteDatabase, type SqliteHandle, type SqliteOptions } from './storage/sqlite-driver.ts';
export type { MarkerStyle } from './text/gap-marker.ts';
export { type Counted, createSummary } from './text/summary.ts';
export { type ArtifactToolOptions, createArtifactTool } from './tools/artifact/artifact-tool.ts';
export type { ArtifactToolErrorCode } from './tools/artifact/artifact-tool-error.ts';
export type { PruneSelection } from './tools/artifact/prune-lines.ts';
export type { PruneExcerpt } from './tools/context/context-deps.ts';
export { type ContextToolOptions, createContextTools } from './tools/context/context-tools.ts';
export type { Action, Edit } from './transcripts/actions/action.ts';
export { toAction } from './transcripts/actions/to-action.ts';
export type { SessionFormat, SkipReason } from './transcripts/recorded-session.ts';
export type { SessionEvent } from './transcripts/session-event.ts';
export { createSessionStream, type SessionStream } from './transcripts/session-stream.ts';
