import type { Fields } from '../../../src/transcripts/fields.ts';
import { answerHook, type HookOptions } from '../answer-hook.ts';
import { toCodexCall } from './codex-call.ts';

/** Answers an event of Codex; undefined if nothing changes. */
export async function answerCodex(input: Fields, options: HookOptions): Promise<object | undefined> {
  const call = toCodexCall(input);
  return call === undefined ? undefined : await answerHook(call, options);
}
