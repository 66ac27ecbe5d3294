import { parsedField } from '../../../src/base/json/parsed-field.ts';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HostResult } from '../../../src/unasked/host-result.ts';
import type { HookCall, HostHooks } from '../host-hooks.ts';
import { ownPlaces } from '../other-hooks.ts';
import { CUT_RESULT, HOOK_BYTES } from './answer-limit.ts';
import { otherHooks } from './other-hooks.ts';

export const createHooks = (placesOf = ownPlaces): HostHooks => ({
  async toCall(input) {
    const call = toCodexCall(input);
    return call && { ...call, hasOtherHook: (await otherHooks(placesOf())).some(({ covers }) => covers(call.tool)) };
  },
});

/**
 * Parses the input of Codex's `PostToolUse` (0.171). A hook that is a command gets it on standard input, a hook that is
 * an MCP tool as arguments. Undefined for anything else. The answer replaces everything that the model gets, so it
 * repeats the exit code above the text.
 */
function toCodexCall(input: Fields): HookCall | undefined {
  const { hook_event_name: event, tool_name: tool, tool_use_id: id, transcript_path: transcript } = input;
  if (event !== 'PostToolUse' || typeof tool !== 'string' || typeof id !== 'string') return undefined;
  const args = parsedField(input['tool_input']);
  return {
    ...{ id, tool, args: isFields(args) ? (args as Arguments) : {} },
    transcript: typeof transcript === 'string' && transcript !== '' ? transcript : undefined,
    result: toCodexResult(tool, input['tool_response']),
    needsExitCode: true,
    // A script of code mode may ask too, and an answer would break it off.
    laterTool: 'write_stdin',
    toAnswer: (result, exitCode) => {
      const { text } = result as { readonly text: string };
      return { decision: 'block', reason: `Process exited with code ${exitCode}\nOutput:\n${text}` };
    },
  };
}

/** Parses the output of a command. Codex names the tool `Bash`, whichever tool ran the command. */
function toCodexResult(tool: string, response: unknown): HostResult | undefined {
  if (tool !== 'Bash' || typeof response !== 'string' || CUT_RESULT.test(response)) return undefined;
  return { text: response, maxBytes: HOOK_BYTES, withText: (text) => ({ text }) };
}
