import { type Fields, isFields } from '../../src/transcripts/fields.ts';
import type { HookHost } from '../hosts/hook-hosts.ts';
import type { HookOptions } from './answer-hook.ts';
import { answerClaude } from './claude-code/answer-claude.ts';
import { answerCodex } from './codex/answer-codex.ts';
import { answerCursor } from './cursor/answer-cursor.ts';
import { answerGemini } from './gemini/answer-gemini.ts';
import { answerOpencode } from './opencode/answer-opencode.ts';

type Answer = (input: Fields, options: HookOptions) => Promise<object | undefined>;

const ANSWERS: Readonly<Record<HookHost, Answer>> = {
  'claude-code': answerClaude,
  codex: answerCodex,
  cursor: answerCursor,
  gemini: answerGemini,
  opencode: answerOpencode,
};

/** Answers a host's hook event in the host's own format; undefined if nothing changes. */
export async function answerHost(host: HookHost, input: unknown, options: HookOptions): Promise<object | undefined> {
  return isFields(input) ? await ANSWERS[host](input, options) : undefined;
}
