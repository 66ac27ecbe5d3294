import type { Lazy } from '../config/variables.ts';
import type { Timers } from '../process/timers.ts';
import type { GatewayCallOptions } from './calls/gateway-call-options.ts';
import type { ConfigLocation } from './config/config-location.ts';
import type { OfferedSnapshot, ToldSnapshot } from './offered-snapshot.ts';

export interface GatewayOptions extends GatewayCallOptions {
  readonly location: ConfigLocation;
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly timers: Timers;
  /** False: the names and URIs of a server that is configured alone stay as they are. */
  readonly prefix: boolean;
  /** Names of our own tools. */
  readonly taken: readonly string[];
  /** Where the tools that are offered are kept for the next first list. */
  readonly snapshot: OfferedSnapshot;
  /** Where the servers' instructions are kept for the next `initialize`. */
  readonly told: ToldSnapshot;
  /** Whether tools are searched for where their definitions take more than so many tokens. */
  readonly lazy: Lazy;
  readonly lazyTokens: number;
}
