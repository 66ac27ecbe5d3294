import { isContainer } from '../../../src/base/json/json.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';

/** Max nesting of structured content. What is deeper may overflow the stack where it is serialized. */
const DEEPEST = 1000;

/**
 * Leaves out structured content that is nested too deeply, and says so in a text. The texts stay. The result is an error
 * if the tool has an output schema, since clients would refuse it otherwise.
 */
export function withoutDeepPart(answer: AnyToolResult, { tool }: OfferedTool): AnyToolResult {
  const { structuredContent, ...rest } = answer;
  if (!isDeeper(structuredContent, DEEPEST)) return answer;
  const text = `[the structured part of this result is left out: it is nested more than ${DEEPEST} levels deep]`;
  const isError = rest.isError === true || tool['outputSchema'] !== undefined;
  return { ...rest, content: [...rest.content, { type: 'text', text }], ...(isError && { isError }) } as AnyToolResult;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (!isContainer(value)) return false;
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return levels === 0 || inner.some((one) => isDeeper(one, levels - 1));
}
