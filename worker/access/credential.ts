import { getPath } from 'hono/utils/url';

/** Max characters; a longer credential is rejected without hashing it. */
const LONGEST = 512;
/** Matches a JSON Web Token, e.g. of an identity provider. */
const TOKEN = /^eyJ[\w-]{1,16000}\.[\w-]{1,16000}\.[\w-]{1,2000}$/;
/** Routes that accept a key in the path, because their clients cannot send headers. */
const KEY_PATH = /^\/k\/(mcpp_[^/]+)(\/prune\/?|\/health|\/mcp)$/;
/** Matches a bearer token. Header values have no surrounding blanks. */
const BEARER = /^bearer +(\S+)$/i;

/** True for a token of an identity provider. Only agents at `/mcp` get and use them. */
export const isAgentToken = (request: Request, credential: string): boolean =>
  getPath(request) === '/mcp' && TOKEN.test(credential);

/** Returns the path for routing, without the key, so that no log or error names it. */
export function pathWithoutKey(request: Request): string {
  const path = getPath(request);
  return KEY_PATH.exec(path)?.[2] ?? path;
}

/**
 * Returns a request's credential: a bearer token, otherwise a key in its path; undefined if there is none or it is too
 * long.
 */
export function credentialOf(request: Request): string | undefined {
  const header = request.headers.get('authorization');
  const brought = header === null ? KEY_PATH.exec(getPath(request))?.[1] : BEARER.exec(header)?.[1];
  if (brought === undefined || (brought.length > LONGEST && !isAgentToken(request, brought))) return undefined;
  return brought;
}
