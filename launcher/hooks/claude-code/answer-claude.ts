import type { Fields } from '../../../src/sessions/fields.ts';
import { answerCompaction } from '../answer-compaction.ts';
import { answerHook, type HookOptions } from '../answer-hook.ts';
import { toClaudeCall, toClaudeCompaction, toCompactionAnswer } from './claude-call.ts';

/**
 * Answers an event of Claude Code; undefined: all stays as it is. So it does if Cursor asks, which runs Claude Code's hooks as
 * well: it takes other answers.
 */
export async function answerClaude(input: Fields, options: HookOptions): Promise<object | undefined> {
  if (input['cursor_version'] !== undefined) return undefined;
  const call = toClaudeCall(input);
  if (call !== undefined) return await answerHook(call, options);
  const compacted = toClaudeCompaction(input);
  const told = compacted === undefined ? undefined : await answerCompaction(compacted, options);
  return told === undefined ? undefined : toCompactionAnswer(told);
}
