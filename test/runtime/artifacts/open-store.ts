import { createFileArtifactStore } from '../../../launcher/platform/artifacts/file-artifact-store.ts';
import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';
import { createSqlArtifacts } from '../../../src/artifacts/sql/sql-artifact-store.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { openDataFile } from '../../../worker/runtime/sqlite-file.ts';

export type StoreKind = 'files' | 'sqlite';

export interface OpenedStore {
  readonly store: ArtifactStore;
  readonly database?: SqlDatabase;
}

/** Opens a persistent store in a folder. */
export async function openStore(kind: StoreKind, folder: string, maxBytes?: number): Promise<OpenedStore> {
  if (kind === 'files') return { store: createFileArtifactStore({ folder, maxBytes }) };
  const database = await openDataFile(folder);
  if (database === undefined) throw new Error('this runtime has no node:sqlite');
  return { store: createSqlArtifacts(database, { maxBytes }).of('team'), database };
}
