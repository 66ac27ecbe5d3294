import { jsonBytes } from '../../base/json/json-bytes.ts';
import type { JsonObject } from '../../base/json/json-object.ts';
import type { AnyToolResult, Block } from './any-tool-result.ts';

/** True for an image or a sound, also as an embedded resource. Hosts show these as such. */
export function isMedia(block: Block): boolean {
  const { type } = block;
  if (type === 'image' || type === 'audio') return true;
  const { mimeType, blob } = ((type === 'resource' ? block['resource'] : undefined) ?? {}) as JsonObject;
  return typeof blob === 'string' && /^(?:image|audio)\//i.test(String(mimeType));
}

/** Bytes of a block that the budget counts. Images and sounds are passed on unchanged, whatever their size. */
export function blockBytes(block: Block, max: number): number {
  return jsonBytes(isMedia(block) ? withoutData(block) : block, max);
}

function withoutData(block: Block): Block {
  if (block['type'] !== 'resource') return typeof block['data'] === 'string' ? { ...block, data: '' } : block;
  return { ...block, resource: { ...(block['resource'] as JsonObject), blob: '' } };
}

/** Bytes of a result that the budget counts. */
export function resultBytesUpTo({ content, ...rest }: AnyToolResult, max: number): number {
  let bytes = jsonBytes({ content: [], ...rest }, max);
  for (const block of content) bytes += blockBytes(block, max) + 1;
  return bytes;
}
