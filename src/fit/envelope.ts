import type { Json } from '../base/json/json.ts';
import { writeJson } from '../base/json/json-number.ts';
import { createMeasure } from '../base/json/measure.ts';
import { utf8Bytes } from '../base/json/utf8-bytes.ts';
import { type ContentBlock, FINAL_META, type ToolResult } from '../mcp/tool-result.ts';
import { isSound, mended } from './result/well-formed.ts';

export type Entry = readonly [string, Json];

/**
 * A response about to be written. The order of fields matters: hosts cut the middle, so both ends must be informative.
 */
export interface Envelope {
  readonly head: readonly Entry[];
  /** Notes about cut arrays, after the data. */
  readonly tail: readonly Entry[];
  readonly link?: ContentBlock | undefined;
  readonly success: boolean;
  /** False: only the text is sent, which has the same content. */
  readonly structured: boolean;
}

/** Builds the result, whose text is the structured content as JSON, in well-formed Unicode. */
export function toResult({ head, tail, link, success, structured }: Envelope, data: readonly Entry[]): ToolResult {
  const all = Object.fromEntries([...head, ...data, ...tail]);
  const body = isSound(all, 0) ? all : (mended(all, 0) as typeof all);
  const text: ContentBlock = { type: 'text', text: writeJson(body) };
  return {
    content: link === undefined ? [text] : [text, link],
    ...(structured && { structuredContent: body }),
    ...(!success && { isError: true as const }),
    _meta: { [FINAL_META]: true },
  };
}

/** UTF-8 bytes of the result without any data. */
export function envelopeBytes(envelope: Envelope): number {
  const { content, structuredContent, ...rest } = toResult(envelope, []);
  const [text, link] = content;
  const plain = createMeasure('plain');
  // Same as `JSON.stringify(result)`, except for the text, which is already written.
  const blocks = [{ ...text, text: '' }, ...(link === undefined ? [] : [link])];
  const frame = utf8Bytes(writeJson({ content: blocks, ...(structuredContent && { structuredContent }), ...rest }));
  return frame + plain.string((text as { text: string }).text) - 2;
}
