import { isJsonObject } from '../../../../src/base/json/json-object.ts';
import { classifyMessage, ownNumberOf } from '../../../../src/mcp/json-rpc.ts';
import { mendAnswer } from '../../../../src/mcp/mend-answer.ts';
import { readMessage } from '../../../../src/mcp/read-message.ts';
import { createLineReader, type LineEdges, type LineReader } from '../../../platform/lines/line-reader.ts';
import type { MCPConnectionError } from '../../config/server-errors.ts';
import { answeredBy, tooLongFault, unreadableFault } from './too-long.ts';

/** UTF-16 units at both ends of a line, where a server writes the id of its answer. */
const EDGE_CHARS = 1000;

/** Returns the id of the request that a line answers that is not JSON. Banners and log lines answer none. */
function idInBroken(line: string): number | undefined {
  if (!line.includes('"jsonrpc"')) return undefined;
  const id = answeredBy({ head: line.slice(0, EDGE_CHARS), tail: line.slice(-EDGE_CHARS) });
  return typeof id === 'number' ? id : undefined;
}

/** Members of an answer. Without `jsonrpc`, any other member tells a log line from one. */
const MEMBERS = ['jsonrpc', 'id', 'result', 'error'];

/**
 * Returns the id of the request that an invalid message answers. Log lines in JSON answer none, nor do messages without
 * an id.
 */
function idInInvalid(message: unknown): number | 'unknown' | undefined {
  if (!isJsonObject(message) || 'method' in message || (message['id'] ?? null) === null) return undefined;
  const isAnswer =
    'jsonrpc' in message ||
    (('result' in message || 'error' in message) && Object.keys(message).every((name) => MEMBERS.includes(name)));
  const id = ownNumberOf(message['id']);
  return isAnswer ? (Number.isNaN(id) ? 'unknown' : id) : undefined;
}

interface MessageSink {
  readonly server: string;
  onMessage(message: object): void;
  /** Called for a line that is not a message. Its text may be anything, so it is not passed on. */
  onSkipped(reason: 'too_long' | 'not_json' | 'not_json_rpc'): void;
  /** Called for a line that answered a request but was too long or cannot be read, in addition to `onSkipped`. */
  onLost(id: number | 'unknown', error: MCPConnectionError): void;
}

/**
 * Splits a server's stdout into messages. Banners of wrappers such as npx are skipped. Lines are parsed but not
 * validated further, so that a result of a megabyte costs only `JSON.parse`. Batches of MCP 2025-03-26 are split.
 */
export function readMessages({ server, onMessage, onSkipped, onLost }: MessageSink, maxBytes?: number): LineReader {
  const receive = (line: string | undefined, edges?: LineEdges): void => {
    if (line === undefined) {
      onSkipped('too_long');
      const id = edges && answeredBy(edges);
      if (id !== undefined) onLost(id, tooLongFault(server));
      return;
    }
    const skip = (reason: 'not_json' | 'not_json_rpc', id: number | 'unknown' | undefined): void => {
      onSkipped(reason);
      if (id !== undefined) onLost(id, unreadableFault(server));
    };
    let value: unknown;
    try {
      value = readMessage(line);
    } catch {
      skip('not_json', idInBroken(line));
      return;
    }
    for (const given of Array.isArray(value) ? value : [value]) {
      const one = mendAnswer(given) ?? given;
      if (classifyMessage(one).kind === 'invalid') skip('not_json_rpc', idInInvalid(one));
      else onMessage(one as object);
    }
  };
  return createLineReader(receive, maxBytes);
}
