import { withPlainNumbers } from '../../../../src/base/json/plain-numbers.ts';
import type { Arguments } from '../../../../src/transcripts/session-event.ts';
import { FOCUS } from '../../focus.ts';

export interface RememberedCall {
  readonly tool: string;
  readonly args: Arguments;
  readonly question: string | undefined;
}

/** Converts a call for the session's memory. Undefined for invalid params, which the call itself reports. */
export function toRememberedCall(params: unknown): RememberedCall | undefined {
  const { name, arguments: given = {} } = (params ?? {}) as { readonly name?: unknown; readonly arguments?: unknown };
  if (typeof name !== 'string' || typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const { [FOCUS]: question, ...args } = withPlainNumbers(given) as Arguments;
  return { tool: name, args, question: typeof question === 'string' ? question : undefined };
}
