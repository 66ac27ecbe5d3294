import { type Fields, isFields } from '../../../src/sessions/fields.ts';
import type { Arguments } from '../../../src/sessions/session-event.ts';
import type { HookCall } from '../host-result.ts';
import { parsedField } from '../parsed-field.ts';
import { toCursorResult } from './cursor-results.ts';

/**
 * Reads the input of Cursor's `postToolUse` (https://cursor.com/docs/agent/hooks). Undefined for anything else. Only results
 * of MCP servers can be replaced there.
 */
export function toCursorCall(input: Fields): HookCall | undefined {
  const { hook_event_name: name, tool_name: tool, tool_use_id: event, tool_output: output } = input;
  if (name !== 'postToolUse' || typeof tool !== 'string') return undefined;
  const args = parsedField(input['tool_input']);
  return {
    // The transcript has no ids of calls.
    ...{ id: undefined, event: typeof event === 'string' ? event : undefined },
    ...{ tool, args: isFields(args) ? (args as Arguments) : {}, transcript: transcriptOf(input), forgets: true },
    result: toCursorResult(tool, output),
    toAnswer: (result) => ({ updated_mcp_tool_output: result }),
  };
}

/** The record of the conversation that made the call; undefined if none is named, or another's, such as that of who started it. */
function transcriptOf({ transcript_path: path, conversation_id: conversation }: Fields): string | undefined {
  if (typeof path !== 'string' || path === '') return undefined;
  return typeof conversation !== 'string' || path.includes(conversation) ? path : undefined;
}
