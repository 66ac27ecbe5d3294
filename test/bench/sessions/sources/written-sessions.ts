import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FoundSessions } from '../../../../launcher/sessions/read-sessions.ts';
import { type FindOptions, findSessions } from './find-sessions.ts';

/** Lines of a Claude Code session: for each name a call and its result. */
export function claudeLines(session: string, calls: readonly string[]): readonly string[] {
  const line = (type: string, uuid: string, content: unknown): string =>
    JSON.stringify({ type, uuid, sessionId: session, cwd: '/p', version: '2.0.1', message: { content } });
  return calls.flatMap((name) => {
    const id = `toolu_of_call_${name}`;
    return [
      line('assistant', `${session}-${name}-1`, [{ type: 'tool_use', id, name: 'Read', input: { file_path: name } }]),
      line('user', `${session}-${name}-2`, [{ type: 'tool_result', tool_use_id: id, content: `text of ${name}` }]),
    ];
  });
}

export function claudeText(session: string, calls: readonly string[]): string {
  return `${claudeLines(session, calls).join('\n')}\n`;
}

/** Writes a file, and creates its parent folders. */
export function write(file: string, content: string | Uint8Array): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const AUTHOR = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];

export function git(repo: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', repo, ...AUTHOR, ...args], { encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
}

interface ReadSession {
  readonly id: string;
  readonly format: string;
  readonly place: string;
  readonly calls: readonly string[];
}

interface ReadSessions extends Pick<FoundSessions, 'examples' | 'progress'> {
  readonly sessions: readonly ReadSession[];
  readonly skipped: Readonly<Record<string, number>>;
}

/** Reads all sessions, with the paths or commands in each one's calls. */
export async function readAll(options: FindOptions): Promise<ReadSessions> {
  const found = findSessions({ env: { PATH: process.env['PATH'] }, home: '/nowhere', ...options });
  const sessions: ReadSession[] = [];
  for await (const { id, format, place, events } of found) {
    const calls: string[] = [];
    for await (const event of events) {
      if (event.kind === 'called') calls.push(String(event.args['file_path'] ?? event.args['command'] ?? event.tool));
    }
    sessions.push({ id, format, place, calls });
  }
  return { sessions, skipped: Object.fromEntries(found.skipped), examples: found.examples, progress: found.progress };
}
