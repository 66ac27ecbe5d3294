import { createHash } from 'node:crypto';

/** Returns the id of a session in the ledger: a hash of the path of its record, so that the ledger does not contain it. */
export function ledgerSessionId(transcript: string): string {
  return createHash('sha256').update(transcript).digest('base64url').slice(0, 22);
}
