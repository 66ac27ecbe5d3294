import { parentPort, workerData } from 'node:worker_threads';
import { SqlError, toSqlError } from '../../src/storage/sql-error.ts';
import { createSqliteDatabase } from '../../src/storage/sqlite-driver.ts';
import { loadWorkerSqlite } from './load-sqlite.ts';
import type { ReaderRequest, ReaderResponse } from './sqlite-reader.ts';

const opening = loadWorkerSqlite().then((sqlite) => {
  if (sqlite === undefined) throw new SqlError('failed', 'this runtime has no "node:sqlite"');
  return createSqliteDatabase(new sqlite.DatabaseSync(workerData as string, { readOnly: true }), { isReadOnly: true });
});

const run = async ({ id, sql, params }: ReaderRequest): Promise<ReaderResponse> => {
  try {
    return { id, result: await (await opening).query(sql, ...params) };
  } catch (error) {
    const { code, message } = toSqlError(error);
    return { id, code, message };
  }
};

parentPort?.on('message', (request: ReaderRequest) => {
  void run(request).then((response) => parentPort?.postMessage(response));
});
