import { type Fields, isFields, textOf } from '../../../src/transcripts/fields.ts';
import type { OpencodeMessage } from './part-key.ts';

/**
 * Converts messages of OpenCode 2 (`SessionMessage.Info` of its `packages/schema`) to the form of opencode 1, which our
 * server reads. Undefined if they are not a list.
 */
export function toFirstForm(messages: unknown): readonly OpencodeMessage[] | undefined {
  return Array.isArray(messages) ? messages.filter(isFields).flatMap(toMessage) : undefined;
}

function toMessage(message: Fields): readonly (OpencodeMessage & { readonly info: Fields })[] {
  const { id, type, time } = message;
  const role = type === 'user' ? 'user' : 'assistant';
  const parts = partsOf(message).map((part, at) => ({ id: `${textOf(id)}:${at}`, ...part }));
  const summary = type === 'compaction';
  return parts.length === 0 ? [] : [{ info: { id: textOf(id), role, time, ...(summary && { summary }) }, parts }];
}

function partsOf({ type, text, status, summary, content }: Fields): readonly Fields[] {
  if (type === 'user') return [{ type: 'text', text }];
  if (type === 'compaction') return status === 'completed' ? [{ type: 'text', text: summary }] : [];
  if (type !== 'assistant' || !Array.isArray(content)) return [];
  return content
    .filter(isFields)
    .flatMap((part) => (part['type'] === 'tool' ? [toToolPart(part)] : [toTextPart(part)]));
}

const toTextPart = ({ type, text }: Fields): Fields => ({ type, text });

function toToolPart({ id, name, state }: Fields): Fields {
  const { status, input, content, error, metadata } = isFields(state) ? state : ({} as Fields);
  const message = isFields(error) ? error['message'] : error;
  const given = { status, input, output: textIn(content), error: message, metadata };
  // While a call is streaming, its input is a text.
  const known = status === 'streaming' ? { status: 'pending', input: {} } : given;
  return { type: 'tool', callID: id, tool: name === 'shell' ? 'bash' : name, state: known };
}

/**
 * Returns the content if it is a text, or the text of a list with exactly one text; undefined for any other content.
 */
export function textIn(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const [only, ...more]: readonly unknown[] = Array.isArray(content) ? content : [];
  return more.length === 0 && isFields(only) && only['type'] === 'text' && typeof only['text'] === 'string'
    ? only['text']
    : undefined;
}
