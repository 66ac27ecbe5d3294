import type { JsonObject } from '../connection/server-connection.ts';

/** A block of a result: MCP 2025-11-25, "ContentBlock", or one that nobody knows yet. */
export type Block = JsonObject;

/** A text that a result shows, and the block that it stands in. */
export interface TextSlot {
  readonly block: number;
  readonly text: string;
}

/** The texts of text blocks and of embedded resources. */
export function textSlots(content: readonly Block[]): readonly TextSlot[] {
  return content.flatMap((block, i) => {
    const text = block['type'] === 'resource' ? (block['resource'] as JsonObject | null)?.['text'] : block['text'];
    const shown = block['type'] === 'text' || block['type'] === 'resource';
    return shown && typeof text === 'string' ? [{ block: i, text }] : [];
  });
}

/** UTF-8 bytes of those texts. */
export function textBytes(content: readonly Block[]): number {
  return textSlots(content).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

/** A block with another text in its place. */
export function withText(block: Block, text: string): Block {
  if (block['type'] !== 'resource') return { ...block, text };
  return { ...block, resource: { ...(block['resource'] as JsonObject), text } };
}
