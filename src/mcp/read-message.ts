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
  const root = { message };
  const todo: object[] = [root];
  for (let container = todo.pop(); container !== undefined; container = todo.pop()) {
    const fields = container as Record<string, unknown>;
    for (const [key, value] of Object.entries(fields)) {
      if (isHandedOn(key, fields)) {
        if (key === '_meta') toPlainToken(value, mark);
        const held = { value };
        replaceMarks(held, mark, toOwn);
        if (held.value !== value) fields[key] = held.value;
      }
      if (isContainer(value)) todo.push(value);
    }
  }
  replaceMarks(root, mark, Number);
  return root.message;
}

const toOwn = (source: string): JsonNumber => new JsonNumber(source);

/**
 * Fields, wherever in a message they stand, whose values are no business of ours (MCP 2025-11-25, "Schema Reference"):
 * of calls and results, schemas, what is logged, what a model calls tools with, and what anybody adds.
 */
const HANDED_ON: ReadonlySet<string> = new Set([
  'arguments',
  'structuredContent',
  'inputSchema',
  'outputSchema',
  'requestedSchema',
  'data',
  'input',
  'metadata',
  '_meta',
]);

function isHandedOn(key: string, within: object): boolean {
  // A tool's content is blocks; an elicitation's is the form that a user has filled in.
  return HANDED_ON.has(key) || (key === 'content' && 'action' in within);
}

/** A server's token is read by the SDK, which knows plain numbers. */
function toPlainToken(meta: unknown, mark: string): void {
  const { progressToken } = (meta ?? {}) as { progressToken?: unknown };
  if (typeof progressToken === 'string' && progressToken.startsWith(mark))
    (meta as { progressToken: number }).progressToken = Number(progressToken.slice(mark.length));
}

/** Keys of the numbers by which a client tells its requests apart. */
const IDS = ['id', 'requestId', 'progressToken'];

function replaceIds(holder: unknown, mark: string): void {
  const fields = holder as Record<string, unknown>;
  for (const key of IDS) {
    const id = fields?.[key];
    if (typeof id === 'string' && id.startsWith(mark)) fields[key] = toOwn(id.slice(mark.length));
  }
}
