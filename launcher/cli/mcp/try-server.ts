import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { instructionsOf } from '../../gateway/catalog/instructions-of.ts';
import { judgeTools } from '../../gateway/catalog/prepare-tools.ts';
import { isTaskOnly, TASK_ONLY } from '../../gateway/catalog/task-only.ts';
import { toToolFilter } from '../../gateway/catalog/tool-filter.ts';
import type { ServerConfig } from '../../gateway/config/server-config.ts';
import { listPages } from '../../gateway/upstream/connection/list-pages.ts';
import type { ServerConnection, ServerFacts } from '../../gateway/upstream/connection/server-connection.ts';

export interface TriedTool {
  readonly name: string;
  readonly description: string;
  /** Tokens of the name, description and arguments that a model receives, counted with o200k. */
  readonly tokens: number;
  /** True if agents get the tool: they can read it, and `allowedTools` and `blockedTools` let it through. */
  readonly offered: boolean;
  /** True if its input schema is shown in a different form from the server's. */
  readonly mended: boolean;
  /** Reason why agents could not read it. Absent if they can, or if it is blocked anyway. */
  readonly leftOut?: string;
  /** What was left out of its definition, and why. */
  readonly notes: readonly string[];
}

/** Answers of a server that was tried. */
export type TriedServer = Readonly<Awaited<ReturnType<typeof tryServer>>>;

/** Connects and lists everything that the server offers. Rejects as `ServerConnection.request` does. */
export async function tryServer(
  connection: ServerConnection,
  config: ServerConfig,
  signal: AbortSignal,
  now: () => number,
) {
  const options = { signal, repeatable: true, timeoutMs: config.connectTimeout };
  const start = now();
  // `ping` connects. Some servers do not support it, but an error is an answer too.
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
    // Many servers with resources do not support this method.
    list('resources', 'resources/templates/list', 'resourceTemplates').catch(() => []),
    list('prompts', 'prompts/list', 'prompts'),
  ]);
  const told = instructionsOf([{ name: connection.name, instructions: facts.instructions }]);
  const instructionTokens = told === '' ? 0 : (await loadO200k())(told);
  return {
    facts,
    /** Tokens of the part of its instructions that is passed on, counted with o200k. */
    instructionTokens,
    connectedMs,
    tools: await triedTools(tools, config),
    resources,
    resourceTemplates,
    prompts,
  };
}

const NO_FACTS: ServerFacts = { protocolVersion: undefined, capabilities: {}, serverInfo: {}, instructions: undefined };

async function triedTools(listed: readonly JsonObject[], config: ServerConfig): Promise<readonly TriedTool[]> {
  const count = await loadO200k();
  const isLetThrough = toToolFilter(config);
  return (await judgeTools(listed)).map((judged, i) => {
    const { name, description } = listed[i] ?? {};
    const shown = { name: toText(name), description: toText(description) };
    const offered = isLetThrough(shown.name);
    if (judged.tool === undefined || isTaskOnly(judged.tool)) {
      const left = { ...shown, tokens: 0, offered: false, mended: false, notes: [] };
      const leftOut = judged.tool === undefined ? judged.reason : TASK_ONLY;
      return offered ? { ...left, leftOut } : left;
    }
    const tokens = count(JSON.stringify({ ...shown, inputSchema: judged.tool.inputSchema }));
    return { ...shown, tokens, offered, mended: judged.isMended, notes: judged.notes };
  });
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
