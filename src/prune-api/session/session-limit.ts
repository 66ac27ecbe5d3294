import { utf8Bytes } from '../../base/json/utf8-bytes.ts';
import { overLimit } from '../list-limit.ts';
import { type RequestFailure, requestFailure } from '../request-failure.ts';
import type { RequestLimits } from '../request-limits.ts';

/** Returns a 413 for a `context` of too many steps or too much text, otherwise undefined. Checked before validation. */
export function overSessionLimit(body: object, limits: RequestLimits): RequestFailure | undefined {
  const { context } = body as { readonly context?: unknown };
  if (!Array.isArray(context)) return undefined;
  const tooMany = overLimit(body, 'context', limits.sessionSteps, 'steps of context');
  if (tooMany !== undefined) return tooMany;
  const bytes = textBytes(context);
  if (bytes <= limits.sessionBytes) return undefined;
  return requestFailure(
    'too_large',
    `context is too large: expected at most ${limits.sessionBytes} bytes, got ${bytes}`,
  );
}

/**
 * UTF-8 bytes of the steps' content: texts, names of tools and arguments, strings among the arguments, ids. Iterative,
 * because the sender controls the depth.
 */
function textBytes(steps: readonly unknown[]): number {
  let bytes = 0;
  const open: unknown[] = steps.flatMap((step) => {
    const { text, tool, args, call } = (step ?? {}) as Readonly<Record<string, unknown>>;
    return [text, tool, args, call];
  });
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') bytes += utf8Bytes(value);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) bytes += utf8Bytes(key);
      open.push(inner);
    }
  }
  return bytes;
}
