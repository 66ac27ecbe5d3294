import type { CallContext } from '../../src/mcp/calls/call-context.ts';
import type { OwnResources } from '../../src/tools/resources/own-resources.ts';
import type { ListedKind } from '../tools/calls/other-servers.ts';
import { storeFault } from '../tools/calls/store-fault.ts';
import type { Parts } from './load-parts.ts';
import type { ServerOptions } from './server-options.ts';

/** Lists that other servers contribute to, except tools, by method. */
const LISTED: Readonly<Record<string, ListedKind>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
};

/** Answers the methods of resources, prompts, completion and logging. Returns undefined for any other. */
export async function answerOtherMethods(
  options: ServerOptions,
  loaded: () => Promise<Parts>,
  method: string,
  params: unknown,
  context: CallContext,
): Promise<object | undefined> {
  const answer = await answerAny(options, method, params, context);
  if (answer !== undefined && method === 'resources/read') await recordFetched(options, loaded, params, answer);
  return answer;
}

async function answerAny(
  { gateway, artifacts, log }: ServerOptions,
  method: string,
  params: unknown,
  context: CallContext,
): Promise<object | undefined> {
  const toFault: OwnResources['toFault'] = (error, asked) => {
    log('error', 'artifact.read_failed', { method: asked, message: error.message });
    return storeFault(error);
  };
  const own = artifacts && { artifacts, toFault };
  if (gateway !== undefined) {
    const { answerGateway, answerList } = await import('./answer-gateway.ts');
    // Lists come from the known lists of servers. Every other method needs a connection.
    const listed = LISTED[method];
    if (listed !== undefined) {
      const lists = await gateway.lists(listed, context.signal);
      return await answerList(own, lists, method, params);
    }
    return await answerGateway(own, await gateway.connected(), method, params, context.signal);
  }
  if (own === undefined) return undefined;
  const { answerResources, isResourceMethod } = await import('../../src/tools/resources/own-resources.ts');
  return isResourceMethod(method) ? await answerResources(own, method, params) : undefined;
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
