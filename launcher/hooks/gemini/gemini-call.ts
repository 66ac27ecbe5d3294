import path from 'node:path';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HookCall } from '../host-result.ts';
import { toGeminiResult } from './gemini-results.ts';
import type { ReadBack } from './read-back.ts';

/** Name of the host's tool that reads files. */
const READ_FILE = 'read_file';
/** Matches a session's transcript. Its project folder is readable by the host's tools. */
const CHAT = /^(.+[\\/]tmp[\\/][^\\/]+)[\\/]chats[\\/][^\\/]+$/;

/**
 * Parses the input of Gemini CLI's `AfterTool` (0.61). Undefined for anything else. A hook cannot replace a result with
 * a text there. It can name another call whose result the model gets instead, so the host's own tool reads our text
 * from a file.
 */
export function toGeminiCall(input: Fields, readBack: Pick<ReadBack, 'put'>): HookCall | undefined {
  const { hook_event_name: event, tool_name: tool, tool_input: args, tool_response: response } = input;
  const { transcript_path: transcript, timestamp } = input;
  if (event !== 'AfterTool' || typeof tool !== 'string' || typeof transcript !== 'string') return undefined;
  const [, project] = CHAT.exec(transcript) ?? [];
  if (project === undefined || !isFields(args)) return undefined;
  const folder = path.join(project, 'mcp-pruner');
  // The host runs its hooks for that call too.
  if (String(args['file_path']).startsWith(folder)) return undefined;
  return {
    ...{ id: undefined, event: typeof timestamp === 'string' ? timestamp : undefined },
    ...{ tool, args: args as Arguments, transcript, forgets: true },
    result: isFields(response) ? toGeminiResult(tool, response, args) : undefined,
    async toAnswer(result) {
      const file = await readBack.put(folder, (result as { readonly text: string }).text);
      if (file === undefined) return undefined;
      const tailToolCallRequest = { name: READ_FILE, args: { file_path: file } };
      return { hookSpecificOutput: { hookEventName: 'AfterTool', tailToolCallRequest } };
    },
  };
}
