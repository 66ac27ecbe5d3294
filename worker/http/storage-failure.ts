import { type RequestFailure, requestFailure } from '../../src/prune-api/request-failure.ts';
import { SQL_CAUSES, type SqlError } from '../../src/storage/sql-error.ts';

const RETRY_S = 5;

/** Builds the answer for a storage that fails. It says why in fixed words, because a message may quote a statement. */
export function storageFailure({ code }: SqlError): RequestFailure {
  const said = `The storage cannot be used right now: ${SQL_CAUSES[code]}`;
  return requestFailure('storage_unavailable', said, RETRY_S);
}
