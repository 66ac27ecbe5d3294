import type { Tracing } from '../../src/base/tracing/tracing.ts';
import type { Lazy } from '../platform/settings/variables.ts';
import type { GatewayCallOptions } from './calls/gateway-call-options.ts';
import type { ConfigLocation } from './config/config-location.ts';
import type { SharedServers } from './shared/shared-servers.ts';
import type { InstructionsSnapshot, ToolSnapshot } from './tool-snapshot.ts';

export interface GatewayOptions extends Omit<GatewayCallOptions, 'say'> {
  readonly location: ConfigLocation;
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** False if requests may come from several agents. */
  readonly isOneAgent?: boolean | undefined;
  /** Servers that other clients of this process use too. Default: this client has its own. */
  readonly shared?: SharedServers | undefined;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** False to keep the names and URIs of a server unchanged if it is the only one configured. */
  readonly prefix: boolean;
  /** Names of our own tools. */
  readonly taken: readonly string[];
  /** Store of the offered tools, for the first list of the next run. */
  readonly snapshot: ToolSnapshot;
  /** Store of the servers' instructions, for the next `initialize`. */
  readonly instructions: InstructionsSnapshot;
  /** When to replace tools by a search. `auto` and `on` do so if their definitions take more than `lazyTokens`. */
  readonly lazy: Lazy;
  readonly lazyTokens: number;
}
