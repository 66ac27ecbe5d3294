import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { writeJson } from '../../../src/base/json/json-number.ts';
import type { RequestId } from '../../../src/mcp/json-rpc.ts';

/** Answer to a request that is refused before it reaches a method. */
export interface Refusal {
  /** HTTP status. */
  readonly status: number;
  readonly message: string;
  /** JSON-RPC error code. Default: `REFUSED`. */
  readonly code?: number;
  readonly data?: unknown;
  readonly id?: RequestId | null;
  readonly headers?: OutgoingHttpHeaders;
}

/** JSON-RPC error code for refusals that the HTTP status explains fully: the first code reserved for servers. */
const REFUSED = -32000;

export function refuseRequest(
  response: ServerResponse,
  { status, message, code = REFUSED, data, id = null, headers }: Refusal,
): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  response.writeHead(status, { ...headers, 'Content-Type': 'application/json' });
  response.end(`${writeJson({ jsonrpc: '2.0', id, error: { code, message, data } })}\n`);
}
