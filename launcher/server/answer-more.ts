import type { CallContext } from './call-context.ts';
import type { ClientView } from './client-view.ts';
import type { Parts } from './load-parts.ts';
import type { ServerOptions } from './server-options.ts';

/** Answers the methods of resources, prompts, completion, tasks and logging. Returns undefined for any other. */
export async function answerMore(
  options: ServerOptions,
  loaded: () => Promise<Parts>,
  method: string,
  params: unknown,
  context: CallContext,
  view: ClientView,
): Promise<object | undefined> {
  const answer = await answerAny(options, method, params, context, view);
  if (answer !== undefined && method === 'resources/read') await recordFetched(options, loaded, params, answer);
  return answer;
}

async function answerAny(
  { gateway, artifacts, log, ...options }: ServerOptions,
  method: string,
  params: unknown,
  context: CallContext,
  { structured }: ClientView,
): Promise<object | undefined> {
  const own = { context: options.context?.resources, log };
  if (gateway !== undefined) {
    const { answerGateway, answerList } = await import('./answer-gateway.ts');
    // Lists come from what is known of the servers. Everything else needs a connection.
    const lists = method.endsWith('/list') && method !== 'tasks/list' ? await gateway.lists() : undefined;
    if (lists !== undefined) return await answerList({ ...own, lists, artifacts }, method, params);
    const to = { ...own, gateway: await gateway.connected(), artifacts, structured };
    return await answerGateway(to, method, params, context);
  }
  if (artifacts === undefined) return undefined;
  const { answerResources, isResourceMethod } = await import('./answer-resources.ts');
  return isResourceMethod(method) ? await answerResources({ ...own, artifacts }, method, params) : undefined;
}

/** Records in the ledger an artifact that was read back as a resource. */
async function recordFetched(
  { ledger }: ServerOptions,
  loaded: () => Promise<Parts>,
  params: unknown,
  answer: object,
): Promise<void> {
  const { uri } = params as { readonly uri: string };
  if (ledger === undefined || !uri.startsWith('ax://')) return;
  const { shownText } = await loaded();
  const { contents } = answer as { readonly contents: readonly object[] };
  ledger.record({ kind: 'fetch', tool: 'artifact', shown: shownText(contents) });
}
