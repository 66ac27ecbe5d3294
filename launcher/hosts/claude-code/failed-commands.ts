import { putNewest } from '../../../src/session-memory/put-newest.ts';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import { COMMAND_FAILED } from '../hook-client/failed-command.ts';
import type { HookCall } from '../host-hooks.ts';
import { parsedField } from '../parsed-field.ts';
import { agentOf } from './agent-of.ts';

/** Commands that Claude Code runs, of which some fail. */
export interface FailedCommands {
  /** Remembers a command from its `PreToolUse`. */
  add(input: Fields): void;
  /** Returns the call of a command that failed, from the event of our trap. Undefined for any other event. */
  toCall(input: Fields): HookCall | undefined;
}

interface Command extends ReturnType<typeof agentOf> {
  readonly id: string;
  readonly args: Arguments;
}

const MAX_COMMANDS = 64;
/** UTF-16 units that Claude Code shows of the output of a command that failed: as many of its beginning as of its end. */
const SHOWN_CHARS = 10_000;

export function createFailedCommands(): FailedCommands {
  const commands = new Map<string, Command>();
  return {
    add(input) {
      const { hook_event_name: event, tool_name: tool, tool_use_id: id } = input;
      const args = parsedField(input['tool_input']);
      if (event !== 'PreToolUse' || tool !== 'Bash' || typeof id !== 'string' || !isFields(args)) return;
      putNewest(commands, id, { id, args: args as Arguments, ...agentOf(input) }, MAX_COMMANDS);
    },
    toCall(input) {
      const { hook_event_name: event, executed, output } = input;
      if (event !== COMMAND_FAILED || typeof executed !== 'string' || typeof output !== 'string') return undefined;
      const found = Array.from(commands.values()).findLast(({ args }) => isIn(executed, args['command']));
      // Of a command in the background, the agent may have read a part of the output already.
      if (found === undefined || found.args['run_in_background'] === true) return undefined;
      commands.delete(found.id);
      return { ...found, tool: 'Bash', result: toResult(output), toAnswer: (text) => ({ output: text }) };
    },
  };
}

/** True if Claude Code's shell has executed that command. It quotes the command for `eval`. */
function isIn(executed: string, command: unknown): boolean {
  return typeof command === 'string' && executed.includes(`eval '${command.replaceAll("'", `'"'"'`)}'`);
}

function toResult(text: string): HookCall['result'] {
  if (text.length <= SHOWN_CHARS) return { text, withText: (short) => short };
  const preview = text.slice(0, SHOWN_CHARS / 2) + text.slice(-SHOWN_CHARS / 2);
  return { text, preview, shownChars: SHOWN_CHARS, withText: (short) => short };
}
