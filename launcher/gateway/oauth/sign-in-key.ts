import { createHash } from 'node:crypto';

/**
 * What a sign-in is kept under: once a server's address has changed, or the client that is configured for it, nothing that
 * was meant for the old one is found. The whole address counts, as a hash, since a path or query may be a key.
 */
export function signInKey(server: string, url: string, clientId?: string | undefined): string {
  const { origin, href } = new URL(url);
  const meant = clientId === undefined ? href : `${href} ${clientId}`;
  return `${server} ${origin} ${createHash('sha256').update(meant).digest('hex').slice(0, 16)}`;
}
