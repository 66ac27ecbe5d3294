import { createHash } from 'node:crypto';

/**
 * Returns the id of a session in the ledger: a hash of its transcript's path, so that the ledger does not contain the
 * path.
 */
export function ledgerSessionId(transcript: string): string {
  return createHash('sha256').update(transcript).digest('base64url').slice(0, 22);
}
