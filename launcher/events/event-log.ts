export const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

/** Writes one event, as a JSON line. Payloads never hold output, questions, commands or keys. */
export type EventLog = (level: Level, event: string, data?: object, requestId?: string) => void;

export interface EventLogOptions {
  /** Gets whole lines, the newline included. */
  readonly write: (line: string) => void;
  readonly least: Level;
  readonly now: () => Date;
}

/** Events as JSON lines `{ ts, level, event, request_id?, data? }`; those below `least` are dropped. */
export function createEventLog({ write, least, now }: EventLogOptions): EventLog {
  const from = LEVELS.indexOf(least);
  return (level, event, data, requestId) => {
    if (LEVELS.indexOf(level) < from) return;
    write(`${JSON.stringify({ ts: now().toISOString(), level, event, request_id: requestId, data })}\n`);
  };
}
