import { answerDiscover } from '../../../src/mcp/modern/answer-modern.ts';
import type { RequestMeta } from '../../../src/mcp/modern/request-meta.ts';
import type { CallContext } from '../call-context.ts';
import type { ClientSession } from '../client-session.ts';
import type { ModernRequests, ModernRequestsOptions } from './modern-requests.ts';

/** The way to requests of MCP 2026-07-28: what answers them is loaded once `server/discover` is answered. */
export interface LazyModernRequests {
  answer(method: string, params: unknown, meta: RequestMeta, context: CallContext): Promise<object>;
  /** The client, as those see it who tell or ask it something of their own accord. `closing`: of its connection. */
  session(closing: AbortSignal): ClientSession;
}

export function createLazyModernRequests(options: ModernRequestsOptions): LazyModernRequests {
  let opening: Promise<ModernRequests> | undefined;
  const open = async (closing: AbortSignal): Promise<ModernRequests> => {
    const { createModernRequests } = await import('./modern-requests.ts');
    const opened = createModernRequests(options);
    closing.addEventListener('abort', opened.close, { once: true });
    return opened;
  };
  const requests = (closing: AbortSignal): Promise<ModernRequests> => {
    opening ??= open(closing);
    return opening;
  };
  /** Should it fail, the next request says so. */
  const openQuietly = (closing: AbortSignal): void => void requests(closing).catch(() => {});

  return {
    async answer(method, params, meta, context) {
      if (method !== 'server/discover') {
        return await (await requests(context.closing)).answer(method, params, meta, context);
      }
      context.onWritten(() => openQuietly(context.closing));
      return answerDiscover(options.offer());
    },
    session: (closing) => ({
      notify: (method, params) =>
        void requests(closing).then(
          ({ session }) => session.notify(method, params),
          () => {},
        ),
      request: async (...asked) => await (await requests(closing)).session.request(...asked),
    }),
  };
}
