import type { Level } from './level.ts';

/** Writes one event, as a JSON line. Payloads never hold output, questions, commands or keys. */
export type EventLog = (level: Level, event: string, data?: object, requestId?: string) => void;
