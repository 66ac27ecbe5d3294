import { writeJson } from '../../../src/json/json-number.ts';
import { covers } from './covers.ts';
import type { GatewayResult } from './gateway-result.ts';
import { textSlots } from './text-slots.ts';

/** The result without structured content; where its texts do not say the same, it is one of them. */
export function withStructuredAsText({ structuredContent, ...rest }: GatewayResult): GatewayResult {
  const result = rest as GatewayResult;
  if (structuredContent === undefined) return result;
  const texts = textSlots(result.content).map(({ text }) => text);
  if (covers(texts, structuredContent)) return result;
  return { ...result, content: [...result.content, { type: 'text', text: writeJson(structuredContent) }] };
}
