import type { EventLog } from '../../../src/base/events/event-log.ts';
import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { textBytes } from '../../../src/fit/result/text-slots.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import { METHOD } from '../../../src/mcp/calls/call-params.ts';
import type { Timers } from '../../platform/timers.ts';
import { isRepeatable, type OfferedTool } from '../catalog/offered-tool.ts';
import { MCPToolError } from '../config/server-errors.ts';
import { toEventFault } from '../event-fault.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import type { CheckedCall } from './check-call.ts';
import { toFailedCall } from './failed-call.ts';

/** Time without progress after which a call is reported as waiting, and time between later reports, in milliseconds. */
const FIRST_MS = 60_000;
const NEXT_MS = 180_000;
/** Min added to the last progress, because each notification must report more than the one before (MCP, "Progress"). */
const STEP = 2 ** -10;

/** Number of watched calls so far. Events identify a call by its number. */
let calls = 0;

interface WaitingCallOptions {
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

/**
 * Reports a call that gets neither an answer nor progress for a while: to the log, to the client, and as progress of
 * the call.
 */
export function watchWaiting(options: WaitingCallOptions) {
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
    /** Call on the server's progress. Restarts the time without progress. */
    progressed(progress: JsonObject): void {
      settle();
      if (Number.isFinite(Number(progress['progress']))) last = progress;
      since = timers.now();
      cancel = timers.after(FIRST_MS, report);
    },
    /** Call when the call is over. */
    stop: settle,
  };
}

/**
 * Parses a server's answer to `tools/call`. Missing content becomes an empty list, and fields that are `null` are
 * dropped, because some libraries write all known fields. Throws an `MCPToolError`.
 */
export function toGatewayResult(server: string, tool: string, answer: JsonObject): AnyToolResult {
  const given = NULLABLE.some((field) => answer[field] === null) ? withoutNull(answer) : answer;
  const { content = [], _meta } = given;
  const sound = Array.isArray(content) && content.every(isJsonObject) && (_meta === undefined || isJsonObject(_meta));
  if (sound) return (given['content'] === undefined ? { ...given, content } : given) as AnyToolResult;
  const message = `cannot read the answer of server "${server}" to "${tool}": expected an MCP tool result`;
  throw new MCPToolError('invalid_result', message, { server });
}

const NULLABLE = ['content', 'structuredContent', 'isError', '_meta'];

function withoutNull(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([field, one]) => one !== null || !NULLABLE.includes(field)));
}

export interface ForwardOptions {
  readonly offered: OfferedTool;
  readonly connection: ServerConnection;
  readonly context: CallContext;
  readonly log: EventLog;
  readonly timers: Timers;
  /** Sends a log message to the client. */
  readonly say: (text: string) => void;
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
}

export type Forwarded =
  | { readonly ok: true; readonly answer: AnyToolResult; readonly bytes: number }
  /** `told` is the result for the model, `fault` the part that an event may contain. */
  | { readonly ok: false; readonly told: AnyToolResult; readonly fault: object };

/**
 * Calls the tool on its server. Throws the server's own JSON-RPC errors unchanged, and the signal's reason when
 * cancelled.
 */
export async function forwardCall({ forwarded, token }: CheckedCall, options: ForwardOptions): Promise<Forwarded> {
  const { offered, connection, context, log, timers, say, now } = options;
  const { server, tool } = offered;
  const start = now();
  const facts = () => ({ server, tool: tool.name, duration_ms: Math.round(now() - start) });
  const onProgress = (progress: JsonObject): void => {
    if (token === undefined || context.signal.aborted) return;
    context.notify('notifications/progress', { ...progress, progressToken: token });
  };
  const waiting = watchWaiting({
    ...{ server, tool: tool.name, timers, log, say },
    isSilent: () => connection.isSilent,
    onProgress,
  });
  try {
    const received = await connection.request(METHOD, forwarded, {
      signal: context.signal,
      repeatable: isRepeatable(offered),
      onProgress: (progress) => {
        waiting.progressed(progress);
        onProgress(progress);
      },
    });
    const answer = toGatewayResult(server, tool.name, received);
    const bytes = textBytes(answer.content);
    log('info', 'gateway.call_ok', { ...facts(), bytes, is_error: answer.isError === true });
    return { ok: true, answer, bytes };
  } catch (error) {
    if (context.signal.aborted) throw error;
    const fault = faultOf(error);
    log('warn', 'gateway.call_failed', { ...facts(), ...fault });
    return { ok: false, told: toFailedCall(offered, error), fault };
  } finally {
    waiting.stop();
  }
}

/** Converts an error for an event. A server's own error message may be anything, so only its code is kept. */
export function faultOf(error: unknown): object {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' && typeof message === 'string' ? toEventFault({ code, message }) : { code };
}
