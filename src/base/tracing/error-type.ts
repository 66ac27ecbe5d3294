const CODE = /^\w{1,64}$/;

/** Returns a short type for an error: its code, its cause's code, or its name. Messages may quote secrets. */
export function errorType(error: unknown): string {
  for (const one of [error, (error as { readonly cause?: unknown } | null | undefined)?.cause]) {
    const { code } = Object(one) as { readonly code?: unknown };
    // The code of a DOMException is a number without meaning: 20 for an AbortError.
    const isNumber = typeof code === 'number' && !(one instanceof DOMException);
    if (isNumber || (typeof code === 'string' && CODE.test(code))) return String(code);
  }
  return error instanceof Error ? error.name : 'Error';
}
