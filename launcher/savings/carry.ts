import type { SessionPlace } from './ledger-record.ts';

/** Tokens of a session that later requests send again, or save. */
export interface CarriedSession {
  /** Last known request, counted from 1. */
  readonly request: number;
  readonly resets: number;
  /** Tokens saved by results of earlier requests; negative if they cost more. */
  readonly spared: number;
  /**
   * Tokens saved by results of the last request. Without us, the next request would have sent them for the first time.
   */
  readonly fresh: number;
  /** Tokens of the definitions that every request sends. */
  readonly definitions: number;
}

/** Tokens that a record adds to a session. */
export interface Carrying {
  readonly spared: number;
  readonly definitions: number;
  /** True if these are all definitions of a server, as it lists them at its start. Default false. */
  readonly isAll?: boolean;
}

/**
 * Advances a session to the request of a record. `carried` is the number of tokens that the requests in between did not
 * send again, minus the definitions that they sent again. A token does not count for the first request that would send
 * it, nor after earlier results may have left the context.
 */
export function carry(
  before: CarriedSession | undefined,
  { request, resets }: SessionPlace,
  added: Carrying,
): { readonly session: CarriedSession; readonly carried: number } {
  const last = before ?? { request: 1, resets, spared: 0, fresh: 0, definitions: 0 };
  const requests = Math.max(0, request - last.request);
  const isNew = requests > 0;
  const isReset = resets !== last.resets;
  const kept = isReset ? 0 : last.spared * requests + last.fresh * Math.max(0, requests - 1);
  const spared = isReset ? 0 : isNew ? last.spared + last.fresh : last.spared;
  const fresh = isReset || isNew ? 0 : last.fresh;
  // A server that continues a session lists the same definitions again.
  const isAgain = added.isAll === true && last.definitions > 0;
  // Definitions that become known only at this point were part of all earlier requests too.
  const late = isAgain ? 0 : added.definitions * Math.max(0, request - 1);
  return {
    session: {
      request: Math.max(request, last.request),
      resets,
      spared,
      fresh: fresh + added.spared,
      definitions: isAgain ? added.definitions : last.definitions + added.definitions,
    },
    carried: kept - last.definitions * requests - late,
  };
}
