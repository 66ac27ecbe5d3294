import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { Timers } from '../../platform/timers.ts';

/** Time without progress after which a call is reported as waiting, and time between later reports, in milliseconds. */
const FIRST_MS = 60_000;
const NEXT_MS = 180_000;
/** Min added to the last progress, because each notification must report more than the one before (MCP, "Progress"). */
const STEP = 2 ** -10;

/** Number of watched calls so far. Events identify a call by its number. */
let calls = 0;

export interface WaitingCallOptions {
  readonly server: string;
  readonly tool: string;
  readonly timers: Timers;
  readonly log: EventLog;
  /** True while the server leaves a ping unanswered. */
  readonly isSilent: () => boolean;
  /** Sends progress to the client, if it asked for any. */
  readonly onProgress: (progress: JsonObject) => void;
  /** Sends a log message to the client. */
  readonly say: (text: string) => void;
}

export interface WatchedCall {
  /** Call on the server's progress. Restarts the time without progress. */
  progressed(progress: JsonObject): void;
  /** Call when the call is over. */
  stop(): void;
}

/**
 * Reports a call that gets neither an answer nor progress for a while: to the log, to the client, and as progress of
 * the call.
 */
export function watchWaiting(options: WaitingCallOptions): WatchedCall {
  const { server, tool, timers, log, isSilent, onProgress, say } = options;
  const call = ++calls;
  const facts = (): object => ({ server, tool, call, waiting_ms: Math.round(timers.now() - since) });
  let since = timers.now();
  let last: JsonObject = { progress: 0 };
  let reports = 0;
  const report = (): void => {
    reports++;
    log('warn', 'gateway.call_waiting', { ...facts(), answers_ping: !isSilent() });
    const minutes = Math.round((timers.now() - since) / 60_000);
    const state = isSilent() ? 'it does not answer a ping either' : 'it is still connected';
    const text = `no answer of server ${JSON.stringify(server)} to ${JSON.stringify(tool)} for ${minutes} min; ${state}`;
    const before = Number(last['progress']);
    last = { ...last, progress: before + Math.max(STEP, Math.abs(before) * 2 ** -40) };
    onProgress({ ...last, message: text });
    say(text);
    cancel = timers.after(NEXT_MS, report);
  };
  const settle = (): void => {
    cancel();
    if (reports > 0) log('info', 'gateway.call_resumed', facts());
    reports = 0;
  };
  let cancel = timers.after(FIRST_MS, report);
  return {
    progressed(progress) {
      settle();
      if (Number.isFinite(Number(progress['progress']))) last = progress;
      since = timers.now();
      cancel = timers.after(FIRST_MS, report);
    },
    stop: settle,
  };
}
