import type { PruneRecord } from '../../src/prune-api/prune-reply.ts';
import type { RequestFailure, RequestFailureCode } from '../../src/prune-api/request-failure.ts';
import type { Principal } from '../../src/teams/keys/principal.ts';
import type { KeepAlive } from '../../src/teams/usage/ledger.ts';

/** Variables that middleware and routes share. */
export interface WorkerContext {
  Bindings: {
    /** Continues work after the answer; unset if the process lives on anyway. */
    keepAlive?: KeepAlive | undefined;
    /** Returns the client's address. A host behind a proxy returns the address that the proxy reports. */
    address?: (() => string | undefined) | undefined;
  };
  Variables: {
    requestId: string;
    /** Set by authentication on every route that needs a key, whether or not the request is admitted. */
    principal: Principal;
    /** Set by the pruning route; read by the ledger and the log. */
    record: PruneRecord | undefined;
    /**
     * Called with the size of an arrived body before it is decoded, or of a text read for the request. Waits for this
     * request's turn. Returns a failure if too much of its team is waiting already.
     */
    waitTurn: ((bytes: number) => Promise<RequestFailure | undefined>) | undefined;
    /** Called with the size of an arrived body; returns a failure if the team's quota has no room for it. */
    chargeQuota: ((bytes: number) => Promise<RequestFailure | undefined>) | undefined;
    /**
     * Reserves room in the team's month for bytes that were not in a body; false if there is none. Unset without a
     * quota.
     */
    charge: ((bytes: number) => Promise<boolean>) | undefined;
    /** Returns the leases of the team's quota since the last call, for a record. Unset without a quota. */
    leases: (() => readonly number[]) | undefined;
    /** Bytes of the request in the ledger. */
    recorded: number | undefined;
    /** Bytes of the body, set by its reader. */
    bytesIn: number | undefined;
    /** The called MCP tool. */
    tool: string | undefined;
    /** Reason of the failure, if the request failed. */
    failure: RequestFailureCode | undefined;
  };
}
