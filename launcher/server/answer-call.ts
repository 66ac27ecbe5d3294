import type { EventLog } from '../../src/base/events/event-log.ts';
import type { CallContext } from '../../src/mcp/calls/call-context.ts';
import type { ClientView } from '../../src/mcp/tool.ts';
import type { LazySessionMemory } from '../tools/calls/session/lazy-session-memory.ts';
import type { CallToolResult } from '../tools/calls/tool-result.ts';
import type { CallFolder } from './call-folder.ts';
import type { Parts } from './load-parts.ts';
import type { ServedClient, ServerOptions } from './server-options.ts';

/** Answers `tools/call`. */
export type AnswerCall = (params: unknown, context: CallContext, view: ClientView) => Promise<object>;

/** Finds the tool that a call names, calls it, and reports the call to the session's memory and context. */
export function createAnswerCall(
  options: ServerOptions,
  client: ServedClient,
  loaded: () => Promise<Parts>,
): AnswerCall {
  const { gateway, session, log, newRequestId, shortening } = options;
  const calls = { log, newRequestId, now: shortening.prune.now, shortening };
  // Recording may fail if an update during the session removes files that are loaded on use.
  const notRecorded = (error: unknown): void => log('warn', 'context.failed', { message: String(error) });

  const callAny: AnswerCall = async (params, context, view) => {
    const parts = await loaded();
    const { callTool, missingTool, definitions, tools, toolIn, findFolder, shared } = parts;
    const { name, arguments: args } = (params ?? {}) as { readonly name?: unknown; readonly arguments?: unknown };
    const call = { params, context, client: view };
    context.onWritten(() => definitions?.called(name));
    const isOurs = (one: { readonly name: string | undefined }): boolean => one.name === name;
    const isOwn = tools.some(isOurs);
    const other = shared.find(isOurs);
    if (other !== undefined) return await callTool(calls, other, call);
    const isTheirs = gateway !== undefined && typeof name === 'string' && !isOwn;
    const theirs = isTheirs ? (await gateway.connected()).tools : undefined;
    const answer = await theirs?.call(name, params, context, view.structured);
    if (answer !== undefined) {
      if (view.anyStructured === true) return answer;
      return (await import('../../src/fit/result/structured-as-text.ts')).withObjectAtMost(answer);
    }
    const folder = isOwn ? await findFolder?.(params, context, client.roots) : undefined;
    const known = () => [...tools, ...shared, ...(theirs?.near(String(name)) ?? [])];
    const result = await callTool(calls, toolIn(name, folder) ?? missingTool(known(), params), call);
    context.onWritten((error) => {
      if (error === undefined) void recordCall(options, folder, String(name), args, result).catch(notRecorded);
    });
    return result;
  };

  return session === undefined ? callAny : remembering(callAny, session, loaded, log);
}

/** Reports each call and its result to the session's memory. If reporting fails, the call must not fail. */
function remembering(
  answer: AnswerCall,
  session: LazySessionMemory,
  loaded: () => Promise<Parts>,
  log: EventLog,
): AnswerCall {
  const failed = (error: unknown): void => log('warn', 'session.failed', { message: String(error) });
  let count = 0;
  return async (params, context, view) => {
    const { shownText, toRememberedCall } = await loaded();
    const id = String(++count);
    try {
      const call = toRememberedCall(params);
      if (call !== undefined) await session.called(id, call.tool, call.args, call.question);
    } catch (error) {
      failed(error);
    }
    const result = await answer(params, context, view);
    context.onWritten((error) => {
      const { content } = result as { readonly content?: readonly object[] };
      if (error === undefined && content !== undefined) void session.gave(id, shownText(content)).catch(failed);
    });
    return result;
  };
}

/** Records the text that the model was shown, for the context tools. */
async function recordCall(
  { context, root }: ServerOptions,
  { folder = root }: Partial<CallFolder> = {},
  name: string,
  args: unknown,
  result: CallToolResult,
): Promise<void> {
  if (context?.record === undefined) return;
  const { toRecordedCall } = await import('../tools/context/to-recorded-call.ts');
  const call = toRecordedCall({ root, folder }, name, args, result);
  if (call !== undefined) context.record(call);
}
