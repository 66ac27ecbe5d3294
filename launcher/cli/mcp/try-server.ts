import { loadO200k } from '../../../src/tokens/o200k.ts';
import { instructionsOf } from '../../gateway/catalog/instructions-of.ts';
import { toToolFilter } from '../../gateway/catalog/tool-filter.ts';
import type { ServerConfig } from '../../gateway/config/server-config.ts';
import { listPages } from '../../gateway/connection/list-pages.ts';
import type { JsonObject, ServerConnection, ServerFacts } from '../../gateway/connection/server-connection.ts';

export interface TriedTool {
  readonly name: string;
  readonly description: string;
  /** What a model is sent of it: name, description and arguments, counted with o200k. */
  readonly tokens: number;
  /** Whether `allowedTools` and `blockedTools` let it through. */
  readonly offered: boolean;
}

/** A server's answers when it was tried. */
export interface TriedServer {
  readonly facts: ServerFacts;
  /** Of its instructions, as far as they are handed on; counted with o200k. */
  readonly instructionTokens: number;
  readonly connectedMs: number;
  readonly tools: readonly TriedTool[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

/** Connects and lists all that the server offers. Rejects as `ServerConnection.request` does. */
export async function tryServer(
  connection: ServerConnection,
  config: ServerConfig,
  signal: AbortSignal,
  now: () => number,
): Promise<TriedServer> {
  const options = { signal, repeatable: true, timeoutMs: config.connectTimeout };
  const start = now();
  // Connects; some servers do not know it, and have answered all the same.
  await connection.request('ping', undefined, options).catch((error: unknown) => {
    if (connection.facts === undefined || signal.aborted) throw error;
  });
  const connectedMs = Math.round(now() - start);
  const { facts = NO_FACTS } = connection;
  const list = async (capability: string, method: string, key: string): Promise<readonly JsonObject[]> => {
    if (facts.capabilities[capability] === undefined) return [];
    return (await listPages(key, (params) => connection.request(method, params, options))).entries;
  };
  const [tools, resources, resourceTemplates, prompts] = await Promise.all([
    list('tools', 'tools/list', 'tools'),
    list('resources', 'resources/list', 'resources'),
    // Many that have resources do not know this.
    list('resources', 'resources/templates/list', 'resourceTemplates').catch(() => []),
    list('prompts', 'prompts/list', 'prompts'),
  ]);
  const told = instructionsOf([{ name: connection.name, instructions: facts.instructions }]);
  const instructionTokens = told === '' ? 0 : (await loadO200k())(told);
  return {
    facts,
    instructionTokens,
    connectedMs,
    tools: await triedTools(tools, config),
    resources,
    resourceTemplates,
    prompts,
  };
}

const NO_FACTS: ServerFacts = { protocolVersion: undefined, capabilities: {}, serverInfo: {}, instructions: undefined };

async function triedTools(tools: readonly JsonObject[], config: ServerConfig): Promise<readonly TriedTool[]> {
  const count = await loadO200k();
  const offered = toToolFilter(config);
  return tools.map(({ name, description = '', inputSchema }) => ({
    name: String(name),
    description: String(description),
    tokens: count(JSON.stringify({ name, description, inputSchema })),
    offered: offered(String(name)),
  }));
}
