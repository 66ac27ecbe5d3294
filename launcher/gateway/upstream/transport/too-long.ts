import type { LineEdges } from '../../../platform/lines/line-reader.ts';
import { MAX_LINE_BYTES } from '../../../platform/lines/line-reader.ts';
import { MCPConnectionError } from '../../config/server-errors.ts';

/** Error for an answer that exceeds the max size. */
export function tooLongFault(server: string): MCPConnectionError {
  const message = `cannot use the answer of server ${JSON.stringify(server)}: it is longer than ${MAX_LINE_BYTES} bytes (64 MiB)`;
  return new MCPConnectionError('too_large', message, { server, sent: true });
}

/** Error for an answer that is not JSON-RPC, for example because a library printed into the middle of it. */
export function unreadableFault(server: string): MCPConnectionError {
  const message = `cannot read the answer of server ${JSON.stringify(server)}: it is not JSON-RPC`;
  return new MCPConnectionError('unreadable', message, { server, sent: true });
}

const ID = /"id"\s*:\s*"?(\d{1,15})"?\s*/.source;
const VERSION = /"jsonrpc"\s*:\s*"2\.0"\s*/.source;
/** Matches a request or notification of the server, which does not answer any call of ours, whatever its id. */
const ASKS = new RegExp(`^\\s*\\{\\s*(?:${VERSION},\\s*)?(?:"id"\\s*:[^,]{1,60},\\s*)?"method"`);
const AT_HEAD = new RegExp(`^\\s*\\{\\s*(?:${VERSION},\\s*)?${ID},`);
const AT_TAIL = new RegExp(`,\\s*${ID}(?:,\\s*${VERSION})?\\}\\s*$`);

/**
 * Returns the id of the request that a dropped line answered, because servers write the id first or last. `unknown`
 * means that it answers some request.
 */
export function answeredBy({ head, tail }: LineEdges): number | 'unknown' | undefined {
  if (ASKS.test(head)) return undefined;
  const id = AT_HEAD.exec(head)?.[1] ?? AT_TAIL.exec(tail)?.[1];
  return id === undefined ? 'unknown' : Number(id);
}
