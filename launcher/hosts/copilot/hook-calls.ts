import { homedir } from 'node:os';
import path from 'node:path';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HookCall, HostHooks } from '../host-hooks.ts';
import { copilotHome } from './copilot-home.ts';
import { toCopilotResult } from './hook-results.ts';

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
    isUndisplayed: true,
    result: toCopilotResult(tool, args, toolResult),
    toAnswer: (textResultForLlm) => ({ modifiedResult: { resultType: 'success', textResultForLlm } }),
  };
}
