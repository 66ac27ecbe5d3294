import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { EventLog } from '../../src/base/events/event-log.ts';
import type { Tracing } from '../../src/base/tracing/tracing.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import type { ShortenOptions } from '../../src/shorten/options.ts';
import type { LazyHooks } from '../hooks/lazy-hooks.ts';
import type { ToldFolders } from '../hooks/told-folders.ts';
import type { OutputMode } from '../platform/settings/variables.ts';
import type { Timers } from '../platform/timers.ts';
import type { SavingsLedger } from '../savings/savings-ledger.ts';
import type { OtherServers } from '../tools/calls/other-servers.ts';
import type { OwnToolOptions } from '../tools/calls/own-tool.ts';
import type { LazySessionMemory } from '../tools/calls/session/lazy-session-memory.ts';
import type { LazyContextTools } from '../tools/context/lazy-context-tools.ts';
import type { AnyTool } from '../tools/definition.ts';

export interface ServerOptions extends OwnToolOptions {
  readonly shortening: ShortenOptions;
  /** Store of text that was left out. Default: none. */
  readonly artifacts?: ArtifactStore | undefined;
  /** Default: nothing is recorded. */
  readonly ledger?: SavingsLedger | undefined;
  readonly loadTools: () => Promise<readonly AnyTool[]>;
  /** Loads the tools that the worker offers too. Default: none. */
  readonly loadSharedTools?: (() => Promise<readonly SharedTool[]>) | undefined;
  /** True if `artifact` is our only listed tool. Default false. */
  readonly onlyArtifact?: boolean | undefined;
  /** Gateway to other servers. Default: none. */
  readonly gateway?: OtherServers | undefined;
  /** Stashed context of agents. Default: none. */
  readonly context?: Pick<LazyContextTools, 'record' | 'project'> | undefined;
  /** Remembers calls and results of the session. Default: nothing is remembered. */
  readonly session?: LazySessionMemory | undefined;
  /** Answers hosts' hooks. Default: hooks are not answered. */
  readonly hooks?: LazyHooks | undefined;
  /** Folders of calls, as reported by hosts' hooks. Undefined: every call stays in the root. */
  readonly toldFolders?: Pick<ToldFolders, 'of'> | undefined;
  /** Resolves to true if the named client shows its model only tool names until one is requested. Default: false. */
  readonly defersTools?: ((client: string | undefined) => Promise<boolean>) | undefined;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  readonly version: string;
  readonly output: OutputMode;
  readonly timers: Timers;
  readonly log: EventLog;
  readonly newRequestId: () => string;
}

/** Facts about the client of a session, as far as it has sent them. */
export interface ServedClient {
  name: string | undefined;
  /** True if it speaks MCP 2026-07-28. */
  isModern: boolean;
  /** True if the client can be asked for its roots. */
  roots: boolean;
  /** Instructions that its model gets with the tools; undefined once both were listed. */
  instructions: string | undefined;
}
