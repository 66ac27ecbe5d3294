import { classifyMessage, type Message } from './json-rpc.ts';

/** The only version of MCP that has batches (2025-03-26, "Base Protocol", section "Batching"). */
export const BATCH_VERSION = '2025-03-26';

/** Max messages per batch, so that one line cannot start any number of requests. */
const MAX_BATCH = 100;

/** Returns why a batch is refused as a whole, or undefined if it is not. */
export function batchFault({ length }: readonly unknown[]): string | undefined {
  if (length === 0) return 'Invalid Request: an empty batch';
  if (length <= MAX_BATCH) return undefined;
  return `Invalid Request: a batch of ${length} messages, expected at most ${MAX_BATCH}`;
}

/** Classifies a member of a batch. A session cannot begin in one ("Lifecycle", section "Initialization"). */
export function classifyMember(value: unknown): Message {
  const message = classifyMessage(value);
  const begins = message.kind === 'request' && message.method === 'initialize';
  return begins ? { kind: 'invalid', id: message.id } : message;
}
