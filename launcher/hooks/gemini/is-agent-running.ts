import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Tells whether an agent that a session of Gemini CLI started is at work, so that a call is its own. The hook names the
 * session's record alone; those of its agents stand beside it, in a folder of the session's id, and are written to while the
 * session waits for them.
 */
export async function isAgentRunning(transcript: string, session: unknown): Promise<boolean> {
  if (typeof session !== 'string' || !/^[\w-]+$/.test(session)) return true;
  const folder = path.join(path.dirname(transcript), session);
  const names = await readdir(folder).catch(() => []);
  const { mtimeMs: last } = await stat(transcript);
  const agents = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  return agents.some(({ mtimeMs }) => mtimeMs >= last);
}
