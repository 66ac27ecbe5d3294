import { writeJson } from '../../src/json/json-number.ts';
import { isFields } from '../../src/sessions/fields.ts';
import type { HookOptions } from './answer-hook.ts';

/** The tool that hosts' hooks call. It is not listed: no model is to see it, and it costs no tokens. */
export const HOOK_TOOL = 'hook';

/** Answers hosts' hooks over the connection that they have. */
export interface HookDoor {
  /** The result of a `tools/call`: its text is the hook's answer as JSON, and `{}` lets what a tool gave pass as it is. */
  call(args: unknown): Promise<object>;
}

/** Loads what it needs with the first hook. */
export function createHookDoor(open: () => Promise<HookOptions>): HookDoor {
  let loading: Promise<HookOptions> | undefined;
  return {
    async call(args) {
      loading ??= open();
      const options = await loading.catch((error: unknown) => {
        // The next hook tries again.
        loading = undefined;
        throw error;
      });
      const { answerClaude } = await import('./claude-code/answer-claude.ts');
      const answer = isFields(args) ? await answerClaude(args, options) : undefined;
      return { content: [{ type: 'text', text: writeJson(answer ?? {}) }] };
    },
  };
}
