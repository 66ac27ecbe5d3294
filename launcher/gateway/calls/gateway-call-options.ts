import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { ShortenOptions } from '../../../src/shorten/options.ts';
import type { Timers } from '../../platform/timers.ts';

/** Options for calls of other servers' tools. */
export interface GatewayCallOptions {
  readonly shortening: ShortenOptions;
  /** Max UTF-8 bytes of a result as JSON. Default: 10,240. */
  readonly maxResponseBytes?: number | undefined;
  readonly log: EventLog;
  readonly newRequestId: () => string;
  readonly timers: Timers;
  /** Sends a log message to the client, if its level allows it. */
  readonly say: (text: string) => void;
}
