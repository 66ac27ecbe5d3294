import { isContainer } from '../base/json/json.ts';
import { JsonNumber } from '../base/json/json-number.ts';
import { markNumbers, replaceMarks } from '../base/json/mark-numbers.ts';

/**
 * Parses a JSON-RPC message of MCP, or a batch. Numbers that pass through us keep their characters as `JsonNumber`:
 * arguments, structured content, schemas, user input, and ids. Numbers that we read ourselves are plain. Throws a
 * `SyntaxError`.
 */
export function readMessage(json: string): unknown {
  const marked = markNumbers(json);
  return marked === undefined ? JSON.parse(json) : withNumbers(JSON.parse(marked.text), marked.mark);
}

/** Restores the marked numbers of a parsed message. */
function withNumbers(message: unknown, mark: string): unknown {
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
 * Fields whose values pass through us unread, anywhere in a message (MCP 2025-11-25, "Schema Reference"): parts of
 * calls and results, schemas, log data, tool inputs of a model, and extensions.
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
  // A tool's content is a list of blocks; an elicitation's content is the form that a user filled in.
  return HANDED_ON.has(key) || (key === 'content' && 'action' in within);
}

/** Keys of ids by which a sender identifies its requests. */
const IDS = ['id', 'requestId', 'progressToken'];

/** An answer's id is one that we assigned, so it stays plain. */
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
