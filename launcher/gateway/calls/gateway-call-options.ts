import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { PruneStage } from '../../tools/calls/pruning/prune-output.ts';
import type { AccountOptions } from '../../tools/calls/record-savings.ts';
import type { KeepOptions } from '../../tools/calls/respond.ts';

/** Options for calls of other servers' tools. */
export interface GatewayCallOptions extends KeepOptions, AccountOptions {
  readonly prune: PruneStage;
  readonly log: EventLog;
  readonly newRequestId: () => string;
}
