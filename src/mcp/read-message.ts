import { JsonNumber } from '../json/json-number.ts';
import { markNumbers, replaceMarks } from '../json/mark-numbers.ts';

/**
 * A JSON-RPC message of MCP, or a batch of them. Numbers of what one side of a conversation hands the other through us
 * (arguments, structured content, what a user entered) keep their characters as `JsonNumber`; those of the protocol
 * itself are plain. Throws a `SyntaxError`.
 */
export function readMessage(json: string): unknown {
  const mark = crypto.randomUUID();
  const marked = markNumbers(json, mark);
  return marked === undefined ? JSON.parse(json) : withNumbers(JSON.parse(marked), mark);
}

/** A parsed message with its numbers in the places of their marks. */
export function withNumbers(message: unknown, mark: string): unknown {
  for (const one of Array.isArray(message) ? message : [message]) {
    replaceMarks(handedOn(one), mark, (source) => new JsonNumber(source));
  }
  replaceMarks(message, mark, Number);
  return message;
}

interface HandedOn {
  readonly params?: { readonly arguments?: unknown } | null;
  readonly result?: { readonly structuredContent?: unknown; readonly content?: unknown } | null;
}

/** The parts of a message that are no business of ours. */
function handedOn(message: unknown): readonly unknown[] {
  const { params, result } = (message ?? {}) as HandedOn;
  // A tool's content is blocks; an elicitation's is the form that a user has filled in.
  const form = Array.isArray(result?.content) ? undefined : result?.content;
  return [params?.arguments, result?.structuredContent, form];
}
