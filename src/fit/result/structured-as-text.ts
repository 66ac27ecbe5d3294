import { writeJson } from '../../base/json/json-number.ts';
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
