import type { Fields } from '../../../src/transcripts/fields.ts';
import { answerHook, type HookOptions } from '../answer-hook.ts';
import { toOpencodeCall } from './opencode-call.ts';

/** Answers what our plugin reports from opencode; undefined if nothing changes. */
export async function answerOpencode(input: Fields, options: HookOptions): Promise<object | undefined> {
  const call = toOpencodeCall(input, options.toldSession);
  return call === undefined ? undefined : await answerHook(call, options);
}
