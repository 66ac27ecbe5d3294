import type { EventLog } from '../../src/base/events/event-log.ts';
import { LEVELS, type Level } from '../../src/base/events/level.ts';

export interface EventLogOptions {
  /** Receives complete lines, including the newline. */
  readonly write: (line: string) => void;
  readonly least: Level;
  readonly now: () => Date;
}

/** Formats events as JSON lines `{ ts, level, event, request_id?, data? }`. Events below `least` are dropped. */
export function createEventLog({ write, least, now }: EventLogOptions): EventLog {
  const from = LEVELS.indexOf(least);
  return (level, event, data, requestId) => {
    if (LEVELS.indexOf(level) < from) return;
    write(`${JSON.stringify({ ts: now().toISOString(), level, event, request_id: requestId, data })}\n`);
  };
}
