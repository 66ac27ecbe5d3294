import { isContainer } from '../json/json.ts';
import { JsonNumber } from '../json/json-number.ts';
import { markNumbers, replaceMarks } from '../json/mark-numbers.ts';

/**
 * A JSON-RPC message of MCP, or a batch of them. Numbers that one side of a conversation hands the other through us
 * (arguments, structured content, schemas, what a user entered) keep their characters as `JsonNumber`, and so do the ids
 * by which a sender tells its requests apart; what we read ourselves is plain. Throws a `SyntaxError`.
 */
export function readMessage(json: string): unknown {
  const mark = crypto.randomUUID();
  const marked = markNumbers(json, mark);
  return marked === undefined ? JSON.parse(json) : withNumbers(JSON.parse(marked), mark);
}

/** A parsed message with its numbers in the places of their marks. */
export function withNumbers(message: unknown, mark: string): unknown {
  for (const one of Array.isArray(message) ? message : [message]) keepIds(one, mark);
  const root = { message };
  const todo: object[] = [root];
  for (let container = todo.pop(); container !== undefined; container = todo.pop()) {
    const fields = container as Record<string, unknown>;
    for (const [key, value] of Object.entries(fields)) {
      if (isHandedOn(key, fields)) {
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
  'annotations',
  'size',
  'progress',
  'total',
  'temperature',
  'maxTokens',
  'modelPreferences',
]);

function isHandedOn(key: string, within: object): boolean {
  // A tool's content is blocks; an elicitation's is the form that a user has filled in.
  return HANDED_ON.has(key) || (key === 'content' && 'action' in within);
}

/** Keys of the numbers by which a sender tells its requests apart. */
const IDS = ['id', 'requestId', 'progressToken'];

/** The id of an answer is one that we gave, and plain. */
function keepIds(message: unknown, mark: string): void {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { _meta?: unknown } | null };
  if (method === undefined) return;
  for (const holder of [message, params, params?._meta]) {
    const fields = holder as Record<string, unknown>;
    for (const key of IDS) {
      const id = fields?.[key];
      if (typeof id === 'string' && id.startsWith(mark)) fields[key] = toOwn(id.slice(mark.length));
    }
  }
}
