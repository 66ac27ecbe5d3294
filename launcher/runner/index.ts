// Public API of `@jeeves/mcp-pruner/runner`, for programs that run agents and give them the tools.

export type { EventLog } from '../../src/base/events/event-log.ts';
export type { Level } from '../../src/base/events/level.ts';
export { createEventLog, type EventLogOptions } from '../platform/event-log.ts';
export { ConfigError } from '../platform/settings/config.ts';
export type { AgentEvent } from './agents/agent-event.ts';
export { type AgentOrder, type AgentProvider, ProviderMissingError } from './agents/agent-provider.ts';
export { claudeAgent } from './agents/claude-agent.ts';
export { codexAgent } from './agents/codex-agent.ts';
export { type AgentOutcome, type RunAgentOptions, runAgent } from './agents/run-agent.ts';
export { buildMcpServersConfig, type McpServersDecision, SERVER_NAME } from './config/build-mcp-servers-config.ts';
export type { EntryPlaces } from './config/entry-places.ts';
export type { ProviderReport } from './life/provider-report.ts';
export {
  type Effect,
  type KindIn,
  type Next,
  type RunState,
  type RunTable,
  type ServerFailed,
  type Transition,
  type Trigger,
  type TriggerOf,
  transition,
} from './life/run-machine.ts';
export { type RunLife, type RunLifeOptions, startRunLife } from './life/start-run-life.ts';
export { type WatchedServer, watchServer } from './life/watch-server.ts';
export type { McpServerConfig, McpServers, ProviderRunOptions } from './provider-run-options.ts';
export { claudeReports } from './providers/claude-reports.ts';
export { fromCodexEvent } from './providers/from-codex-event.ts';
export { type ClaudeOptions, toClaudeOptions } from './providers/to-claude-options.ts';
export { toCodexArguments } from './providers/to-codex-arguments.ts';
