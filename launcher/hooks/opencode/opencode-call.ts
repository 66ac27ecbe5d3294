import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import type { Arguments } from '../../../src/transcripts/session-event.ts';
import type { HookCall } from '../host-result.ts';
import type { ToldSession } from '../transcript/told-sessions.ts';
import { toOpencodeResult } from './opencode-results.ts';

/** Parses a call sent by our plugin, see `plugin.ts`. Undefined for anything else. */
export function toOpencodeCall(input: Fields, toldSession: (id: string) => ToldSession): HookCall | undefined {
  const { session: id, call, tool, args, output, metadata, messages } = input;
  if (typeof id !== 'string' || typeof call !== 'string' || typeof tool !== 'string') return undefined;
  const session = toldSession(id);
  // Also for a call whose result passes, because later calls depend on the session.
  if (Array.isArray(messages)) session.tell(messages);
  return {
    ...{ id: call, tool, args: isFields(args) ? (args as Arguments) : {}, transcript: session },
    result: typeof output === 'string' ? toOpencodeResult(tool, output, isFields(metadata) ? metadata : {}) : undefined,
    toAnswer: (result) => (typeof result === 'string' ? { output: result } : result),
  };
}
