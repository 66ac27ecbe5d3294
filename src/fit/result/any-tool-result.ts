import type { Json } from '../../base/json/json.ts';
import type { JsonObject } from '../../base/json/json-object.ts';

/** A block of a result: MCP 2025-11-25, "ContentBlock", or one of a future type. */
export type Block = JsonObject;

/**
 * A tool result of any server (MCP 2026-07-28, "CallToolResult"; before, `structuredContent` was an object). Fields not listed
 * here are kept unchanged.
 */
export interface AnyToolResult extends JsonObject {
  readonly content: readonly Block[];
  readonly structuredContent?: Json;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}
