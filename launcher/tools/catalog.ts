import type { AnyTool } from './definition.ts';

/** One of our tools: what hosts, hooks and instructions must know of it, and how to load the rest. */
interface CatalogEntry {
  readonly name: string;
  /** True if it changes nothing, so that agents may call it without asking. As its `readOnlyHint`. */
  readonly readOnly: boolean;
  load(): Promise<AnyTool>;
}

/** Tools of the launcher, in the order of `tools/list`. Their modules are loaded on use, to keep the start fast. */
const CATALOG: readonly CatalogEntry[] = [
  { name: 'read', readOnly: true, load: async () => (await import('./read/definition.ts')).read },
  { name: 'bash', readOnly: false, load: async () => (await import('./bash/definition.ts')).bash },
  { name: 'grep', readOnly: true, load: async () => (await import('./grep/definition.ts')).grep },
];

export async function loadTools(): Promise<readonly AnyTool[]> {
  return await Promise.all(CATALOG.map(({ load }) => load()));
}

/** Names of the tools that work in the agent's folder and take a question. */
export const TOOL_NAMES: readonly string[] = CATALOG.map(({ name }) => name);

/** Our read-only tools, which `init --allow` lets run without asking. */
export const READ_ONLY_TOOLS: readonly string[] = [
  ...CATALOG.filter(({ readOnly }) => readOnly).map(({ name }) => name),
  'artifact',
];

/** Pattern source for the names of everything that our server lists, with tools of servers behind the gateway. */
export const LISTED_NAMES: string = [
  ...TOOL_NAMES,
  'artifact',
  'find_tool',
  'call_tool',
  'context_\\w+',
  'mcp_[\\w-]+',
].join('|');
