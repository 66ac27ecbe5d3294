/**
 * Returns what may be told of an error: its code, or the code of its cause, or its name. A message may quote what must
 * not be told.
 */
export function errorType(error: unknown): string {
  for (const one of [error, (error as { readonly cause?: unknown } | null | undefined)?.cause]) {
    const { code } = Object(one) as { readonly code?: unknown };
    // The code of a DOMException is a number without meaning: 20 for an AbortError.
    const isNumber = typeof code === 'number' && !(one instanceof DOMException);
    if (isNumber || typeof code === 'string') return String(code);
  }
  return error instanceof Error ? error.name : 'Error';
}
