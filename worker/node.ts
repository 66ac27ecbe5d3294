import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { loadO200k } from '../src/tokens/o200k.ts';
import { noticesBeforeListening } from './access/before-listening.ts';
import { compose } from './compose.ts';
import type { WorkerLog } from './events/worker-event.ts';
import { endIdleInOrder } from './http/end-idle.ts';
import { FLUSH_MS } from './ledger/flush-ms.ts';
import { byImmediate, byTimer, createTurns } from './prune/turns.ts';
import { sha256 } from './sha256.ts';
import { openSqliteFile } from './sqlite-file.ts';

/** How long a close waits for answers under way before it cuts their connections, in milliseconds. */
const DRAIN_MS = 10_000;
/** How often connections that fell idle while closing are closed, in milliseconds. */
const SWEEP_MS = 20;
/** Time-outs of connections, in milliseconds. */
export interface ConnectionTimes {
  /** How long a request may take to arrive: a body that never ends must not hold a socket for ever. */
  readonly arrivalMs: number;
  /**
   * How long an idle connection is kept: longer than proxies keep theirs (nginx 60 s), since one that is closed while its
   * next request is on the way loses that request.
   */
  readonly keptMs: number;
  /** How often the runtime looks for requests that are late. */
  readonly lookMs: number;
}

const TIMES: ConnectionTimes = { arrivalMs: 60_000, keptMs: 75_000, lookMs: 30_000 };
const LOOPBACK = '127.0.0.1';

/** Options of a worker on Node or Deno. */
export interface NodeWorkerOptions {
  /** Default 127.0.0.1. Beyond loopback only with PRUNER_ADMIN_KEY or keys. */
  readonly host?: string | undefined;
  /** 0 takes any free port. */
  readonly port: number;
  /** Made with mode 0700 where it is missing. What the worker stores goes here. */
  readonly dataDir: string;
  /** The variables of `variables.ts`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log?: WorkerLog | undefined;
  /** Default `node`. */
  readonly runtime?: 'node' | 'deno' | undefined;
  /** Default 60, 75 and 30 seconds. */
  readonly times?: ConnectionTimes | undefined;
}

/** Each lets the network in in a way of its own. */
const TURNS = { node: byImmediate, deno: byTimer };

/** A worker that listens. */
export interface NodeWorker {
  /** `http://127.0.0.1:<port>`, without a final slash. */
  readonly url: string;
  /** Takes no more requests and resolves when those under way are answered; safe to call again. */
  close(): Promise<void>;
}

/** Serves the worker. Rejects when the folder cannot be used, the port is taken or the environment is wrong. */
export async function startNodeWorker(options: NodeWorkerOptions): Promise<NodeWorker> {
  const { host = LOOPBACK, port, dataDir, env, log = () => {}, runtime = 'node', times = TIMES } = options;
  const database = await openSqliteFile(dataDir);
  try {
    for (const notice of await noticesBeforeListening(host, env, database)) log(notice);
    const composed = compose({
      env,
      database,
      keyless: 'local',
      flushMs: FLUSH_MS,
      turn: createTurns(TURNS[runtime]),
      sha256,
      log,
    });
    const server = createServer(
      {
        keepAliveTimeout: times.keptMs,
        requestTimeout: times.arrivalMs,
        headersTimeout: times.arrivalMs,
        connectionsCheckingInterval: times.lookMs,
      },
      getRequestListener((request, env) => composed.app.fetch(request, { address: () => remoteAddress(env) })),
    );
    endIdleInOrder(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => resolve());
    });
    const url = urlOf(server.address() as AddressInfo);
    log({ event: 'listening', url, runtime });
    // Else the first request waits for it. Should it fail, that request says so.
    loadO200k().catch(() => {});

    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      composed.stopping();
      await drain(server);
      await composed.close();
      log({ event: 'closed' });
    };
    return {
      url,
      close: () => {
        closed ??= close();
        return closed;
      },
    };
  } catch (error) {
    database?.close();
    throw error;
  }
}

function remoteAddress(env: unknown): string | undefined {
  return (env as { readonly incoming?: IncomingMessage }).incoming?.socket.remoteAddress;
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function drain(server: Server): Promise<void> {
  const drained = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive would hold up the end for five seconds after its last answer.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await drained;
  clearInterval(sweep);
  clearTimeout(cut);
}
