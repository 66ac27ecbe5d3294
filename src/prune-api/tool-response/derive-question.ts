import type { ToolResponseRequest } from './tool-response-request.ts';

/** A tool call in any of the usual forms: the tool's name and its arguments. */
interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Parses `{name, arguments}`, `{name, input}`, `{function: {name, arguments}}` or a string. Arguments may be JSON text.
 */
function readToolCall(call: unknown): ToolCall {
  if (typeof call === 'string') return { name: '', input: call };
  if (!isObject(call)) return { name: '', input: undefined };
  const inner = isObject(call['function']) ? call['function'] : call;
  const name = typeof inner['name'] === 'string' ? inner['name'] : '';
  const input = inner['arguments'] ?? inner['input'] ?? inner['parameters'];
  return { name, input: typeof input === 'string' ? parsed(input) : input };
}

/** Path in the call's arguments, if there is one. */
function pathOf({ input }: ToolCall): string | undefined {
  if (!isObject(input)) return undefined;
  const path = input['file_path'] ?? input['path'] ?? input['filename'];
  return typeof path === 'string' ? path : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Max UTF-16 units of each part. An assistant's text ends with the reason for its call; a user's text begins with the
 * request.
 */
const MAX = { assistant: 600, call: 400, user: 400 } as const;
/** Max depth at which strings are found in a call's arguments. */
const DEPTH = 4;

/**
 * Returns the question of a dialect C request: `context_focus_question`, otherwise one derived from history and call. A
 * derived question has up to three lines: the end of the last assistant text, the tool's name with the strings in its
 * arguments, and the beginning of the last user text. The order matters, because the first words of a question weigh
 * most. History strings without a role count as the assistant's. Blank if there is nothing to derive from, or with
 * `automatic`.
 */
export function deriveQuestion(request: ToolResponseRequest): string {
  const asked = request.context_focus_question?.trim() ?? '';
  if (asked !== '' || request.automatic !== undefined) return asked;
  const history = request.history ?? [];
  const call = readToolCall(request.tool_call);
  const words = [call.name, ...strings(call.input, DEPTH, MAX.call)].filter((word) => word.trim() !== '').join(' ');
  return [
    lastText(history, 'assistant').slice(-MAX.assistant),
    words.slice(0, MAX.call),
    lastText(history, 'user').slice(0, MAX.user),
  ]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n');
}

/** Origin of the text, if the request reveals it. */
export function derivePath(request: ToolResponseRequest): string | undefined {
  return request.path ?? pathOf(readToolCall(request.tool_call));
}

function lastText(history: readonly unknown[], role: string): string {
  for (let i = history.length - 1; i >= 0; i--) {
    const item = history[i];
    const text = roleOf(item) === role ? textOf(item).trim() : '';
    if (text !== '') return text;
  }
  return '';
}

function roleOf(item: unknown): unknown {
  return typeof item === 'string' ? 'assistant' : (item as { role?: unknown } | null)?.role;
}

function textOf(item: unknown): string {
  if (typeof item === 'string') return item;
  const content = (item as { content?: unknown }).content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (typeof part === 'string' ? part : (part as { text?: unknown } | null)?.text))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** Collects the strings in a value, in order, until they have `chars` characters. */
function strings(value: unknown, depth: number, chars: number): string[] {
  if (typeof value === 'string') return [value.slice(0, chars)];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  const found: string[] = [];
  let left = chars;
  for (const one of Object.values(value)) {
    for (const text of strings(one, depth - 1, left)) {
      found.push(text);
      left -= text.trim().length;
    }
    if (left <= 0) break;
  }
  return found;
}
