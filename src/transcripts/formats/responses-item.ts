import { type Fields, isFields, parseLine, textOf, textOfBlocks } from '../fields.ts';
import type { Arguments, SessionEvent } from '../session-event.ts';

/** Messages that Codex writes in the user's name before the user's own. */
const CONTEXT =
  /^\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted|recommended_plugins|collaboration_mode|skills?|apps|plugins|subagent_notification|user_shell_command)\b|# AGENTS\.md instructions)/;
const WORDS = ['text', 'input_text', 'output_text', 'summary_text', 'reasoning_text'];
/** Header above a command's output: `Chunk ID: …`, `Wall time: …`, and in code mode `Script completed`. */
const HEADER_LINE =
  /^(?:[A-Z][\w ]*: .*|[A-Z][\w ]* with exit code -?\d+|(?:Process|Script) [\w ]+|Wall time [\d.]+ \w+)$/;
const LAST_HEADER_LINE = 'Output:';
const EXIT_CODE = /^(?:Process exited with code|Exit code:) (-?\d+)$/m;
/** Codex's answer to a patch that does not fit its file. */
const FAILED_PATCH = 'apply_patch verification failed';
const PAYLOAD = '\nPayload:\n';

/** Returns the event of an item of OpenAI's Responses API; undefined for types without one. */
export function eventOfItem(item: Fields): SessionEvent | undefined {
  const { type, call_id: id } = item;
  const call = textOf(id ?? item['id']);
  switch (type) {
    case 'message':
      return toMessage(item);
    case 'agent_message': {
      const text = textOfBlocks(item['content'], WORDS);
      const start = text.indexOf(PAYLOAD);
      return { kind: 'asked', text: start < 0 ? text : text.slice(start + PAYLOAD.length), isSummary: false };
    }
    case 'reasoning': {
      const text = textOfBlocks(item['content'], WORDS) || textOfBlocks(item['summary'], WORDS);
      return text === '' ? undefined : { kind: 'thought', text };
    }
    case 'function_call':
      return { kind: 'called', call, tool: toolOf(item), args: argumentsOf(item['arguments']) };
    case 'custom_tool_call':
      return { kind: 'called', call, tool: toolOf(item), args: { input: textOf(item['input']) } };
    case 'local_shell_call': {
      const args = isFields(item['action']) ? (item['action'] as Arguments) : {};
      return { kind: 'called', call, tool: 'shell', args };
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { kind: 'gave', call, ...toOutput(item['output']) };
    default:
      return undefined;
  }
}

/** Returns a function's arguments, parsed from a JSON string. Anything else is kept as `input`. */
export function argumentsOf(given: unknown): Arguments {
  const args = typeof given === 'string' ? parseLine(given.trim()) : undefined;
  return args === undefined ? { input: textOf(given) } : (args as Arguments);
}

/** Returns the tool's name. Tools of an MCP server have a namespace. */
function toolOf({ name, namespace }: Fields): string {
  return typeof namespace === 'string' && namespace.startsWith('mcp__') ? `${namespace}${textOf(name)}` : textOf(name);
}

function toMessage({ role, content }: Fields): SessionEvent | undefined {
  const text = textOfBlocks(content, WORDS);
  if (role === 'assistant') return { kind: 'said', text };
  return role === 'user' && !CONTEXT.test(text) ? { kind: 'asked', text, isSummary: false } : undefined;
}

/** Reads an output: text, blocks of text, or an object with text and exit code, sometimes as a JSON string. */
function toOutput(output: unknown): { readonly text: string; readonly isFailed: boolean } {
  const held = typeof output === 'string' ? heldOutput(output) : isFields(output) ? output : undefined;
  if (held !== undefined && held['output'] === undefined) {
    return { text: textOfBlocks(held['content'], WORDS), isFailed: held['success'] === false };
  }
  const metadata = isFields(held?.['metadata']) ? held['metadata'] : {};
  const [first, ...others] = held === undefined ? blocksOf(output) : [textOf(held['output'])];
  const header = headerOf(first ?? '');
  const code = Number(textOf(metadata['exit_code']) || EXIT_CODE.exec(header)?.[1] || 0);
  const rest = (first ?? '').slice(header.length);
  const text = others.length === 0 ? rest : [...(rest === '' ? [] : [rest]), ...others].join('\n');
  const isFailed = code !== 0 || header.startsWith('Script failed') || text.startsWith(FAILED_PATCH);
  return { text, isFailed };
}

/** Returns the header with its last line break. Goes line by line, since one line can match in several ways. */
function headerOf(text: string): string {
  for (let at = 0, end = text.indexOf('\n'); end !== -1; at = end + 1, end = text.indexOf('\n', at)) {
    const line = text.slice(at, end);
    if (line === LAST_HEADER_LINE) return text.slice(0, end + 1);
    if (!HEADER_LINE.test(line)) break;
  }
  return '';
}

function blocksOf(output: unknown): readonly string[] {
  if (!Array.isArray(output)) return [typeof output === 'string' ? output : ''];
  return output
    .filter((block) => isFields(block) && WORDS.includes(textOf(block['type'])))
    .map(({ text }) => textOf(text));
}

function heldOutput(output: string): Fields | undefined {
  // Most outputs are text. Only JSON that names an output is worth parsing.
  if (!output.startsWith('{') || !output.includes('"output"')) return undefined;
  const held = parseLine(output);
  return typeof held?.['output'] === 'string' ? held : undefined;
}
