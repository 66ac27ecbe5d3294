import { RPC } from './json-rpc.ts';
import { RpcError } from './rpc-error.ts';

/** The version of the launcher's contracts, told with each refusal. */
export const SCHEMA_VERSION = 1;

/** Most issues of one answer. */
const MAX_ISSUES = 100;

export interface ParamsIssue {
  /** Dot-joined, `''` for the params themselves. */
  readonly path: string;
  /** The zod issue code. */
  readonly code: string;
}

/**
 * The deterministic answer to params that do not fit (JSON-RPC -32602).
 * `message` is always `Invalid params`, an issue's message its code, and issues stand sorted by path, then code. `advice`
 * says in words what is wrong, for those whose host shows them no data. Of more than `MAX_ISSUES` the first ones are
 * listed, and `issueCount` tells how many there are.
 */
export function invalidParams(
  method: string,
  tool: string | undefined,
  issues: readonly ParamsIssue[],
  advice?: string,
): RpcError {
  const data = {
    jeeves: { schemaVersion: SCHEMA_VERSION },
    method,
    ...(tool === undefined ? {} : { tool }),
    issues: issues
      .map(({ path, code }) => ({ path, code, message: code }))
      .sort((a, b) => order(a.path, b.path) || order(a.code, b.code))
      .slice(0, MAX_ISSUES),
    ...(issues.length > MAX_ISSUES && { issueCount: issues.length }),
  };
  return new RpcError(RPC.invalidParams, 'Invalid params', data, advice);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
