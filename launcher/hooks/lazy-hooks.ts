import { writeJson } from '../../src/json/json-number.ts';
import { isFields } from '../../src/sessions/fields.ts';
import type { HookOptions } from './answer-hook.ts';
import { isHookHost } from './hook-hosts.ts';
import type { HookListener, ListenOptions } from './socket/listen-for-hooks.ts';

/** The tool that hosts' hooks call. It is not listed: no model is to see it, and it costs no tokens. */
export const HOOK_TOOL = 'hook';

/** Answers hosts' hooks: over the connection that a host has, and over a socket for hooks that are processes. */
export interface LazyHooks {
  /** The result of a `tools/call`: its text is the hook's answer as JSON, and `{}` lets what a tool gave pass as it is. */
  call(args: unknown): Promise<object>;
  /** Starts to listen for hooks of that client, once. */
  greet(client: string): void;
  /** Stops listening, and removes what was written for hosts. */
  close(): Promise<void>;
}

type Listen = (given: Pick<ListenOptions, 'client' | 'answer'>) => Promise<HookListener>;

export interface LazyHooksOptions {
  /** Loads what it needs with the first hook. */
  readonly open: () => Promise<HookOptions>;
  /** Default: nobody listens. */
  readonly listen?: Listen | undefined;
  readonly onFault: (error: unknown) => void;
}

export function createLazyHooks({ open, listen, onFault }: LazyHooksOptions): LazyHooks {
  let loading: Promise<HookOptions> | undefined;
  let listening: Promise<HookListener | undefined> | undefined;
  const answer: ListenOptions['answer'] = async ({ host, input }) => {
    loading ??= open();
    const options = await loading.catch((error: unknown) => {
      // The next hook tries again.
      loading = undefined;
      throw error;
    });
    const { answerHost } = await import('./answer-host.ts');
    return await answerHost(host, input, options);
  };
  return {
    async call(args) {
      // Claude Code's hook does not say whose it is.
      const { host = 'claude-code', ...input } = isFields(args) ? args : {};
      const answered = isHookHost(host) ? await answer({ host, input }) : undefined;
      return { content: [{ type: 'text', text: writeJson(answered ?? {}) }] };
    },
    greet(client) {
      listening ??= listen?.({ client, answer }).catch((error: unknown) => {
        onFault(error);
        return undefined;
      });
    },
    async close() {
      const [listener, options] = await Promise.all([listening, loading?.catch(() => undefined)]);
      await Promise.all([listener?.close(), options?.readBack.close()]);
    },
  };
}
