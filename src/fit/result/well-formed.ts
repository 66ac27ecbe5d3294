import { isContainer } from '../../base/json/json.ts';
import { writeJson } from '../../base/json/json-number.ts';
import type { KeptText } from '../../text/kept-text.ts';
import { notice, whereabouts } from '../../text/notice.ts';
import type { AnyToolResult } from './any-tool-result.ts';

/** String methods of ES2024. */
interface Unicode {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

/** Max nesting depth to check. Serialization repairs deeper texts. */
const MAX_DEPTH = 200;

/**
 * Replaces unpaired surrogates in all texts of a result by U+FFFD, because model APIs refuse them. The original is
 * stored first, as JSON, and an extra block names its artifact. A well-formed result is passed on unchanged.
 */
export async function wellFormed(
  result: AnyToolResult,
  keep: (text: string) => Promise<KeptText>,
): Promise<AnyToolResult> {
  const { content, structuredContent } = result;
  if (isSound(content, 0) && isSound(structuredContent, 0)) return result;
  const kept = await keep(writeJson({ content, structuredContent }));
  const where = whereabouts(kept, { what: 'the original as JSON', otherwise: 'the original could not be kept' });
  const block = { type: 'text', text: notice('\ufffd replaces invalid Unicode', where) };
  return {
    ...result,
    content: [...(mended(content, 0) as AnyToolResult['content']), block],
    ...(structuredContent !== undefined && { structuredContent: mended(structuredContent, 0) as object }),
  } as AnyToolResult;
}

/** True if no text in a value has an unpaired surrogate. */
export function isSound(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return (value as unknown as Unicode).isWellFormed();
  if (!isContainer(value) || depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.every((one) => isSound(one, depth + 1));
  return Object.keys(value).every((key) => isSound(key, depth) && isSound(value[key as never], depth + 1));
}

/** Replaces unpaired surrogates by U+FFFD. */
export function mended(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return (value as unknown as Unicode).toWellFormed();
  if (!isContainer(value) || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => mended(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [mended(key, depth), mended(one, depth + 1)]));
}
