import type { Fields } from '../../../src/transcripts/fields.ts';
import { answerCompaction } from '../answer-compaction.ts';
import { answerHook, type HookOptions } from '../answer-hook.ts';
import { toClaudeCall, toClaudeCompaction, toCompactionAnswer } from './claude-call.ts';

/**
 * Answers an event of Claude Code; undefined if nothing changes. Cursor also runs Claude Code's hooks but expects other
 * answers, so its events get none.
 */
export async function answerClaude(input: Fields, options: HookOptions): Promise<object | undefined> {
  if (input['cursor_version'] !== undefined) return undefined;
  const call = toClaudeCall(input);
  if (call !== undefined) return await answerHook(call, options);
  const compacted = toClaudeCompaction(input);
  const told = compacted === undefined ? undefined : await answerCompaction(compacted, options);
  return told === undefined ? undefined : toCompactionAnswer(told);
}
