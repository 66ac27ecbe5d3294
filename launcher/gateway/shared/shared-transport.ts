import { connect, type Socket } from 'node:net';
import { writeJson } from '../../../src/json/json-number.ts';
import { isJsonObject } from '../connection/is-json-object.ts';
import { MCPConnectionError } from '../errors.ts';
import { readMessages } from '../transport/read-messages.ts';
import { answeredBy, tooLongFault } from '../transport/too-long.ts';
import type { UpstreamTransport } from '../transport/upstream-transport.ts';
import { ENDED, OPEN, type OpenFault, type OpenShared, PRINTED, type SharedEnd } from './shared-socket.ts';

export interface SharedTransportOptions {
  readonly asked: OpenShared;
  readonly socket: string;
  /** Starts the process that listens there, and resolves when it does; rejects if it cannot. */
  readonly startGateway: () => Promise<void>;
  /** Used where no such process can be had. */
  readonly own: () => UpstreamTransport;
  readonly onAlone: (why: string) => void;
  readonly onPrinted?: ((server: string, line: string) => void) | undefined;
}

/** MCP with a server that other agents use as well. Where that cannot be had, with one of our own. */
export function createSharedTransport(options: SharedTransportOptions): UpstreamTransport {
  const { asked, startGateway, onAlone } = options;
  const { server } = asked;
  let socket: Socket | undefined;
  let alone: UpstreamTransport | undefined;
  let end: SharedEnd | undefined;
  let told = false;

  const closed = (): MCPConnectionError =>
    new MCPConnectionError(
      'closed',
      `lost the connection to server ${JSON.stringify(server)}: ${end?.ending ?? 'it is shared, and the process that runs it has ended'}`,
      { server },
    );
  const useOwn = async (why: string): Promise<void> => {
    onAlone(why);
    alone = options.own();
    alone.onmessage = (message) => transport.onmessage?.(message);
    alone.onclose = () => transport.onclose?.();
    alone.onlost = (id, error) => transport.onlost?.(id, error);
    await alone.start();
  };

  /** Resolves when the server runs; rejects with an `MCPConnectionError` if it cannot. */
  const open = (own: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let isOpen = false;
      const receive = (message: object): void => {
        const { method, params, error } = message as {
          method?: string;
          params?: unknown;
          error?: { data?: OpenFault };
        };
        if (method === ENDED) end = params as SharedEnd;
        else if (method === PRINTED) options.onPrinted?.(server, String((params as { line?: unknown }).line));
        else if (isOpen) transport.onmessage?.(message);
        else if (error === undefined) {
          isOpen = true;
          resolve();
        } else {
          const { code = 'closed', message: why = 'it cannot be started' } = error.data ?? {};
          reject(new MCPConnectionError(code, why, { server }));
        }
      };
      const reader = readMessages({
        onMessage: (message) => isJsonObject(message) && receive(message),
        onSkipped: () => {},
        onTooLong(edges) {
          const id = answeredBy(edges);
          if (id !== undefined) transport.onlost?.(id, tooLongFault(server));
        },
      });
      own.on('data', (chunk: Buffer) => reader.push(chunk));
      own.once('close', () => {
        reject(closed());
        if (!told) transport.onclose?.();
        told = true;
      });
      own.write(`${writeJson({ jsonrpc: '2.0', id: 0, method: OPEN, params: asked })}\n`);
    });

  const transport: UpstreamTransport = {
    kind: 'stdio',
    get ending() {
      return alone?.ending ?? end?.ending;
    },
    get stderr() {
      return alone?.stderr ?? end?.stderr ?? '';
    },
    async start() {
      try {
        socket = await connected(options.socket).catch(async () => {
          await startGateway();
          return await connected(options.socket);
        });
      } catch (error) {
        return await useOwn(error instanceof Error ? error.message : String(error));
      }
      await open(socket);
    },
    send(message) {
      if (alone !== undefined) return alone.send(message);
      if (socket?.writable !== true) return Promise.reject(closed());
      const own = socket;
      return new Promise((resolve, reject) => {
        own.write(`${writeJson(message)}\n`, (error) => (error ? reject(closed()) : resolve()));
      });
    },
    async close() {
      await alone?.close();
      const own = socket;
      if (own === undefined || own.destroyed) return;
      await new Promise<void>((resolve) => {
        own.once('close', () => resolve());
        own.end();
        own.destroySoon();
      });
    },
  };
  return transport;
}

function connected(file: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(file, () => {
      socket.off('error', reject);
      // What breaks is told by its end.
      socket.on('error', () => {});
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
