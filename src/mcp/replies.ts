/** Sends a message, or a batch of answers. Resolves to its size in bytes, if known. */
export type Send = (message: object) => Promise<number | undefined>;

/** Reply channel for a message, or for a batch. */
export interface Replies {
  readonly send: Send;
  /** Called for each request that begins; the promise resolves once it needs no answer any more. */
  readonly begun: (settled: Promise<void>) => void;
}

/** Collects the answers to a batch, which go out as one array. */
export interface BatchReplies extends Replies {
  /** Waits for every request that has begun, then sends the answers. Sends nothing if there are none. */
  flush(): Promise<void>;
}

export function collectReplies(send: Send): BatchReplies {
  const held: object[] = [];
  const requests: Promise<void>[] = [];
  let settle: (bytes: Promise<number | undefined> | undefined) => void;
  const sent = new Promise<number | undefined>((resolve) => {
    settle = resolve;
  });
  return {
    send(message) {
      held.push(message);
      return sent;
    },
    begun: (settled) => void requests.push(settled),
    async flush() {
      await Promise.all(requests);
      settle(held.length === 0 ? undefined : send(held));
    },
  };
}
