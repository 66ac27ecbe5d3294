import { writeJson } from '../../src/base/json/json-number.ts';
import { isFields } from '../../src/transcripts/fields.ts';
import type { HookRequest } from '../hosts/hook-client/hook-server.ts';
import type { HookOptions } from './answer-hook.ts';
import type { HookListener, ListenOptions } from './socket/listen-for-hooks.ts';

/** Answers hosts' hooks: over the host's MCP connection, and over a socket for hooks that are processes. */
export type LazyHooks = ReturnType<typeof createLazyHooks>;

type Listen = (given: Pick<ListenOptions, 'client' | 'answer'>) => Promise<HookListener>;

export interface LazyHooksOptions {
  /** Opens the options. Called with the first hook. */
  readonly open: () => Promise<HookOptions>;
  /** True to load everything before the first hook comes. Default false. */
  readonly isWarm?: boolean | undefined;
  /** Opens the socket. Default: no socket. */
  readonly listen?: Listen | undefined;
  readonly onFault: (error: unknown) => void;
}

export function createLazyHooks({ open, isWarm = false, listen, onFault }: LazyHooksOptions) {
  let loading: ReturnType<typeof load> | undefined;
  let listening: Promise<HookListener | undefined> | undefined;
  // Everything is loaded at once: an update of the package removes what this process would load later.
  const load = () =>
    Promise.all([open(), import('./answer-host.ts'), import('./warm-up.ts'), import('../hosts/hosts.ts')]);
  const opened = async () => {
    loading ??= load();
    return await loading.catch((error: unknown) => {
      // Forget the failure, so that the next hook tries again.
      loading = undefined;
      throw error;
    });
  };
  const answer = async ({ host, input }: Pick<HookRequest, 'host' | 'input'>): Promise<object | undefined> => {
    const [options, { answerHost }] = await opened();
    return await answerHost(host, input, options);
  };
  let warming: Promise<unknown> | undefined;
  const warm = async (): Promise<void> => {
    const [options, , { warmUp }] = await opened();
    await warmUp(options);
  };
  return {
    /**
     * Returns the result of a `tools/call`. Its text is the hook's answer as JSON; `{}` lets a tool's result pass
     * unchanged.
     */
    async call(args: unknown): Promise<object> {
      const [, , , { HOOK_HOSTS, isHookHost }] = await opened();
      const unnamed = HOOK_HOSTS.find(({ hooksNameNone }) => hooksNameNone)?.name;
      const { host = unnamed, ...input } = isFields(args) ? args : {};
      const answered = isHookHost(host) ? await answer({ host, input }) : undefined;
      return { content: [{ type: 'text', text: writeJson(answered ?? {}) }] };
    },
    /**
     * Loads all that hooks need once, if results are shortened. Loading takes the CPU for a while, so call it when no caller
     * waits.
     */
    warm(): void {
      // If loading fails, the first hook reports the error.
      if (isWarm) warming ??= warm().catch(() => {});
    },
    /** Starts listening for hooks of that client, once. */
    greet(client: string): void {
      listening ??= listen?.({ client, answer }).catch((error: unknown) => {
        onFault(error);
        return undefined;
      });
    },
    /** Stops listening, and removes files written for hosts. */
    async close(): Promise<void> {
      const [listener, loaded] = await Promise.all([listening, loading?.catch(() => undefined), warming]);
      await Promise.all([listener?.close(), loaded?.[0].hosts.close()]);
    },
  };
}
