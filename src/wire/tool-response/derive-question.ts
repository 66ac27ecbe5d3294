import { pathOf, readToolCall } from './tool-call.ts';
import type { ToolResponseRequest } from './tool-response-request.ts';

/** UTF-16 units of each part: what an agent says before a call ends in why it calls, what a user asks begins with it. */
const MOST = { assistant: 600, call: 400, user: 400 } as const;
/** How deep into a call's arguments strings are looked for. */
const DEPTH = 4;

/**
 * The question of a request of dialect C: `context_focus_question`, else what history and call imply. That is, each on
 * a line of its own where it is there: the end of the last assistant text, the strings among the call's arguments after
 * the tool's name, and the beginning of the last user text. The first words of a question weigh most, hence the order.
 * Strings in the history without a role count as the assistant's. Blank where nothing says anything, or with `automatic`.
 */
export function deriveQuestion(request: ToolResponseRequest): string {
  const asked = request.context_focus_question?.trim() ?? '';
  if (asked !== '' || request.automatic !== undefined) return asked;
  const history = request.history ?? [];
  const call = readToolCall(request.tool_call);
  const words = [call.name, ...strings(call.input, DEPTH, MOST.call)].filter((word) => word.trim() !== '').join(' ');
  return [
    lastText(history, 'assistant').slice(-MOST.assistant),
    words.slice(0, MOST.call),
    lastText(history, 'user').slice(0, MOST.user),
  ]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n');
}

/** Where the text came from, as far as the request tells. */
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

/** The strings in a value, in their order: enough of them to have `chars` characters. */
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
