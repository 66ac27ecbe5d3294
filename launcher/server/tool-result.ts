import type { PruningMetadata } from '../pruning/metadata.ts';
import { streamTexts } from '../tools/bash/definition.ts';
import type { AnyTool } from '../tools/definition.ts';
import type { ToolOutcome } from '../tools/tool.ts';

/** MCP 2025-11-25, "CallToolResult". */
export interface CallToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: object;
  readonly isError?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Where `text` mode puts all that is not the output itself (DESIGN, decision 5). */
const META_KEY = 'jeeves/result';

type Failure = Extract<ToolOutcome<object, string>, { ok: false }>;

export function toToolResult(
  tool: AnyTool,
  result: object,
  pruning: PruningMetadata,
  structured: boolean,
): CallToolResult {
  return compose(tool, { ...result, pruning }, tool.renderText(result), structured);
}

/** Seed 1, section 3: failures of a tool are results, not JSON-RPC errors. */
export function toToolError(
  tool: AnyTool,
  failure: Failure,
  pruning: PruningMetadata,
  structured: boolean,
): CallToolResult {
  const { error, streams } = failure;
  const blocks = streams === undefined ? [] : streamTexts(streams.stdout, streams.stderr);
  const text = [...blocks, `[${error.code}: ${error.message}]`].join('\n');
  return { ...compose(tool, { tool: tool.name, error, ...streams, pruning }, text, structured), isError: true };
}

function compose(tool: AnyTool, whole: object, text: string, structured: boolean): CallToolResult {
  const content = [{ type: 'text', text }] as const;
  if (structured) return { content, structuredContent: whole };
  const facts = Object.entries(whole).filter(([name]) => !tool.bodyFields.includes(name));
  return { content, _meta: { [META_KEY]: Object.fromEntries(facts) } };
}
