import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HookCall, HostHooks } from '../host-hooks.ts';
import { parsedField } from '../parsed-field.ts';
import { toCursorResult } from './hook-results.ts';

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
