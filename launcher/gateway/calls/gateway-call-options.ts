import type { EventLog } from '../../../src/events/event-log.ts';
import type { PruneStage } from '../../calls/pruning/prune-output.ts';
import type { AccountOptions } from '../../calls/record-savings.ts';
import type { KeepOptions } from '../../calls/respond.ts';

/** Options for calls of other servers' tools. */
export interface GatewayCallOptions extends KeepOptions, AccountOptions {
  readonly prune: PruneStage;
  readonly log: EventLog;
  readonly newRequestId: () => string;
}
