import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { writeJson } from '../../src/json/json-number.ts';
import type { RequestId } from '../../src/mcp/json-rpc.ts';

/** A request that no method answers. */
export interface Refusal {
  /** Of HTTP. */
  readonly status: number;
  readonly message: string;
  /** Of JSON-RPC. Default: `REFUSED`. */
  readonly code?: number;
  readonly data?: unknown;
  readonly id?: RequestId | null;
  readonly headers?: OutgoingHttpHeaders;
}

/** The code of JSON-RPC for what HTTP's status tells: the first of those that are a server's own. */
const REFUSED = -32000;

export function refuse(
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
