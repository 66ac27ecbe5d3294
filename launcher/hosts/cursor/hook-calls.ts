import { parsedField } from '../../../src/base/json/parsed-field.ts';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HostResult } from '../../../src/unasked/host-result.ts';
import type { HookCall, HostHooks } from '../host-hooks.ts';
import { OWN_TOOLS } from './own-tools.ts';

const PREFIX = 'MCP:';
const OURS = new RegExp(`^${OWN_TOOLS}`);
/** Known fields of results and blocks. The model does not see the fields that are not shortened. */
const RESULT_FIELDS: ReadonlySet<string> = new Set(['content', 'isError', 'structuredContent', '_meta']);
const BLOCK_FIELDS: ReadonlySet<string> = new Set(['type', 'text', 'annotations', '_meta']);

/**
 * Parses the result of an MCP tool, which Cursor's hooks get as JSON, if it consists of exactly one text. Undefined for
 * any other result, because structured content would contradict a shortened text.
 */
function toCursorResult(tool: string, output: unknown): HostResult | undefined {
  if (!tool.startsWith(PREFIX) || OURS.test(tool)) return undefined;
  const result = parsedField(output);
  if (!isFields(result) || !hasOnly(result, RESULT_FIELDS)) return undefined;
  const { content, isError, structuredContent } = result;
  if ((isError ?? false) !== false || (structuredContent ?? null) !== null || !Array.isArray(content)) return undefined;
  const [block, ...more] = content as readonly unknown[];
  if (more.length > 0 || !isFields(block) || !hasOnly(block, BLOCK_FIELDS)) return undefined;
  const { type, text } = block;
  if (type !== 'text' || typeof text !== 'string') return undefined;
  return { text, withText: (short) => ({ content: [{ type: 'text', text: short }] }) };
}

function hasOnly(fields: Fields, known: ReadonlySet<string>): boolean {
  return Object.keys(fields).every((name) => known.has(name));
}

export const createHooks = (): HostHooks => ({ toCall: toCursorCall });

/**
 * Parses the input of Cursor's `postToolUse` (https://cursor.com/docs/agent/hooks). Undefined for anything else. Cursor
 * allows replacing only results of MCP servers.
 */
function toCursorCall(input: Fields): HookCall | undefined {
  const { hook_event_name: name, tool_name: tool, tool_use_id: event, tool_output: output } = input;
  if (name !== 'postToolUse' || typeof tool !== 'string') return undefined;
  const given = parsedField(input['tool_input']);
  const args = isFields(given) ? (given as Arguments) : {};
  return {
    // The transcript contains no call ids.
    ...{ id: undefined, event: typeof event === 'string' ? event : undefined },
    ...{ tool, args, transcript: transcriptOf(input), forgets: true },
    mayNameFile: textsIn(args),
    result: toCursorResult(tool, output),
    toAnswer: (result) => ({ updated_mcp_tool_output: result }),
  };
}

/**
 * Returns the transcript of the conversation that made the call. Undefined if none is named, or if it belongs to
 * another conversation, such as a parent's.
 */
function transcriptOf({ transcript_path: path, conversation_id: conversation }: Fields): string | undefined {
  if (typeof path !== 'string' || path === '') return undefined;
  return typeof conversation !== 'string' || path.includes(conversation) ? path : undefined;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isFields(value) ? Object.values(value).flatMap(textsIn) : [];
}
