import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * True if a subagent of a Gemini CLI session is running, so that the call may be its own. The hook names only the
 * session's transcript. Those of its subagents are in a folder named after the session's id, and are written to while
 * the session waits for them.
 */
export async function isAgentRunning(transcript: string, session: unknown): Promise<boolean> {
  if (typeof session !== 'string' || !/^[\w-]+$/.test(session)) return true;
  const folder = path.join(path.dirname(transcript), session);
  const names = await readdir(folder).catch(() => []);
  const { mtimeMs: last } = await stat(transcript);
  const agents = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  return agents.some(({ mtimeMs }) => mtimeMs >= last);
}
