import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import type { Output } from '../config/variables.ts';
import type { LazyContextTools } from '../context/lazy-context-tools.ts';
import type { EventLog } from '../events/event-log.ts';
import type { LazyHooks } from '../hooks/lazy-hooks.ts';
import type { Timers } from '../process/timers.ts';
import type { LazySessionMemory } from '../session/lazy-session-memory.ts';
import type { AnyTool } from '../tools/definition.ts';
import type { OtherServers } from './other-servers.ts';
import type { OwnToolOptions } from './own-tool.ts';

export interface ServerOptions extends Omit<OwnToolOptions, 'tools'> {
  readonly loadTools: () => Promise<readonly AnyTool[]>;
  /** The tools that shape their own results. Default: none. */
  readonly loadSharedTools?: (() => Promise<readonly SharedTool[]>) | undefined;
  /** The way to other servers. Default: none. */
  readonly gateway?: OtherServers | undefined;
  /** What agents put aside of their context. Default: nothing. */
  readonly context?: Pick<LazyContextTools, 'resources' | 'record'> | undefined;
  /** Remembers what is asked for and given. Default: nothing. */
  readonly session?: LazySessionMemory | undefined;
  /** Answers hosts' hooks. Default: nobody does. */
  readonly hooks?: LazyHooks | undefined;
  /** True if the client of that name shows its model the names of tools alone until one is asked for. Default: never. */
  readonly defersTools?: ((client: string | undefined) => Promise<boolean>) | undefined;
  readonly version: string;
  readonly output: Output;
  readonly timers: Timers;
  readonly log: EventLog;
  readonly newRequestId: () => string;
}

/** The client of a session, as far as it has told. */
export interface ServedClient {
  name: string | undefined;
  /** Whether it has tasks. */
  tasks: boolean;
  /** Sent to its model with the tools; undefined once both were listed. */
  instructions: string | undefined;
}
