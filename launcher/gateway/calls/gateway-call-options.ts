import type { EventLog } from '../../events/event-log.ts';
import type { PruneStage } from '../../pruning/prune-output.ts';
import type { AccountOptions } from '../../server/record-savings.ts';
import type { KeepOptions } from '../../server/respond.ts';

/** What calls of other servers' tools are answered with. */
export interface GatewayCallOptions extends KeepOptions, AccountOptions {
  readonly prune: PruneStage;
  readonly log: EventLog;
  readonly newRequestId: () => string;
}
