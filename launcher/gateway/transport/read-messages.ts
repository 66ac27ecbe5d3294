import { classifyMessage } from '../../../src/mcp/json-rpc.ts';
import { readMessage } from '../../../src/mcp/read-message.ts';
import { createLineReader, type LineEdges, type LineReader } from '../../stdio/line-reader.ts';

interface MessageSink {
  onMessage(message: object): void;
  /** A line that is no message; its text may be anything, so that nothing of it is told. */
  onSkipped(reason: 'too_long' | 'not_json' | 'not_json_rpc'): void;
  /** A line that was too long to keep: `onSkipped` is told as well. */
  onTooLong(edges: LineEdges): void;
}

/**
 * Cuts a server's stdout into messages. Banners of wrappers such as npx are passed over, and a line is parsed but not
 * checked any further: a result of a megabyte costs what `JSON.parse` takes. Batches of MCP 2025-03-26 are taken apart.
 */
export function readMessages({ onMessage, onSkipped, onTooLong }: MessageSink, maxBytes?: number): LineReader {
  const receive = (line: string | undefined, edges?: LineEdges): void => {
    if (line === undefined) {
      onSkipped('too_long');
      if (edges !== undefined) onTooLong(edges);
      return;
    }
    let value: unknown;
    try {
      value = readMessage(line);
    } catch {
      onSkipped('not_json');
      return;
    }
    for (const one of Array.isArray(value) ? value : [value]) {
      if (classifyMessage(one).kind === 'invalid') onSkipped('not_json_rpc');
      else onMessage(one as object);
    }
  };
  return createLineReader(receive, maxBytes);
}
