import type { Timers } from '../process/timers.ts';
import type { Gateway, GatewayClient } from './gateway.ts';

/** The gateway as the server needs it: nothing of it is loaded before it has to be. */
export interface GatewayDoor {
  /** What a client is offered through it. */
  readonly capabilities: Readonly<Record<string, object>>;
  /** What its model is told of the servers; undefined where there are none. */
  readonly instructions: () => string | undefined;
  /** Who is served. */
  greet(client: GatewayClient): void;
  /** What is known of the servers, whether they are connected or not. */
  known(): Promise<Gateway>;
  /** Begins to connect to them. */
  start(): void;
  /** The same once it has begun. */
  connected(): Promise<Gateway>;
  /** A notification of the client. */
  notified(method: string, params: unknown): void;
  close(): Promise<void>;
}

/** A client that has asked for no list so long after it was greeted may never: the servers are started. In milliseconds. */
export const LATEST_START_MS = 500;

/**
 * What a client is offered, whatever the servers turn out to have: they may be configured while it runs. Here, and not
 * with the rest, since `initialize` is answered from it.
 */
const CAPABILITIES: Readonly<Record<string, object>> = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

export interface GatewayDoorOptions extends Pick<GatewayDoor, 'instructions'> {
  readonly open: () => Promise<Gateway>;
  readonly timers: Timers;
  /** It could not be opened or started: a fault of ours. */
  readonly onFault: (error: unknown) => void;
}

export function createGatewayDoor({ open, instructions, timers, onFault }: GatewayDoorOptions): GatewayDoor {
  let client: GatewayClient | undefined;
  let opening: Promise<Gateway> | undefined;
  let cancel = (): void => {};
  const known = (): Promise<Gateway> => {
    if (opening === undefined) {
      opening = open();
      opening.catch(onFault);
    }
    return opening;
  };
  const connected = async (): Promise<Gateway> => {
    cancel();
    const gateway = await known();
    if (client !== undefined) await gateway.start(client);
    return gateway;
  };
  const starting = async (): Promise<void> => {
    try {
      await connected();
    } catch (error) {
      if (opening !== undefined)
        await opening.then(
          () => onFault(error),
          () => {},
        );
    }
  };
  const start = (): void => void starting();
  return {
    capabilities: CAPABILITIES,
    instructions,
    greet(greeted) {
      client = greeted;
      cancel = timers.after(LATEST_START_MS, start);
    },
    known,
    start,
    connected,
    notified: (method, params) =>
      void opening?.then(
        (gateway) => gateway.notified(method, params),
        () => {},
      ),
    async close() {
      cancel();
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
