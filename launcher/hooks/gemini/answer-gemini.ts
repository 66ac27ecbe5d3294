import path from 'node:path';
import type { Fields } from '../../../src/transcripts/fields.ts';
import { geminiSettings } from '../../hosts/gemini-switches.ts';
import { answerHook, type HookOptions } from '../answer-hook.ts';
import { toGeminiCall } from './gemini-call.ts';
import { isAgentRunning } from './is-agent-running.ts';
import { mayLackReadFile } from './may-lack-read-file.ts';

/** Answers an event of Gemini CLI; undefined if nothing changes. */
export async function answerGemini(input: Fields, options: HookOptions): Promise<object | undefined> {
  const call = toGeminiCall(input, options.readBack);
  if (call === undefined) return undefined;
  // A subagent's needs differ from the session's, and it may lack the tool that returns the full text.
  if (await isAgentRunning(String(input['transcript_path']), input['session_id'])) return undefined;
  // The answer triggers a `read_file` call. If that is the tool that the agent called, it has it.
  if (call.tool !== 'read_file' && (await mayLackReadFile(geminiFolders(input), systemSettings()))) return undefined;
  return await answerHook(call, options);
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
