import { type Fields, isFields, parseLine, textOfBlocks, timeOf } from './fields.ts';
import type { Arguments, SessionEvent, SessionReader } from './session-event.ts';

/** What Codex itself puts before a user's words, as a message of the user. */
const CONTEXT =
  /^\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted)\b|# AGENTS\.md instructions)/;
const WORDS = ['text', 'input_text', 'output_text', 'summary_text', 'reasoning_text'];
/** `Chunk ID: …`, `Wall time: …` and the like stand above what a command printed. */
const OUTPUT = /^(?:[A-Z][\w ]*: .*\n|[A-Z][\w ]* with exit code -?\d+\n|Process [\w ]+\n)*Output:\n/;
const EXIT_CODE = /^(?:Process exited with code|Exit code:) (-?\d+)$/m;

/**
 * Reads a session of Codex (`~/.codex/sessions`): one JSON object a line, whose payload is an item of OpenAI's Responses
 * API. Older logs have the items themselves.
 */
export function createCodexReader(): SessionReader {
  let folder: string | undefined;
  return {
    get folder() {
      return folder;
    },
    read(line) {
      const entry = parseLine(line);
      if (entry === undefined) return [];
      const { type, payload, timestamp } = entry;
      if (type === 'session_meta') {
        if (isFields(payload) && typeof payload['cwd'] === 'string') folder ??= payload['cwd'];
        return [];
      }
      const item = type === 'response_item' ? payload : payload === undefined ? entry : undefined;
      if (!isFields(item)) return [];
      const event = toEvent(item);
      return event === undefined ? [] : [{ at: timeOf(timestamp), ...event }];
    },
  };
}

function toEvent(item: Fields): SessionEvent | undefined {
  const { type, call_id: id } = item;
  const call = String(id ?? item['id']);
  switch (type) {
    case 'message':
      return toMessage(item);
    case 'reasoning': {
      const text = textOfBlocks(item['content'], WORDS) || textOfBlocks(item['summary'], WORDS);
      return text === '' ? undefined : { kind: 'thought', text };
    }
    case 'function_call':
      return { kind: 'called', call, tool: String(item['name']), args: argumentsOf(item['arguments']) };
    case 'custom_tool_call':
      return { kind: 'called', call, tool: String(item['name']), args: { input: String(item['input'] ?? '') } };
    case 'local_shell_call':
      return {
        kind: 'called',
        call,
        tool: 'shell',
        args: isFields(item['action']) ? (item['action'] as Arguments) : {},
      };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { kind: 'gave', call, ...toOutput(item['output']) };
    default:
      return undefined;
  }
}

function toMessage({ role, content }: Fields): SessionEvent | undefined {
  const text = textOfBlocks(content, WORDS);
  if (role === 'assistant') return { kind: 'said', text };
  return role === 'user' && !CONTEXT.test(text) ? { kind: 'asked', text, isSummary: false } : undefined;
}

/** A function's arguments are JSON in a string; what is not is kept as it is. */
function argumentsOf(given: unknown): Arguments {
  try {
    const args: unknown = JSON.parse(String(given));
    if (isFields(args)) return args as Arguments;
  } catch {
    // The model wrote something else.
  }
  return { input: String(given ?? '') };
}

/** A text, blocks of text, or an object that holds one with its exit code, at times as JSON in a string. */
function toOutput(output: unknown): { readonly text: string; readonly isFailed: boolean } {
  const held = typeof output === 'string' ? heldOutput(output) : isFields(output) ? output : undefined;
  if (held !== undefined && held['output'] === undefined) {
    return { text: textOfBlocks(held['content'], WORDS), isFailed: held['success'] === false };
  }
  const metadata = isFields(held?.['metadata']) ? held['metadata'] : {};
  const all = held === undefined ? textOfBlocks(output, WORDS) : String(held['output']);
  const header = OUTPUT.exec(all)?.[0] ?? '';
  const code = Number(metadata['exit_code'] ?? EXIT_CODE.exec(header)?.[1] ?? 0);
  return { text: all.slice(header.length), isFailed: code !== 0 };
}

function heldOutput(output: string): Fields | undefined {
  const held = parseLine(output);
  return typeof held?.['output'] === 'string' ? held : undefined;
}
