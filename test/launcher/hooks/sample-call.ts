import { toClaudeResult } from '../../../launcher/hosts/claude-code/mod/results.ts';
import type { HookCall } from '../../../launcher/hosts/host-hooks.ts';
import { parsedField } from '../../../src/base/json/parsed-field.ts';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HostResult } from '../../../src/unasked/host-result.ts';

/** UTF-16 units that the host shows of an output that it moved to a file. */
const PREVIEW_CHARS = 2000;

/**
 * Parses the event of a host that records calls late, with ids, in a file. It has the shape that Claude Code's hooks
 * had. Undefined for anything else.
 */
export function toSampleCall(input: Fields): HookCall | undefined {
  const { hook_event_name: event, tool_name: tool, tool_use_id: id, transcript_path: transcript } = input;
  const args = parsedField(input['tool_input']);
  if (event !== 'PostToolUse' || typeof tool !== 'string' || typeof id !== 'string') return undefined;
  return {
    ...{ id, tool, args: isFields(args) ? (args as Arguments) : {}, isRecordedLate: true },
    transcript: typeof transcript === 'string' && transcript !== '' ? transcript : undefined,
    result: toSampleResult(tool, parsedField(input['tool_response'])),
    toAnswer: (updatedToolOutput) => ({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput } }),
  };
}

/** Parses a result. The host moves long outputs to a file, and shows how they begin. */
function toSampleResult(tool: string, response: unknown): HostResult | undefined {
  if (!isFields(response)) return toClaudeResult(tool, response);
  const { persistedOutputPath: wholeIn, persistedOutputSize: _, ...shown } = response;
  const result = toClaudeResult(tool, shown);
  if (result === undefined || typeof wholeIn !== 'string') return result;
  return { ...result, wholeIn, preview: result.text.slice(0, PREVIEW_CHARS) };
}
