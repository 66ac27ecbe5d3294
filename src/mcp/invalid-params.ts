import { RPC } from './json-rpc.ts';
import { RpcError } from './rpc-error.ts';

/** Version of the launcher's contracts, sent with each refusal. */
export const SCHEMA_VERSION = 1;

/** Max issues per answer. */
const MAX_ISSUES = 100;

/** Advice for a cursor that is none of ours. */
export const UNKNOWN_CURSOR = 'cursor: expected one that an earlier page gave as nextCursor';

export interface ParamsIssue {
  /** Dot-joined path; `''` for the params themselves. */
  readonly path: string;
  /** The zod issue code. */
  readonly code: string;
}

/**
 * Builds a deterministic error for invalid params (JSON-RPC -32602). `message` is always `Invalid params`, each issue's
 * message is its code, and issues are sorted by path, then code. `advice` puts the problem in words. At most
 * `MAX_ISSUES` are listed; `issueCount` gives the total.
 */
export function invalidParams(
  method: string,
  tool: string | undefined,
  issues: readonly ParamsIssue[],
  advice: string = issues.map(inWords).join('; '),
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
    advice,
  };
  return new RpcError(RPC.invalidParams, 'Invalid params', data);
}

const inWords = ({ path, code }: ParamsIssue): string =>
  `${path === '' ? 'the params' : path}: ${WORDS[code] ?? 'not a valid value'}`;

const WORDS: Readonly<Record<string, string>> = {
  invalid_type: 'missing, or of a wrong type',
  invalid_value: 'a value that is not known here',
  too_big: 'too long',
};

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
