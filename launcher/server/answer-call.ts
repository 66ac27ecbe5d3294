import type { CallContext } from './call-context.ts';
import type { ClientView } from './client-view.ts';
import type { Parts } from './load-parts.ts';
import type { ServedClient, ServerOptions } from './server-options.ts';
import type { CallToolResult } from './tool-result.ts';

/** Answers `tools/call`. */
export type AnswerCall = (params: unknown, context: CallContext, view: ClientView) => Promise<object>;

/** Finds the tool that a call names, calls it, and reports the call to the session's memory and context. */
export function createAnswerCall(
  options: ServerOptions,
  client: ServedClient,
  loaded: () => Promise<Parts>,
): AnswerCall {
  const { gateway, session, log, newRequestId, prune } = options;
  const calls = { log, newRequestId, now: prune.now };
  let count = 0;
  const notRemembered = (error: unknown): void => log('warn', 'session.failed', { message: String(error) });
  // An update during the session may remove files that are loaded on use.
  const notRecorded = (error: unknown): void => log('warn', 'context.failed', { message: String(error) });

  const callAny: AnswerCall = async (params, context, view) => {
    const { callTool, ownTool, selfShapedTool, definitions, tools, shared, instructions } = await loaded();
    const { name, arguments: args } = (params ?? {}) as { readonly name?: unknown; readonly arguments?: unknown };
    const { structured } = view;
    context.onWritten(() => definitions?.called(name));
    const isOurs = (one: { readonly name: string }): boolean => one.name === name;
    const selfShaped = shared.find(isOurs);
    if (client.tasks && asksForTask(params) && (selfShaped !== undefined || tools.some(isOurs))) {
      throw (await import('./task-forbidden.ts')).taskForbidden(String(name));
    }
    if (selfShaped !== undefined) {
      return await callTool(calls, selfShapedTool(options, selfShaped, structured), params, context);
    }
    const isTheirs = gateway !== undefined && typeof name === 'string' && !tools.some(isOurs);
    const answer = isTheirs
      ? await (await gateway.connected()).tools.call(name, params, context, structured)
      : undefined;
    if (answer !== undefined) return answer;
    const result = await callTool(calls, ownTool({ ...options, tools, instructions }, params, view), params, context);
    context.onWritten((error) => {
      if (error === undefined) void recordCall(options, String(name), args, result).catch(notRecorded);
    });
    return result;
  };

  if (session === undefined) return callAny;
  return async (params, context, view) => {
    const { shownText, toSessionCall } = await loaded();
    const id = String(++count);
    try {
      const call = toSessionCall(params);
      if (call !== undefined) await session.called(id, call.tool, call.args, call.question);
    } catch (error) {
      // A failure to remember a call must not fail the call.
      notRemembered(error);
    }
    const result = await callAny(params, context, view);
    context.onWritten((error) => {
      const { content } = result as { readonly content?: readonly object[] };
      if (error === undefined && content !== undefined) void session.gave(id, shownText(content)).catch(notRemembered);
    });
    return result;
  };
}

/** Records what the model was shown, for the context tools. */
async function recordCall(
  { context, root }: ServerOptions,
  name: string,
  args: unknown,
  result: CallToolResult,
): Promise<void> {
  if (context?.record === undefined) return;
  const { toRecordedCall } = await import('../context/to-recorded-call.ts');
  const call = toRecordedCall(root, name, args, result);
  if (call !== undefined) context.record(call);
}

function asksForTask(params: unknown): boolean {
  const task = (params as { readonly task?: unknown } | null | undefined)?.task;
  return task !== undefined && task !== null;
}
