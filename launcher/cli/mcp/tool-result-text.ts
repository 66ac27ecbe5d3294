import type { JsonObject } from '../../gateway/connection/server-connection.ts';

/** What a tool answered as a text: its text blocks, and a word about each of another kind. */
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
