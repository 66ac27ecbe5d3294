import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import type { ClientSession } from '../../../src/mcp/calls/client-session.ts';
import { answerDiscover } from '../../../src/mcp/modern/answer-modern.ts';
import type { RequestMeta } from '../../../src/mcp/modern/request-meta.ts';
import type { ModernRequests, ModernRequestsOptions } from './modern-requests.ts';

/** Answers requests of MCP 2026-07-28. The code for them is loaded after `server/discover` is answered. */
export interface LazyModernRequests {
  answer(method: string, params: unknown, meta: RequestMeta, context: CallContext): Promise<object>;
  /** Session for messages that belong to no request of the client. `closing` is aborted when its connection closes. */
  session(closing: AbortSignal): ClientSession;
}

export function createLazyModernRequests(options: ModernRequestsOptions): LazyModernRequests {
  let opening: Promise<ModernRequests> | undefined;
  let opened: ModernRequests | undefined;
  const open = async (closing: AbortSignal): Promise<ModernRequests> => {
    const { createModernRequests } = await import('./modern-requests.ts');
    opened = createModernRequests(options);
    closing.addEventListener('abort', opened.close, { once: true });
    return opened;
  };
  const requests = (closing: AbortSignal): Promise<ModernRequests> => {
    opening ??= open(closing);
    return opening;
  };
  /** Loads in advance. If that fails, the next request reports the error. */
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
      capabilitiesOf: (about) => opened?.session.capabilitiesOf?.(about),
    }),
  };
}
