import { jsonBytes } from '../../base/json/json-bytes.ts';
import type { AnyToolResult, Block } from './any-tool-result.ts';

/** Bytes of a block that the budget counts. Images and sounds are passed on unchanged, whatever they weigh. */
export function blockBytes(block: Block, max: number): number {
  const media = block['type'] === 'image' || block['type'] === 'audio';
  return jsonBytes(media && typeof block['data'] === 'string' ? { ...block, data: '' } : block, max);
}

/** Bytes of a result that the budget counts. */
export function resultBytes({ content, ...rest }: AnyToolResult, max: number): number {
  let bytes = jsonBytes({ content: [], ...rest }, max);
  for (const block of content) bytes += blockBytes(block, max) + 1;
  return bytes;
}
