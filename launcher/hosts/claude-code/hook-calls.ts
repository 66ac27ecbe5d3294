import path from 'node:path';
import { type Fields, isFields, textOf } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { Compaction, Displayed, HookCall, HostHooks, ToldFolder } from '../host-hooks.ts';
import { markOthers, ownPlaces } from '../other-hooks.ts';
import { parsedField } from '../parsed-field.ts';
import { agentOf, transcriptOf } from './agent-of.ts';
import { createFailedCommands } from './failed-commands.ts';
import { toClaudeResult } from './hook-results.ts';
import { isRunByCursor } from './is-run-by-cursor.ts';
import { isArtifactDenied, otherHooks } from './other-hooks.ts';

export function createHooks(placesOf = ownPlaces): HostHooks {
  const failed = createFailedCommands(Date.now);
  return {
    async toCall(input) {
      if (isRunByCursor(input)) return undefined;
      failed.add(input);
      const call = failed.toCall(input);
      if (call !== undefined) return call;
      const given = await markOthers(toClaudeCall(input), otherHooks, placesOf);
      return given && { ...given, keepIn: keepIn(input), isArtifactDenied: await isArtifactDenied(placesOf()) };
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
export function toClaudeDisplayed(input: Fields): Displayed | undefined {
  const { hook_event_name: event, message_id: message, index, delta: text, transcript_path: transcript } = input;
  if (event !== 'MessageDisplay' || typeof transcript !== 'string' || transcript === '') return undefined;
  if (typeof message !== 'string' || typeof text !== 'string') return undefined;
  const part = /^\d+$/.test(textOf(index)) ? Number(index) : undefined;
  return { transcript, message, part, text };
}

/** Parses Claude Code's `PreToolUse`. Its `cwd` follows `cd`, EnterWorktree, and a subagent's worktree (2.1.332). */
export function toClaudeFolder({ hook_event_name: event, tool_use_id: call, cwd }: Fields): ToldFolder | undefined {
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
