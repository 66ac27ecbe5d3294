import { putNewest } from '../../../src/session-memory/put-newest.ts';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import { COMMAND_FAILED } from '../hook-client/failed-command.ts';
import type { HookCall } from '../host-hooks.ts';
import { parsedField } from '../parsed-field.ts';
import { agentOf } from './agent-of.ts';

/** Running Bash commands, kept until one of them fails. */
export interface FailedCommands {
  /** Remembers a command from its `PreToolUse`. */
  add(input: Fields): void;
  /** Returns the call of a command that failed, from the event of our trap. Undefined for any other event. */
  toCall(input: Fields): HookCall | undefined;
}

interface Command extends ReturnType<typeof agentOf> {
  readonly id: string;
  readonly args: Arguments;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

const MAX_COMMANDS = 64;
/** Max UTF-16 units that Claude Code shows of a failed command's output, half from each end. */
const SHOWN_CHARS = 10_000;
/** Milliseconds after which Claude Code moves a command to the background, unless the call says otherwise. */
const TIMEOUT_MS = 120_000;

/** `now` returns milliseconds since 1970. */
export function createFailedCommands(now: () => number): FailedCommands {
  const commands = new Map<string, Command>();
  return {
    add(input) {
      const { hook_event_name: event, tool_name: tool, tool_use_id: id } = input;
      const args = parsedField(input['tool_input']);
      if (event !== 'PreToolUse' || tool !== 'Bash' || typeof id !== 'string' || !isFields(args)) return;
      putNewest(commands, id, { id, args: args as Arguments, startedAt: now(), ...agentOf(input) }, MAX_COMMANDS);
    },
    toCall(input) {
      const { hook_event_name: event, executed, output } = input;
      if (event !== COMMAND_FAILED || typeof executed !== 'string' || typeof output !== 'string') return undefined;
      const found = [...commands.values()].filter(({ args }) => isIn(executed, args['command']));
      const last = found.at(-1);
      // If several agents run the same command, it is unknown whose output this is.
      if (last === undefined || found.some(({ transcript }) => transcript !== last.transcript)) return undefined;
      const { startedAt, ...command } = last;
      commands.delete(command.id);
      if (isInBackground(command.args, now() - startedAt)) return undefined;
      return { ...command, tool: 'Bash', result: toResult(output), toAnswer: (text) => ({ output: text }) };
    },
  };
}

/** True if Claude Code's shell ran that command. Claude Code passes it to `eval`, quoted unless it is one plain word. */
function isIn(executed: string, command: unknown): boolean {
  if (typeof command !== 'string') return false;
  if (executed.includes(`eval '${command.replaceAll("'", `'"'"'`)}'`)) return true;
  return /^[\w./:=@+,-]+$/.test(command) && executed.includes(`eval ${command} `);
}

/** True if the agent may have read part of the output already. */
function isInBackground({ run_in_background: isSent, timeout }: Arguments, ranMs: number): boolean {
  return isSent === true || ranMs >= (typeof timeout === 'number' ? timeout : TIMEOUT_MS);
}

function toResult(text: string): HookCall['result'] {
  if (text.length <= SHOWN_CHARS) return { text, withText: (short) => short };
  const preview = text.slice(0, SHOWN_CHARS / 2) + text.slice(-SHOWN_CHARS / 2);
  return { text, preview, shownChars: SHOWN_CHARS, withText: (short) => short };
}
