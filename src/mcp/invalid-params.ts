import { RPC } from './json-rpc.ts';
import { RpcError } from './rpc-error.ts';

/** Version of the launcher's contracts, sent with each refusal. */
export const SCHEMA_VERSION = 1;

/** Max issues per answer. */
const MAX_ISSUES = 100;

export interface ParamsIssue {
  /** Dot-joined path; `''` for the params themselves. */
  readonly path: string;
  /** The zod issue code. */
  readonly code: string;
}

/**
 * Builds a deterministic error for invalid params (JSON-RPC -32602). `message` is always `Invalid params`, each issue's
 * message is its code, and issues are sorted by path, then code. `advice` puts the problem in words, for hosts that do
 * not show data. At most `MAX_ISSUES` are listed; `issueCount` gives the total.
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

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
