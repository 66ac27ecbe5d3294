import path from 'node:path';
import { parsedField } from '../../../src/base/json/parsed-field.ts';
import { putNewest } from '../../../src/session-memory/put-newest.ts';
import { type Fields, isFields, textOf } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import { COMMAND_FAILED } from '../hook-client/failed-command.ts';
import type { Compaction, Displayed, HookCall, HostHooks, ToldFolder } from '../host-hooks.ts';
import { ownPlaces } from '../other-hooks.ts';
import { isRunByCursor } from './is-run-by-cursor.ts';
import { toClaudeResult } from './mod/results.ts';
import { isArtifactDenied, otherHooks, readClaudeSettings } from './other-hooks.ts';

/** Returns the transcript of the agent that made a call, and whether its words are recorded late or not displayed. */
function agentOf(input: Fields): Pick<HookCall, 'transcript' | 'isRecordedLate' | 'isUndisplayed'> {
  // Claude Code writes the sentence and the call 75 to 145 ms after the hook (2.1.332), and displays no words of subagents.
  return { transcript: transcriptOf(input), isRecordedLate: true, isUndisplayed: isSubagent(input) };
}

/** Returns the session's transcript. A subagent's transcript is in a folder beside that of its parent. */
function transcriptOf(input: Fields): string | undefined {
  const { transcript_path: path, agent_id: agent } = input;
  if (typeof path !== 'string' || path === '') return undefined;
  if (!isSubagent(input)) return path;
  return typeof agent === 'string' && /^[\w-]+$/.test(agent)
    ? `${path.replace(/\.jsonl$/, '')}/subagents/agent-${agent}.jsonl`
    : undefined;
}

const isSubagent = ({ agent_id: agent }: Fields): boolean => agent !== undefined && agent !== '';

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
export function createFailedCommands(now: () => number) {
  const commands = new Map<string, Command>();
  return {
    /** Remembers a command from its `PreToolUse`. */
    add(input: Fields): void {
      const { hook_event_name: event, tool_name: tool, tool_use_id: id } = input;
      const args = parsedField(input['tool_input']);
      if (event !== 'PreToolUse' || tool !== 'Bash' || typeof id !== 'string' || !isFields(args)) return;
      putNewest(commands, id, { id, args: args as Arguments, startedAt: now(), ...agentOf(input) }, MAX_COMMANDS);
    },
    /** Returns the call of a command that failed, from the event of our trap. Undefined for any other event. */
    toCall(input: Fields): HookCall | undefined {
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

export function createHooks(placesOf = ownPlaces): HostHooks {
  const failed = createFailedCommands(Date.now);
  return {
    async toCall(input) {
      if (isRunByCursor(input)) return undefined;
      failed.add(input);
      const ofFailed = failed.toCall(input);
      const call = ofFailed ?? toClaudeCall(input);
      if (call === undefined) return undefined;
      // Settings are read each time, because they may change during the session.
      const places = placesOf();
      const settings = await readClaudeSettings(places);
      const others = ofFailed === undefined ? await otherHooks(places, settings) : [];
      return {
        ...{ ...call, keepIn: keepIn(input), isArtifactDenied: isArtifactDenied(settings) },
        hasOtherHook: others.some(({ covers }) => covers(call.tool)),
      };
    },
    toDisplayed: (input) => (isRunByCursor(input) ? undefined : toClaudeDisplayed(input)),
    toToldFolder: (input) => (isRunByCursor(input) ? undefined : toClaudeFolder(input)),
    toCompaction: (input) => (isRunByCursor(input) ? undefined : toClaudeCompaction(input)),
  };
}

/** Returns the folder of outputs that Claude Code moves to files. Its tools may read there without asking (2.1.332). */
function keepIn({ transcript_path: transcript }: Fields): string | undefined {
  return typeof transcript === 'string' && transcript.endsWith('.jsonl')
    ? path.join(transcript.slice(0, -'.jsonl'.length), 'tool-results', 'mcp-pruner')
    : undefined;
}

/**
 * Parses the input of Claude Code's `PostToolUse` (https://code.claude.com/docs/en/hooks). A hook that is a command
 * gets it on standard input. A hook that is an MCP tool gets it as arguments, where objects are JSON strings. Undefined
 * for anything else.
 */
export function toClaudeCall(input: Fields): HookCall | undefined {
  const { hook_event_name: event, tool_name: tool, tool_use_id: id, tool_response: response } = input;
  const args = parsedField(input['tool_input']);
  if (event !== 'PostToolUse' || typeof tool !== 'string' || typeof id !== 'string') return undefined;
  return {
    ...{ id, tool, args: isFields(args) ? (args as Arguments) : {}, ...agentOf(input) },
    result: toClaudeResult(tool, tool.startsWith('mcp__') ? blocksOf(response) : parsedField(response)),
    toAnswer: (updatedToolOutput) => ({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput } }),
  };
}

/** Parses Claude Code's `MessageDisplay` (since 2.1.152). An MCP tool gets its numbers as text. */
function toClaudeDisplayed(input: Fields): Displayed | undefined {
  const { hook_event_name: event, message_id: message, index, delta: text, transcript_path: transcript } = input;
  if (event !== 'MessageDisplay' || typeof transcript !== 'string' || transcript === '') return undefined;
  if (typeof message !== 'string' || typeof text !== 'string') return undefined;
  const part = /^\d+$/.test(textOf(index)) ? Number(index) : undefined;
  return { transcript, message, part, text };
}

/** Parses Claude Code's `PreToolUse`. Its `cwd` follows `cd`, EnterWorktree, and a subagent's worktree (2.1.332). */
function toClaudeFolder({ hook_event_name: event, tool_use_id: call, cwd }: Fields): ToldFolder | undefined {
  if (event !== 'PreToolUse' || typeof call !== 'string' || typeof cwd !== 'string' || cwd === '') return undefined;
  return { call, folder: cwd };
}

/** Parses the event of a session that was just compacted; undefined for any other event. */
export function toClaudeCompaction(input: Fields): Compaction | undefined {
  const { hook_event_name: event, source } = input;
  const transcript = transcriptOf(input);
  if (event !== 'SessionStart' || source !== 'compact' || transcript === undefined) return undefined;
  return {
    transcript,
    toAnswer: (additionalContext) => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }),
  };
}

/** Returns the blocks of an MCP tool's result, or the JSON text of its structured content. */
function blocksOf(response: unknown): unknown {
  const blocks = parsedField(response);
  if (Array.isArray(blocks)) return blocks;
  return typeof blocks === 'string' ? blocks : response;
}
