import path from 'node:path';
import { walkFiles } from '../../platform/files/walk-files.ts';
import type { SessionSource, SessionStore } from '../recordings.ts';
import { DATABASE, databaseSources } from './recorded-database.ts';
import { storageSources } from './recorded-storage.ts';

export const SESSION_STORE: SessionStore = {
  own: ({ env, home }) =>
    dataSources(path.join(env['XDG_DATA_HOME'] || path.join(home, '.local', 'share'), 'opencode')),
  inFile: (file) => (path.basename(file) === DATABASE ? databaseSources(path.dirname(file)) : undefined),
  inFolder: async (folder) => [...(await dataSources(folder)), ...(await storageSources(folder))],
};

/**
 * Finds the sessions in opencode's data folder: its database, its storage, and the per-project storage of the oldest
 * versions.
 */
async function dataSources(data: string): Promise<readonly SessionSource[]> {
  const found = [await databaseSources(data), await storageSources(path.join(data, 'storage'))];
  const projects = new Set<string>();
  const isOld = (file: string): boolean => /[\\/]storage[\\/]session[\\/]info[\\/][^\\/]+\.json$/.test(file);
  for await (const file of walkFiles(path.join(data, 'project'), isOld)) {
    projects.add(path.resolve(file, '..', '..', '..'));
  }
  for (const storage of projects) found.push(await storageSources(storage));
  return found.flat();
}
