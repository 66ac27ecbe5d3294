import type { Principal } from '../src/access/principal.ts';
import type { KeepAlive } from '../src/ledger/ledger.ts';
import type { PruneRecord } from '../src/wire/prune-reply.ts';
import type { WireFailure, WireFailureCode } from '../src/wire/wire-failure.ts';

/** What middleware and routes hand one another. */
export interface WorkerContext {
  Bindings: {
    /** Goes on with work after the answer; unset where a process lives on anyway. */
    keepAlive?: KeepAlive | undefined;
    /** The address at the other end of the connection. */
    address?: (() => string | undefined) | undefined;
  };
  Variables: {
    requestId: string;
    /** Set by authentication, on every route that needs a key, whether or not that lets the request pass. */
    principal: Principal;
    /** Set by the route that pruned; the ledger and the log read it. */
    record: PruneRecord | undefined;
    /**
     * Told the size of a body that has arrived, before it is decoded, or of a text read for it; waits until it is this
     * request's turn. A failure where too much of its team waits already.
     */
    sized: ((bytes: number) => Promise<WireFailure | undefined>) | undefined;
    /** Told the size of a body that has arrived: a failure where its team's quota has no room for it. */
    arrived: ((bytes: number) => WireFailure | undefined) | undefined;
    /** Holds room in the team's month for bytes that no body brought; false where there is none. Unset without a quota. */
    charge: ((bytes: number) => boolean) | undefined;
    /**
     * Holds the request's room in the month beyond its answer, until what it returns is called: for a route that accounts
     * for the body later on. Unset without a quota.
     */
    hold: (() => () => void) | undefined;
    /** Bytes of the body, set by whoever read it. */
    bytesIn: number | undefined;
    /** The MCP tool that was called. */
    tool: string | undefined;
    /** Why the request failed, if it did. */
    failure: WireFailureCode | undefined;
  };
}
