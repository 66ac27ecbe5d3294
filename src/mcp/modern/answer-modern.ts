import { RPC } from '../json-rpc.ts';
import { RpcError } from '../rpc-error.ts';
import { type ServerOffer, withJeeves } from '../server-offer.ts';
import { type CacheHints, discovered, isModernMethod, STABLE, toModernError, toModernResult } from './modern-result.ts';
import { withoutRequestMeta } from './request-meta.ts';

export interface ModernAnswers {
  readonly offer: () => ServerOffer;
  /** How long a result may be cached. Default: not at all. */
  readonly hints?: ((method: string, params: unknown) => CacheHints | undefined) | undefined;
  /** Answers everything but `server/discover` as an earlier version does, given params without request metadata. */
  readonly answer: (method: string, params: unknown) => Promise<object>;
}

/**
 * Answers a request of MCP 2026-07-28, after its metadata has been read. Rejects with an `RpcError`, or as `answer`
 * does.
 */
export async function answerModern(
  method: string,
  params: unknown,
  { offer, hints, answer }: ModernAnswers,
): Promise<object> {
  const said = offer();
  try {
    if (!isModernMethod(method)) throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
    if (method === 'server/discover') return answerDiscover(said);
    const own = withoutRequestMeta(params);
    return toModernResult(method, await answer(method, own), said.serverInfo, hints?.(method, own));
  } catch (error) {
    throw error instanceof RpcError ? toModernError(error) : error;
  }
}

/** Answers `server/discover`; the answer does not change while the server runs. */
export function answerDiscover(offer: ServerOffer): object {
  const result = discovered({ ...offer, capabilities: withJeeves(offer.capabilities) });
  return toModernResult('server/discover', result, offer.serverInfo, STABLE);
}
