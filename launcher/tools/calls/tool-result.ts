import { type ContentBlock, RESULT_META, type ToolResult } from '../../../src/mcp/tool-result.ts';
import type { PruningMetadata } from '../../../src/shorten/pruning-metadata.ts';
import { folderNotice, notice } from '../../../src/text/notice.ts';
import type { AnyTool } from '../definition.ts';
import type { ToolOutcome } from '../tool.ts';

export type CallToolResult = ToolResult;

type Failure = Extract<ToolOutcome<object, string>, { ok: false }>;

/** Outcome of a call, before a result is built from it. */
export interface CallAnswer {
  readonly tool: AnyTool;
  /**
   * `structuredContent` without `pruning`: the tool's result, or its error and the output until the error. `folder` is
   * set if the agent is not in the folder in which the server was started. `warnings` name the parts of the call that
   * were ignored.
   */
  readonly body: Readonly<Record<string, unknown>>;
  readonly pruning: PruningMetadata;
  readonly failed: boolean;
}

/** Parts of a result around the output. */
export interface Surroundings {
  /** Lines before the output and after it. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly link?: ContentBlock | undefined;
  /** Extra fields of `structuredContent`. */
  readonly facts?: object | undefined;
}

/** Turns an outcome into an answer, before pruning. Tool failures become results, not JSON-RPC errors. */
export function toAnswer(
  tool: AnyTool,
  outcome: ToolOutcome<object, string>,
  { folder, warnings = [] }: { readonly folder?: string | undefined; readonly warnings?: readonly string[] } = {},
): Omit<CallAnswer, 'pruning'> {
  const where = { ...(folder !== undefined && { folder }), ...(warnings.length > 0 && { warnings }) };
  if (outcome.ok) return { tool, body: { ...outcome.result, ...where }, failed: false };
  return { tool, body: { tool: tool.name, error: outcome.error, ...outcome.streams, ...where }, failed: true };
}

/** Returns the output as plain text. */
export function outputText({ tool, body, failed }: Omit<CallAnswer, 'pruning'>): string {
  if (!failed) return tool.renderText(body);
  const { error } = body as unknown as Failure;
  return [...(tool.renderFailed?.(body) ?? []), `[${error.code}: ${error.message}]`].join('\n');
}

export function toToolResult(answer: CallAnswer, structured: boolean, around: Surroundings = {}): CallToolResult {
  const { tool, body, pruning, failed } = answer;
  const { folder, warnings } = body as { readonly folder?: unknown; readonly warnings?: readonly string[] };
  const where = typeof folder === 'string' ? folderNotice(folder) : undefined;
  const lines = [notice(...(warnings ?? [])), around.before, outputText(answer), around.after, where].filter(
    (part) => part !== undefined,
  );
  const text: ContentBlock = { type: 'text', text: lines.join('\n') };
  const content = around.link === undefined ? [text] : [text, around.link];
  const error = failed ? { isError: true as const } : {};
  const whole = { ...body, ...around.facts, pruning };
  if (structured) return { content, structuredContent: whole, ...error };
  const facts = Object.entries(whole).filter(([name]) => !tool.bodyFields.includes(name));
  return { content, _meta: { [RESULT_META]: Object.fromEntries(facts) }, ...error };
}
