import type { JsonObject } from '../../base/json/json-object.ts';
import { utf8Bytes } from '../../base/json/utf8-bytes.ts';
import type { Block } from './any-tool-result.ts';

/** A text in a result, and the index of its block. */
export interface TextSlot {
  readonly block: number;
  readonly text: string;
}

/** Returns the texts of text blocks and embedded resources. */
export function textSlots(content: readonly Block[]): readonly TextSlot[] {
  return content.flatMap((block, i) => {
    const text = block['type'] === 'resource' ? (block['resource'] as JsonObject | null)?.['text'] : block['text'];
    const shown = block['type'] === 'text' || block['type'] === 'resource';
    return shown && typeof text === 'string' ? [{ block: i, text }] : [];
  });
}

/** Returns the UTF-8 bytes of those texts. */
export function textBytes(content: readonly Block[]): number {
  return textSlots(content).reduce((sum, { text }) => sum + utf8Bytes(text), 0);
}

/** Replaces the text of a block. */
export function withText(block: Block, text: string): Block {
  if (block['type'] !== 'resource') return { ...block, text };
  return { ...block, resource: { ...(block['resource'] as JsonObject), text } };
}
