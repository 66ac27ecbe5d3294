import { writeJson } from '../../../src/json/json-number.ts';
import { minBytes } from '../../../src/json/min-bytes.ts';
import type { GatewayResult } from './gateway-result.ts';
import type { Block } from './text-slots.ts';

/**
 * UTF-8 bytes of a value as JSON; for one that takes more than `max` just some number above it, since to count the
 * bytes of a megabyte takes as long as to read it.
 */
export function jsonBytes(value: unknown, max: number): number {
  const min = minBytes(value, max);
  return min > max ? min : Buffer.byteLength(writeJson(value) ?? '');
}

/** What the budget counts of a block: images and sounds are handed on as they are, whatever they weigh. */
export function blockBytes(block: Block, max: number): number {
  const media = block['type'] === 'image' || block['type'] === 'audio';
  return jsonBytes(media && typeof block['data'] === 'string' ? { ...block, data: '' } : block, max);
}

/** Bytes of a result that the budget counts. */
export function resultBytes({ content, ...rest }: GatewayResult, max: number): number {
  let bytes = jsonBytes({ content: [], ...rest }, max);
  for (const block of content) bytes += blockBytes(block, max) + 1;
  return bytes;
}
