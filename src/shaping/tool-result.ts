import { writeJson } from '../json/json-number.ts';

/** A block of an MCP tool result that shaping writes. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
      /** Bytes. */
      readonly size: number;
    };

/** An MCP tool result (2025-11-25, `CallToolResult`). */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The `_meta` key of results that are as small as they are to be: shaped ones, and pages of artifacts. */
export const FINAL_META = 'jeeves/final';

/** The `_meta` key of what a result without structured content tells beside its text. */
export const RESULT_META = 'jeeves/result';

/** Whether a value is a tool result that is to be handed on as it is: who claims it must still fit the budget. */
export function isFinal(value: unknown, maxBytes: number): value is ToolResult {
  if (typeof value !== 'object' || value === null) return false;
  try {
    const { content, _meta } = value as Partial<ToolResult>;
    return Array.isArray(content) && _meta?.[FINAL_META] === true && resultBytes(value as ToolResult) <= maxBytes;
  } catch {
    return false; // a getter or a proxy throws, or it is no JSON
  }
}

/** UTF-8 bytes of a result as JSON. */
export function resultBytes(result: ToolResult): number {
  return new TextEncoder().encode(writeJson(result)).length;
}
