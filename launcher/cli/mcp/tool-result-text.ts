import type { JsonObject } from '../../../src/base/json/json-object.ts';

/** Formats a tool's answer as text: its text blocks, and a short description of each other block. */
export function toResultText({ content, structuredContent }: JsonObject): string {
  const blocks = Array.isArray(content) ? (content as readonly JsonObject[]) : [];
  const shown = blocks.map((block) => (typeof block['text'] === 'string' ? block['text'] : aboutBlock(block)));
  if (shown.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent, null, 2);
  return shown.join('\n');
}

function aboutBlock({ type, mimeType, data, uri, resource }: JsonObject): string {
  const inner = resource as JsonObject | undefined;
  if (typeof inner?.['text'] === 'string') return inner['text'];
  const parts = [
    type,
    mimeType,
    uri ?? inner?.['uri'],
    typeof data === 'string' ? `${data.length} characters` : undefined,
  ];
  return `[${parts.filter((part) => part !== undefined).join(', ')}]`;
}
