/** Sends a message, or a batch of answers. Resolves to its size in bytes, where that is known. */
export type Send = (message: object) => Promise<number | undefined>;

/** The way back for the answers to a message, or to a batch of them. */
export interface Replies {
  readonly send: Send;
  /** Told of each request that has begun; resolves when it owes no answer any more. */
  readonly begun: (settled: Promise<void>) => void;
}

/** Answers to a batch, which go out as one array. */
export interface BatchReplies extends Replies {
  /** Sends them when every request that has begun is settled; resolves then. Sends nothing where nothing is answered. */
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
