import { homedir } from 'node:os';
import type { SessionSource, UserPlaces } from '../../../../launcher/hosts/recordings.ts';
import { ownSources } from '../../../../launcher/sessions/own-sources.ts';
import { type FoundSessions, readSessions, type SessionReading } from '../../../../launcher/sessions/read-sessions.ts';
import { ALL_FORMATS } from '../formats/trajectories.ts';
import { pathSources } from './path-sources.ts';

export interface FindOptions extends Omit<SessionReading, 'formats'> {
  /** Files, folders or git repositories. Default: the sessions that hosts recorded for this user. */
  readonly paths?: readonly string[] | undefined;
  readonly env?: UserPlaces['env'] | undefined;
  readonly home?: string | undefined;
}

/**
 * Finds recorded sessions. The user's own and those of a path are ordered newest first, those of a repository longest
 * first. Rejects with a `SessionPathError` for a missing path, and with a `GitError` for a repository that git cannot
 * read.
 */
export function findSessions(options: FindOptions = {}): FoundSessions {
  return readSessions((signal) => allSources(options, signal), { ...options, formats: ALL_FORMATS });
}

async function allSources(options: FindOptions, signal: AbortSignal): Promise<readonly SessionSource[]> {
  const { paths = [], env = process.env, home = homedir() } = options;
  if (paths.length === 0) return await ownSources({ env, home });
  const found: SessionSource[] = [];
  for (const place of paths) found.push(...(await pathSources(place, env, signal)));
  return found;
}
