import { type Fields, isFields } from '../../../src/transcripts/fields.ts';
import { answerHook, type HookOptions } from '../answer-hook.ts';
import { isUntouchable } from '../untouchable.ts';
import { toCursorCall } from './cursor-call.ts';

/** Answers an event of Cursor; undefined if nothing changes. */
export async function answerCursor(input: Fields, options: HookOptions): Promise<object | undefined> {
  const call = toCursorCall(input);
  if (call === undefined) return undefined;
  // We do not know which argument of another server's tool names a file, so check all of them.
  const isWhole = textsIn(call.args).some((text) => isUntouchable(text) || options.isIgnored(text));
  return isWhole ? undefined : await answerHook(call, options);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isFields(value) ? Object.values(value).flatMap(textsIn) : [];
}
