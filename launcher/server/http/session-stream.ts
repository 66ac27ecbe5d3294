import type { ServerResponse } from 'node:http';
import type { Reply } from './reply.ts';

type Done = (error?: Error | null) => void;

/** Sends messages that belong to no request of the client, over the stream that it keeps open. */
export interface ClientStream {
  /**
   * Sends a message, or queues it until the client opens a stream. With `isRequest`, the message may also go over the
   * reply to an in-flight call.
   */
  tell(line: string, done: Done, isRequest: boolean): void;
  /** Sends the queued messages if the client has opened a stream. */
  tellKept(): void;
  /** Sets the stream. It replaces an earlier one. */
  open(response: ServerResponse): void;
  end(): void;
}

/** Max queued messages. Beyond the limit, the oldest message is dropped. */
const MAX_KEPT = 100;

/** Creates a stream. `lastCall` returns the reply to the last in-flight call whose client is connected. */
export function createClientStream(
  newReply: (response: ServerResponse) => Reply,
  lastCall: () => Reply | undefined,
): ClientStream {
  const kept: { readonly line: string; readonly done: Done; readonly isRequest: boolean }[] = [];
  let stream: Reply | undefined;
  const tell: ClientStream['tell'] = (line, done, isRequest) => {
    // The protocol does not say which call a request belongs to. The last one is the most likely.
    const listener = (isRequest ? lastCall() : undefined) ?? (stream?.isOpen === true ? stream : undefined);
    if (listener === undefined) {
      kept.push({ line, done, isRequest });
      if (kept.length > MAX_KEPT) kept.shift()?.done(new Error('the client does not listen'));
    } else listener.push(line, done);
  };
  const tellKept = (): void => {
    for (const { line, done, isRequest } of kept.splice(0)) tell(line, done, isRequest);
  };
  return {
    ...{ tell, tellKept },
    open(response) {
      stream?.end();
      stream = newReply(response);
      stream.begin();
      tellKept();
    },
    end() {
      for (const { done } of kept.splice(0)) done(new Error('the session has ended'));
      stream?.end();
    },
  };
}
