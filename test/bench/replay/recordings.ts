import { openSession } from '../../../launcher/sessions/open-session.ts';
import { entireSources } from '../sessions/sources/entire-sources.ts';
import { type Log, readClaudeLog } from './claude-log.ts';

/** A session of an agent as its tool logged it. */
export interface Recording extends Log {
  readonly id: string;
}

/** A session that shares more than this part of its messages with a longer one is the same session, resumed. */
const MAX_SHARED = 0.05;

/** The sessions of Claude Code that Entire recorded in a repository, oldest first. */
export async function readRecordings(repo: string): Promise<readonly Recording[]> {
  const { signal } = new AbortController();
  const sources = await entireSources({ repo, env: process.env }, signal, { isBranchOnly: true });
  if (sources === undefined) {
    throw new Error(`No recorded sessions in "${repo}": it has no branch entire/checkpoints/v1`);
  }
  const read: Recording[] = [];
  for (const source of sources) {
    const session = await openSession(source, signal);
    const log = session.format === 'claude-code' ? await readClaudeLog(session) : undefined;
    await session.close();
    if (log !== undefined) read.push({ id: source.id ?? source.place, ...log });
  }
  return withoutRepeats(read).toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}

function withoutRepeats(recordings: readonly Recording[]): readonly Recording[] {
  const seen = new Set<string>();
  return recordings
    .toSorted((a, b) => b.events.length - a.events.length)
    .filter(({ ids }) => {
      const shared = [...ids].filter((id) => seen.has(id)).length;
      for (const id of ids) seen.add(id);
      return shared <= ids.size * MAX_SHARED;
    });
}
