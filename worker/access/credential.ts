import { getPath } from 'hono/utils/url';

/** A longer credential is nobody's: it is not even hashed. */
const LONGEST = 512;
/** Where a key may stand in the path: on routes whose clients cannot send headers. */
const KEY_PATH = /^\/k\/(mcpp_[^/]+)(\/prune\/?|\/health|\/v1\/prune\/batch|\/mcp)$/;
/** A header's value has no blanks around it. */
const BEARER = /^bearer +(\S+)$/i;

/** The path that routes see: without the key, so that no log and no error names it. */
export function pathWithoutKey(request: Request): string {
  const path = getPath(request);
  return KEY_PATH.exec(path)?.[2] ?? path;
}

/** The credential that a request brings: a bearer token, or else a key in its path; undefined for none or a monstrous one. */
export function credentialOf(request: Request): string | undefined {
  const header = request.headers.get('authorization');
  const brought = header === null ? KEY_PATH.exec(getPath(request))?.[1] : BEARER.exec(header)?.[1];
  return brought === undefined || brought.length > LONGEST ? undefined : brought;
}
