import { isContainer } from '../json/json.ts';
import { JsonNumber } from '../json/json-number.ts';
import { markNumbers, replaceMarks } from '../json/mark-numbers.ts';

/**
 * A JSON-RPC message of MCP, or a batch of them. Numbers of what one side of a conversation hands the other through us
 * (arguments, structured content, schemas, what a user entered) keep their characters as `JsonNumber`; those of the
 * protocol itself are plain. Throws a `SyntaxError`.
 */
export function readMessage(json: string): unknown {
  const mark = crypto.randomUUID();
  const marked = markNumbers(json, mark);
  return marked === undefined ? JSON.parse(json) : withNumbers(JSON.parse(marked), mark);
}

/** The same of a message whose sender numbers its requests: these numbers, too, go back to it as they came. */
export function readClientMessage(json: string): unknown {
  const mark = crypto.randomUUID();
  const marked = markNumbers(json, mark);
  if (marked === undefined) return JSON.parse(json);
  const message: unknown = JSON.parse(marked);
  if ((message as { method?: unknown } | null)?.method !== undefined) {
    const { params } = message as { params?: { _meta?: unknown } | null };
    for (const holder of [message, params, params?._meta]) replaceIds(holder, mark);
  }
  return withNumbers(message, mark);
}

/** A parsed message with its numbers in the places of their marks. */
export function withNumbers(message: unknown, mark: string): unknown {
  for (const one of Array.isArray(message) ? message : [message]) {
    for (const path of HANDED_ON) for (const part of partsAt(one, path)) replaceMarks(part, mark, toOwn);
  }
  replaceMarks(message, mark, Number);
  return message;
}

const toOwn = (source: string): JsonNumber => new JsonNumber(source);

/** Where in a message stands what is no business of ours (MCP 2025-11-25, "Schema Reference"). */
const HANDED_ON: readonly (readonly string[])[] = [
  'params.arguments',
  // What a server logs.
  'params.data',
  // What a user is asked to enter, and has entered.
  'params.requestedSchema',
  'result.content.{}',
  'result.content.*.input',
  'result.structuredContent',
  'result._meta',
  'result.tools.*.inputSchema',
  'result.tools.*.outputSchema',
  'result.tools.*._meta',
  'error.data',
  // What a server asks of the client's model.
  'params.messages.*.content.input',
  'params.messages.*.content.*.input',
  'params.messages.*.content.*.structuredContent',
  'params.metadata',
  'params.tools.*.inputSchema',
].map((path) => path.split('.'));

/** Keys of the numbers by which a client tells its requests apart. */
const IDS = ['id', 'requestId', 'progressToken'];

function replaceIds(holder: unknown, mark: string): void {
  const fields = holder as Record<string, unknown>;
  for (const key of IDS) {
    const id = fields?.[key];
    if (typeof id === 'string' && id.startsWith(mark)) fields[key] = toOwn(id.slice(mark.length));
  }
}

/** `*` is each item of an array, `{}` what is an object. */
function partsAt(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return [value];
  if (step === '*') return Array.isArray(value) ? value.flatMap((one) => partsAt(one, rest)) : [];
  if (!isContainer(value) || Array.isArray(value)) return [];
  return step === '{}' ? [value] : partsAt((value as Record<string, unknown>)[step], rest);
}
