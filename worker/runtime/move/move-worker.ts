import { fts5Words } from '../../../src/context/sql/words/fts5-words.ts';
import { tsvectorWords } from '../../../src/context/sql/words/tsvector-words.ts';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { openPostgres } from '../open-postgres.ts';
import { openDataFile } from '../sqlite-file.ts';
import { type MovedTable, moveDatabase } from './move-database.ts';

/**
 * Copies everything that a worker stores from one place to another. Each place is a folder or the URL of a PostgreSQL
 * database. No worker may run on either. Resolves to true if both have as many rows. Rejects if one cannot be used.
 */
export async function copyWorker(from: string, to: string, onTable: (moved: MovedTable) => void): Promise<boolean> {
  const source = await open(from);
  try {
    const target = await open(to);
    try {
      const words = target.dialect === 'postgres' ? tsvectorWords : fts5Words;
      return await moveDatabase(source, target, { words, onTable });
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

async function open(place: string): Promise<SqlDatabase> {
  if (/^postgres(ql)?:/.test(place)) return openPostgres({ url: place, connections: 2 });
  const database = await openDataFile(place);
  if (database === undefined) throw new Error('node:sqlite needs Node 22.13 or newer');
  return database;
}
