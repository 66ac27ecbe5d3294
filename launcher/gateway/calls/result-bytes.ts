import type { GatewayResult } from './gateway-result.ts';
import type { Block } from './text-slots.ts';

/** What the budget counts of a block: images and sounds are handed on as they are, whatever they weigh. */
export function blockBytes(block: Block): number {
  const media = block['type'] === 'image' || block['type'] === 'audio';
  const counted = media && typeof block['data'] === 'string' ? { ...block, data: '' } : block;
  return Buffer.byteLength(JSON.stringify(counted));
}

/** UTF-8 bytes of a result as JSON that the budget counts. */
export function resultBytes({ content, ...rest }: GatewayResult): number {
  const blocks = content.reduce((sum, block) => sum + blockBytes(block) + 1, 0);
  return Buffer.byteLength(JSON.stringify({ content: [], ...rest })) + blocks;
}
