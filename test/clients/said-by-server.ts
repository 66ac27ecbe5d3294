import { fromGatewayUri, toGatewayUri } from '../../launcher/gateway/resources/resource-uris.ts';
import type { Fields } from './gateway-launcher.ts';
import type { RealServer } from './gateway-real-servers.ts';

export type Outcome = { readonly result: Fields } | { readonly error: Fields };
/** Sends a request and resolves to its result or error. */
export type Ask = (method: string, params?: Fields) => Promise<Outcome>;

/**
 * Everything that a server returns: its lists, and the results of its short call and of every listed resource and
 * prompt.
 */
export interface Said extends Lists {
  /** Answers by request. Each is JSON text, so that the order of the fields counts. */
  readonly answers: Readonly<Record<string, string>>;
}

export interface Lists {
  readonly tools: readonly Fields[];
  readonly resources: readonly Fields[];
  readonly resourceTemplates: readonly Fields[];
  readonly prompts: readonly Fields[];
}

/** Maps a server's own names and URIs to those that the client has to use, and URIs back. */
export interface Naming {
  readonly name: (own: unknown) => string;
  readonly uri: (own: unknown) => string;
  /** Undefined for a URI of another server. */
  readonly ownUri: (given: unknown) => string | undefined;
}

export const OWN: Naming = { name: String, uri: String, ownUri: String };
/** Names and URIs behind the gateway. */
export const namingOf = (server: string): Naming => ({
  name: (own) => `mcp_${server}_${own}`,
  uri: (own) => toGatewayUri({ server, uri: String(own) }),
  ownUri(given) {
    const origin = fromGatewayUri(String(given));
    return origin?.server === server ? origin.uri : undefined;
  },
});

const LISTS = [
  { list: 'tools', method: 'tools/list', capability: 'tools' },
  { list: 'resources', method: 'resources/list', capability: 'resources' },
  { list: 'resourceTemplates', method: 'resources/templates/list', capability: 'resources' },
  { list: 'prompts', method: 'prompts/list', capability: 'prompts' },
] as const;
const CALL = 'tools/call';
const METHOD_NOT_FOUND = -32601;
/** Fields of a result that only one version has, or that belong to the answer rather than the server. */
const OF_THE_VERSION = ['resultType', 'ttlMs', 'cacheScope', '_meta'];

/** Returns the lists of the declared capabilities. A list that the server does not implement is empty. */
export async function listAll(ask: Ask, capabilities: Fields): Promise<Lists> {
  const fetched = LISTS.map(async ({ list, method, capability }) => {
    if (capabilities[capability] === undefined) return [list, []];
    const outcome = await ask(method);
    const lacks = 'error' in outcome && outcome.error['code'] === METHOD_NOT_FOUND;
    return [list, lacks ? [] : resultOf(outcome)[list]];
  });
  return Object.fromEntries(await Promise.all(fetched)) as Lists;
}

/** Reads everything that a server returns. `lists` are the server's own, with its own names. */
export async function hearAll(ask: Ask, { short }: RealServer, lists: Lists, naming: Naming): Promise<Said> {
  const { name, uri, ownUri } = naming;
  const answers: Record<string, string> = {};
  const hear = async (what: unknown, method: string, params: Fields): Promise<void> => {
    const outcome = await ask(method, params);
    answers[`${method} ${String(what)}`] = toText(method === CALL ? withContent(outcome) : outcome, ownUri);
  };
  await hear(short.tool, CALL, { name: name(short.tool), arguments: short.args });
  for (const one of lists.resources) await hear(one['uri'], 'resources/read', { uri: uri(one['uri']) });
  for (const { name: prompt, arguments: named = [] } of lists.prompts) {
    const given = Object.fromEntries((named as Fields[]).map((one) => [one['name'], 'Oslo']));
    await hear(prompt, 'prompts/get', { name: name(prompt), arguments: given });
  }
  return { ...lists, answers };
}

export function resultOf(outcome: Outcome): Fields {
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return outcome.result;
}

/**
 * Adds the `content` that every version requires. The gateway adds an empty one too if a server (cloudflare) omits it.
 */
function withContent(outcome: Outcome): Outcome {
  if ('error' in outcome) return outcome;
  const { result } = outcome;
  return { result: { ...result, content: result['content'] ?? [] } };
}

function toText(outcome: Outcome, ownUri: Naming['ownUri']): string {
  return withoutTimes(JSON.stringify('error' in outcome ? outcome : ofTheServer(outcome.result, ownUri)));
}

function ofTheServer(result: Fields, ownUri: Naming['ownUri']): Fields {
  const own = Object.fromEntries(Object.entries(result).filter(([field]) => !OF_THE_VERSION.includes(field)));
  const { contents } = own as { readonly contents?: readonly Fields[] };
  if (contents === undefined) return own;
  return { ...own, contents: contents.map((one) => ({ ...one, uri: ownUri(one['uri']) })) };
}

/** Replaces timestamps, because they differ between calls. */
function withoutTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'TIME');
}
