import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { Timers } from '../../platform/timers.ts';
import { appendLog, logFile } from './log-file.ts';

/** Writes servers' stderr and the gateway's events about them to files, for `mcp-pruner mcp logs`. */
export interface ServerLogs {
  /** Event log that also records events here. */
  readonly log: EventLog;
  /** Records a line that a server printed, with secrets already removed. */
  printed(server: string, line: string): void;
  close(): void;
}

export interface ServerLogsOptions {
  readonly log: EventLog;
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  readonly pid: number;
  readonly timers: Timers;
  readonly now: () => Date;
}

/** Time to collect lines before writing, in milliseconds, and max characters to collect. */
const SETTLE_MS = 100;
const MAX_PENDING_CHARS = 64 * 1024;

export function createServerLogs({ log, home, pid, timers, now }: ServerLogsOptions): ServerLogs {
  const pending = new Map<string, string[]>();
  let pendingChars = 0;
  let cancel: (() => void) | undefined;
  let closed = false;
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    for (const [server, lines] of pending) appendLog(logFile(home, server), lines.join(''));
    pending.clear();
    pendingChars = 0;
  };
  const write = (server: string, text: string): void => {
    if (closed) return;
    const line = `${now().toISOString()} ${pid} ${text}\n`;
    const lines = pending.get(server);
    if (lines === undefined) pending.set(server, [line]);
    else lines.push(line);
    pendingChars += line.length;
    // Timers may never fire while a server prints endlessly, so write here.
    if (pendingChars > MAX_PENDING_CHARS) flush();
    else cancel ??= timers.after(SETTLE_MS, flush);
  };
  return {
    log(level, event, data, requestId) {
      log(level, event, data, requestId);
      const { server, ...rest } = (data ?? {}) as { readonly server?: unknown };
      if (typeof server === 'string' && level !== 'debug') write(server, `${level} ${event} ${JSON.stringify(rest)}`);
    },
    printed: (server, line) => write(server, `stderr ${line}`),
    close() {
      flush();
      closed = true;
    },
  };
}
