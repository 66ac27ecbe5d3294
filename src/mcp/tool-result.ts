import { writeJson } from '../base/json/json-number.ts';

/** A block of an MCP tool result that shaping writes. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
      /** Size in bytes. */
      readonly size: number;
    };

/** An MCP tool result (2025-11-25, `CallToolResult`). */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** `_meta` key of results that must not be shaped further: shaped ones, and pages of artifacts. */
export const FINAL_META = 'jeeves/final';

/** `_meta` key for the other fields of a result without structured content. */
export const RESULT_META = 'jeeves/result';

/** True if a value is a tool result to be passed on unchanged. A result that claims so must still fit the budget. */
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
export const resultBytes = (result: ToolResult): number => new TextEncoder().encode(writeJson(result)).length;
