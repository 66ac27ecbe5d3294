import { createEventLog } from '../../../../launcher/platform/event-log.ts';
import type { EventLog } from '../../../../src/base/events/event-log.ts';

export interface RecordedLog {
  readonly log: EventLog;
  /** Events with their data, without their times. */
  readonly events: readonly unknown[];
}

export function recordedLog(): RecordedLog {
  const events: unknown[] = [];
  const write = (line: string): void => {
    const { event, data } = JSON.parse(line) as { event: string; data?: object };
    events.push(data === undefined ? [event] : [event, data]);
  };
  return { events, log: createEventLog({ write, least: 'debug', now: () => new Date(0) }) };
}
