const CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
/** Messages of runtimes without error codes. */
const WORDS = /connection refused|dns error|failed to lookup/i;

/** True if `fetch` failed because nothing listens there or the host name does not resolve. */
export function isUnreachable(error: unknown): boolean {
  for (let depth = 0, at = error; depth < 5 && at instanceof Error; depth++, at = at.cause) {
    if (CODES.has((at as { code?: string }).code ?? '') || WORDS.test(at.message)) return true;
  }
  return false;
}
