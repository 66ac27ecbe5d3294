import type { ServerResponse } from 'node:http';
import type { Reply } from './reply.ts';

type Done = (error?: Error | null) => void;

/** The way to a client for what belongs to no request of its own: over the stream that it listens to, once it does. */
export interface SessionStream {
  /** A message is kept until somebody listens. `isRequest`: a call under way will do, too. */
  tell(line: string, done: Done, isRequest: boolean): void;
  /** Sends what was kept, where somebody listens now. */
  tellKept(): void;
  /** Takes the place of an earlier stream. */
  open(response: ServerResponse): void;
  end(): void;
}

/** Messages that are kept; of more the oldest is dropped. */
const MAX_KEPT = 100;

/** `lastCall`: the reply to the last call under way whose client is there. */
export function createSessionStream(
  newReply: (response: ServerResponse) => Reply,
  lastCall: () => Reply | undefined,
): SessionStream {
  const kept: { readonly line: string; readonly done: Done; readonly isRequest: boolean }[] = [];
  let stream: Reply | undefined;
  const tell: SessionStream['tell'] = (line, done, isRequest) => {
    // The protocol does not say which call a request is for: most likely the last one.
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
