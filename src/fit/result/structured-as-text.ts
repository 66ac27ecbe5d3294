import { isContainer } from '../../base/json/json.ts';
import { writeJson } from '../../base/json/json-number.ts';
import type { JsonObject } from '../../base/json/json-object.ts';
import type { AnyToolResult } from './any-tool-result.ts';
import { covers } from './covers.ts';
import { textSlots } from './text-slots.ts';

/** Removes structured content from a result. Adds it as a text if the existing texts do not cover it. */
export function withStructuredAsText({ structuredContent, ...rest }: AnyToolResult): AnyToolResult {
  const result = rest as AnyToolResult;
  if (structuredContent === undefined) return result;
  const texts = textSlots(result.content).map(({ text }) => text);
  if (covers(texts, structuredContent)) return result;
  return { ...result, content: [...result.content, { type: 'text', text: writeJson(structuredContent) }] };
}

/**
 * Adapts a result for clients before MCP 2026-07-28, which refuse structured content that is not an object. Such
 * content becomes a text if the existing texts do not cover it.
 */
export function withObjectAtMost(result: object): object {
  const { structuredContent } = result as JsonObject;
  const isFine =
    structuredContent === undefined || (isContainer(structuredContent) && !Array.isArray(structuredContent));
  return isFine ? result : withStructuredAsText(result as AnyToolResult);
}
