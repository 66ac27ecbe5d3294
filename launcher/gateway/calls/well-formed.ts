import { isContainer } from '../../../src/json/json.ts';
import { writeJson } from '../../../src/json/json-number.ts';
import type { KeptText } from '../../artifacts/keep-text.ts';
import type { GatewayResult } from './gateway-result.ts';

/** What ES2024 has of strings. */
interface Unicode {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

/** Containers inside one another that are looked into; the writer of messages sees to what is deeper. */
const MAX_DEPTH = 200;

/**
 * A result in which every text is Unicode: U+FFFD in the place of half a surrogate pair, which the APIs of models refuse.
 * What the server sent is kept first, as JSON, and named in a block of its own. A sound result is handed on.
 */
export async function wellFormed(
  result: GatewayResult,
  keep: (text: string) => Promise<KeptText>,
): Promise<GatewayResult> {
  const { content, structuredContent } = result;
  if (isSound(content, 0) && isSound(structuredContent, 0)) return result;
  const kept = await keep(writeJson({ content, structuredContent }));
  const where =
    'artifact_ref' in kept
      ? `as it came, in JSON: artifact ref="${kept.artifact_ref}"`
      : 'as it came it could not be kept';
  const notice = { type: 'text', text: `[\ufffd stands for what is no Unicode; ${where}]` };
  return {
    ...result,
    content: [...(mended(content, 0) as GatewayResult['content']), notice],
    ...(structuredContent !== undefined && { structuredContent: mended(structuredContent, 0) as object }),
  } as GatewayResult;
}

function isSound(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return (value as unknown as Unicode).isWellFormed();
  if (!isContainer(value) || depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.every((one) => isSound(one, depth + 1));
  return Object.entries(value).every(([key, one]) => isSound(key, depth) && isSound(one, depth + 1));
}

function mended(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return (value as unknown as Unicode).toWellFormed();
  if (!isContainer(value) || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => mended(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [mended(key, depth), mended(one, depth + 1)]));
}
