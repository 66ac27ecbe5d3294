import path from 'node:path';
import { claudeHome, codexHome } from '../../../hosts/places.ts';
import { fileSource } from './file-source.ts';
import { opencodeDatabaseSources } from './opencode-database.ts';
import { opencodeSources } from './opencode-storage.ts';
import type { SessionSource } from './session-source.ts';
import { walkFiles } from './walk-files.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the sessions that hosts recorded for this user, in each host's default folder or the one set by its variable.
 */
export async function ownSources(env: Environment, home: string): Promise<readonly SessionSource[]> {
  const codex = codexHome({ env, home });
  const data = path.join(env['XDG_DATA_HOME'] || path.join(home, '.local', 'share'), 'opencode');
  const isRollout = (file: string): boolean => /^rollout-.*\.jsonl$/.test(path.basename(file));
  const isChat = (file: string): boolean => /[\\/]chats[\\/].*\.jsonl?$/.test(file);
  const files = [
    walkFiles(path.join(claudeHome({ env, home }), 'projects'), (file) => file.endsWith('.jsonl')),
    walkFiles(path.join(codex, 'sessions'), isRollout),
    walkFiles(path.join(codex, 'archived_sessions'), isRollout),
    walkFiles(path.join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'tmp'), isChat),
  ];
  const found: SessionSource[] = [];
  for (const each of files) {
    for await (const file of each) {
      const source = await fileSource(file);
      if (source !== undefined) found.push(source);
    }
  }
  return [...found, ...(await opencodeFolder(data))];
}

/**
 * Finds the sessions in opencode's data folder: its database, its storage, and the per-project storage of the oldest
 * versions.
 */
export async function opencodeFolder(data: string): Promise<readonly SessionSource[]> {
  const found = [await opencodeDatabaseSources(data), await opencodeSources(path.join(data, 'storage'))];
  const projects = new Set<string>();
  const isOld = (file: string): boolean => /[\\/]storage[\\/]session[\\/]info[\\/][^\\/]+\.json$/.test(file);
  for await (const file of walkFiles(path.join(data, 'project'), isOld)) {
    projects.add(path.resolve(file, '..', '..', '..'));
  }
  for (const storage of projects) found.push(await opencodeSources(storage));
  return found.flat();
}
