import { SQL_CAUSES, SqlError, type SqlErrorCode } from '../sql-error.ts';

/** Codes of PostgreSQL (its manual, appendix A) and of the driver, by their prefix; the first match counts. */
const CODES: readonly (readonly [string, SqlErrorCode])[] = [
  ['23', 'constraint'],
  ['25006', 'read_only'],
  ['28', 'refused'],
  ['3D000', 'refused'],
  ['40', 'busy'],
  ['53100', 'full'],
  ['53300', 'crowded'],
  ['53', 'busy'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['57P', 'away'],
  ['58', 'io'],
  ['XX00', 'damaged'],
  ['08', 'away'],
  ['CONNECT', 'away'],
  ['ECONN', 'away'],
  ['ENOTFOUND', 'away'],
  ['EAI_', 'away'],
  ['EHOST', 'away'],
  ['ENETUNREACH', 'away'],
  ['ETIMEDOUT', 'away'],
  ['EPIPE', 'away'],
  ['ENOENT', 'away'],
];

/**
 * Classifies an error by its code. Keeps only its code and message, because the driver's error holds statement and
 * values.
 */
export function postgresError(error: unknown): SqlError {
  if (error instanceof SqlError) return error;
  const { code = '', message = error } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  const found = CODES.find(([beginning]) => String(code).startsWith(beginning))?.[1] ?? 'failed';
  return new SqlError(found, SQL_CAUSES[found], new Error(`${String(code)}: ${String(message)}`));
}

/** True if a transaction lost to another one and may simply run again (deadlock, serialization). */
export function isLost(error: unknown): boolean {
  return ['40P01', '40001'].includes((Object(error) as { readonly code?: string }).code ?? '');
}
