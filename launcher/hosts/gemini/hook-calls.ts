import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HookCall, HostHooks } from '../host-hooks.ts';
import { geminiSettings } from './disabling-settings.ts';
import { toGeminiResult } from './hook-results.ts';
import { mayLackReadFile } from './may-lack-read-file.ts';
import { createReadBack, type ReadBack } from './read-back.ts';

/** Name of the host's tool that reads files. */
const READ_FILE = 'read_file';
/** Matches a session's transcript. Its project folder is readable by the host's tools. */
const CHAT = /^(.+[\\/]tmp[\\/][^\\/]+)[\\/]chats[\\/][^\\/]+$/;

export function createHooks(): HostHooks {
  const readBack = createReadBack();
  return {
    async toCall(input) {
      const call = toGeminiCall(input, readBack);
      if (call === undefined) return undefined;
      // A subagent's needs differ from the session's, and it may lack the tool that returns the full text.
      if (await isAgentRunning(String(input['transcript_path']), input['session_id'])) return undefined;
      // The answer triggers a `read_file` call. If the agent itself called `read_file`, it has that tool.
      const isThere = call.tool === READ_FILE || !(await mayLackReadFile(geminiFolders(input), systemSettings()));
      return isThere ? call : undefined;
    },
    close: readBack.close,
  };
}

/**
 * True if a subagent of a Gemini CLI session is running, so that the call may come from it. The hook names only the
 * session's transcript. Transcripts of subagents are in a folder named after the session's id, and are written while
 * the session waits for the subagents.
 */
async function isAgentRunning(transcript: string, session: unknown): Promise<boolean> {
  if (typeof session !== 'string' || !/^[\w-]+$/.test(session)) return true;
  const folder = path.join(path.dirname(transcript), session);
  const names = await readdir(folder).catch(() => []);
  const { mtimeMs: last } = await stat(transcript);
  const agents = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  return agents.some(({ mtimeMs }) => mtimeMs >= last);
}

/** Returns the machine-wide settings files. The host starts us, so we have its environment variables. */
function systemSettings(): readonly string[] {
  const places = { env: process.env, cwd: '/', home: '/', platform: process.platform };
  return geminiSettings(places).flatMap((one) => (one.isSystem ? [one.path] : []));
}

/** Returns the host's user folder, which is above the session's transcript, and the project's folder. */
function geminiFolders({ transcript_path: transcript, cwd }: Fields): readonly string[] {
  const own = path.resolve(String(transcript), '../../../..');
  return typeof cwd === 'string' ? [own, path.join(cwd, '.gemini')] : [own];
}

/**
 * Parses the input of Gemini CLI's `AfterTool` (0.61). Undefined for anything else. A hook of Gemini CLI cannot replace
 * a result with a text. It can name another call whose result the model gets instead, so the host's own tool reads our
 * text from a file.
 */
function toGeminiCall(input: Fields, readBack: Pick<ReadBack, 'put'>): HookCall | undefined {
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
