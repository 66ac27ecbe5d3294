// What a program that runs agents gives them the tools with (`@jeeves/mcp-pruner/runner`).
export { ConfigError } from '../config/config.ts';
export { createEventLog, type EventLog, type EventLogOptions, type Level } from '../events/event-log.ts';
export { buildMcpServersConfig, type McpServersDecision, SERVER_NAME } from './config/build-mcp-servers-config.ts';
export type { EntryPlaces } from './config/entry-places.ts';
export type { Effect } from './life/effect.ts';
export { leave, type Step } from './life/leave.ts';
export type { ProviderReport } from './life/provider-report.ts';
export type { KindIn, Next, RunState, RunTable } from './life/run-table.ts';
export { type RunLife, type RunLifeOptions, startRunLife } from './life/start-run-life.ts';
export type { ServerFailed, Trigger, TriggerOf } from './life/trigger.ts';
export { type WatchedServer, watchServer } from './life/watch-server.ts';
export type { McpServerConfig, McpServers, ProviderRunOptions } from './provider-run-options.ts';
export { claudeReports } from './providers/claude-reports.ts';
export { fromCodexEvent } from './providers/from-codex-event.ts';
export { type ClaudeOptions, toClaudeOptions } from './providers/to-claude-options.ts';
export { toCodexArguments } from './providers/to-codex-arguments.ts';
