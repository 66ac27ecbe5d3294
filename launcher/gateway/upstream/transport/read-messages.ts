import { classifyMessage } from '../../../../src/mcp/json-rpc.ts';
import { mendAnswer } from '../../../../src/mcp/mend-answer.ts';
import { readMessage } from '../../../../src/mcp/read-message.ts';
import { createLineReader, type LineEdges, type LineReader } from '../../../platform/lines/line-reader.ts';
import type { MCPConnectionError } from '../../config/server-errors.ts';
import { answeredBy, tooLongFault } from './too-long.ts';

interface MessageSink {
  readonly server: string;
  onMessage(message: object): void;
  /** Called for a line that is not a message. Its text may be anything, so it is not passed on. */
  onSkipped(reason: 'too_long' | 'not_json' | 'not_json_rpc'): void;
  /** Called for a line that answered a request but was too long to keep, in addition to `onSkipped`. */
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
    let value: unknown;
    try {
      value = readMessage(line);
    } catch {
      onSkipped('not_json');
      return;
    }
    for (const given of Array.isArray(value) ? value : [value]) {
      const one = mendAnswer(given) ?? given;
      if (classifyMessage(one).kind === 'invalid') onSkipped('not_json_rpc');
      else onMessage(one as object);
    }
  };
  return createLineReader(receive, maxBytes);
}
