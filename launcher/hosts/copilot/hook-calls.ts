import { homedir } from 'node:os';
import path from 'node:path';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HostResult } from '../../../src/unasked/host-result.ts';
import type { HookCall, HostHooks } from '../host-hooks.ts';
import { copilotHome } from './copilot-home.ts';

/** Last line of a command's output, which has the exit code of the command. */
const STATUS = /\n?(<shellId: \S+ completed with [^\n>]*>)\s*$/;
/** Characters of an output that the host shows whole. */
const WHOLE_CHARS = 20_000;
/** First line of an output beyond 20 KB, which the host has moved to a file. */
const IN_FILE = /^Output too large to read at once \([^)]*\)\. Saved to: (\S.*)\n/;
/**
 * Name of such a file. A command may print the same first line with another file, which does not contain its output.
 */
const FILE_NAME = /^\d+-copilot-tool-output-[\w-]+\.txt$/;
const PREVIEW = /\nPreview \(first \d+ chars\):\n/;
/** Tools whose results are shortened, beside `bash` and `view`. */
const TEXTS: ReadonlySet<string> = new Set(['grep', 'glob', 'web_fetch', 'task']);

/**
 * Parses a result of GitHub Copilot CLI's own tools, in the shapes of 1.0.102. Undefined for an unknown tool or shape. A
 * command that failed counts as a success of its tool.
 */
export function toCopilotResult(tool: string, args: Arguments, given: unknown): HostResult | undefined {
  if (!isFields(given)) return undefined;
  const { resultType, textResultForLlm: text } = given;
  if (resultType !== 'success' || typeof text !== 'string') return undefined;
  if (tool === 'bash') return toOutput(text);
  if (tool === 'view') return toView(text, args);
  return TEXTS.has(tool) ? { text, withText: (short) => short } : undefined;
}

function toOutput(given: string): HostResult | undefined {
  // Without this line the command still runs.
  const ended = STATUS.exec(given);
  if (ended === null) return undefined;
  const [, status] = ended;
  const output = given.slice(0, ended.index);
  const withText = (short: string): string => `${short}\n${status}`;
  const wholeIn = IN_FILE.exec(output)?.[1];
  if (wholeIn === undefined) return { text: output, withText };
  const preview = PREVIEW.exec(output);
  if (preview === null || !FILE_NAME.test(path.basename(wholeIn))) return undefined;
  return {
    ...{ text: output.slice(preview.index + preview[0].length), wholeIn, preview: given },
    ...{ shownChars: WHOLE_CHARS, withText },
  };
}

/** Parses the lines of a file, to which the host adds no numbers. */
function toView(text: string, { path: file, view_range: range }: Arguments): HostResult | undefined {
  if (typeof file !== 'string' || !path.isAbsolute(file)) return undefined;
  const first: unknown = Array.isArray(range) ? range[0] : 1;
  if (!Number.isSafeInteger(first) || (first as number) < 1) return undefined;
  return { text, path: file, firstLine: first as number, withText: (short) => short };
}

export function createHooks(): HostHooks {
  // The host starts us, so we have its environment variables.
  const sessions = path.join(copilotHome({ env: process.env, home: homedir() }), 'session-state');
  return { toCall: (input) => toCopilotCall(input, sessions) };
}

/**
 * Parses the input of GitHub Copilot CLI's `postToolUse` (1.0.102). Undefined for anything else. The call has no id.
 * Its timestamp identifies it, because the host gives the same one to every hook of the event.
 */
export function toCopilotCall(input: Fields, sessions: string): HookCall | undefined {
  const { sessionId, timestamp, toolName: tool, toolArgs, toolResult } = input;
  if (typeof tool !== 'string' || typeof sessionId !== 'string' || !/^[\w-]+$/.test(sessionId)) return undefined;
  const args = isFields(toolArgs) ? (toolArgs as Arguments) : {};
  return {
    ...{ id: undefined, event: typeof timestamp === 'number' ? String(timestamp) : undefined, tool, args },
    // A subagent has no transcript, so its results pass unchanged.
    transcript: path.join(sessions, sessionId, 'events.jsonl'),
    isRecordedLate: true,
    result: toCopilotResult(tool, args, toolResult),
    toAnswer: (textResultForLlm) => ({ modifiedResult: { resultType: 'success', textResultForLlm } }),
  };
}
