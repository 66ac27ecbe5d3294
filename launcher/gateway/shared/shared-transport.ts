import { connect, type Socket } from 'node:net';
import { writeJson } from '../../../src/base/json/json-number.ts';
import { isJsonObject } from '../../../src/base/json/json-object.ts';
import { MCPConnectionError } from '../config/server-errors.ts';
import { readMessages } from '../upstream/transport/read-messages.ts';
import type { UpstreamTransport } from '../upstream/transport/upstream-transport.ts';
import { writeMessage } from '../upstream/transport/write-message.ts';
import { ENDED, OPEN, type OpenFault, type OpenShared, PRINTED, type SharedEnd } from './shared-socket.ts';

export interface SharedTransportOptions {
  readonly asked: OpenShared;
  readonly socket: string;
  /** Starts the process that listens there, and resolves when it does. Rejects if it cannot. */
  readonly startGateway: () => Promise<void>;
  /** Creates the fallback, used if there is no such process. */
  readonly own: () => UpstreamTransport;
  readonly onAlone: (why: string) => void;
  readonly onPrinted?: ((server: string, line: string) => void) | undefined;
}

/** Connects to a server that other agents may share. Falls back to a server of our own if that fails. */
export function createSharedTransport(options: SharedTransportOptions): UpstreamTransport {
  return new SharedTransport(options);
}

class SharedTransport implements UpstreamTransport {
  readonly kind = 'stdio';
  onmessage: UpstreamTransport['onmessage'];
  onclose: UpstreamTransport['onclose'];
  onlost: UpstreamTransport['onlost'];
  readonly #options: SharedTransportOptions;
  #socket: Socket | undefined;
  /** The server of our own, if there is no process that runs a shared one. */
  #own: UpstreamTransport | undefined;
  #end: SharedEnd | undefined;
  #hasClosed = false;

  constructor(options: SharedTransportOptions) {
    this.#options = options;
  }

  get ending(): UpstreamTransport['ending'] {
    return this.#own?.ending ?? this.#end?.ending;
  }

  get stderr(): string {
    return this.#own?.stderr ?? this.#end?.stderr ?? '';
  }

  async start(): Promise<void> {
    const { socket: file, startGateway } = this.#options;
    try {
      this.#socket = await connected(file).catch(async () => {
        await startGateway();
        return await connected(file);
      });
    } catch (error) {
      await this.#startOwn(error instanceof Error ? error.message : String(error));
      return;
    }
    await this.#open(this.#socket);
  }

  send(message: object): Promise<void> {
    if (this.#own !== undefined) return this.#own.send(message);
    return writeMessage(this.#socket, message, () => this.#lost());
  }

  async close(): Promise<void> {
    await this.#own?.close();
    const socket = this.#socket;
    if (socket === undefined || socket.destroyed) return;
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.end();
      socket.destroySoon();
    });
  }

  async #startOwn(why: string): Promise<void> {
    this.#options.onAlone(why);
    this.#own = this.#options.own();
    this.#own.onmessage = (message) => this.onmessage?.(message);
    this.#own.onclose = () => this.onclose?.();
    this.#own.onlost = (id, error) => this.onlost?.(id, error);
    await this.#own.start();
  }

  /** Resolves when the server is running. Rejects with an `MCPConnectionError` if it cannot. */
  #open(socket: Socket): Promise<void> {
    const { asked } = this.#options;
    return new Promise((resolve, reject) => {
      let isOpen = false;
      const opened = (error: Message['error']): void => {
        isOpen = error === undefined;
        const { code = 'closed', message: why = 'it cannot be started' } = error?.data ?? {};
        if (isOpen) resolve();
        else reject(new MCPConnectionError(code, why, { server: asked.server }));
      };
      const reader = readMessages({
        server: asked.server,
        onMessage: (message) => isJsonObject(message) && this.#receive(message, isOpen, opened),
        onSkipped: () => {},
        onLost: (id, error) => this.onlost?.(id, error),
      });
      socket.on('data', (chunk: Buffer) => reader.push(chunk));
      socket.once('close', () => {
        reject(this.#lost());
        if (!this.#hasClosed) this.onclose?.();
        this.#hasClosed = true;
      });
      socket.write(`${writeJson({ jsonrpc: '2.0', id: 0, method: OPEN, params: asked })}\n`);
    });
  }

  #receive(message: object, isOpen: boolean, opened: (error: Message['error']) => void): void {
    const { method, params, error } = message as Message;
    const { asked, onPrinted } = this.#options;
    if (method === ENDED) this.#end = params as SharedEnd;
    else if (method === PRINTED) onPrinted?.(asked.server, String((params as { line?: unknown }).line));
    else if (isOpen) this.onmessage?.(message);
    else opened(error);
  }

  #lost(): MCPConnectionError {
    const { server } = this.#options.asked;
    const why = this.#end?.ending ?? 'it is shared, and the process that runs it has ended';
    return new MCPConnectionError('closed', `lost the connection to server ${JSON.stringify(server)}: ${why}`, {
      server,
    });
  }
}

/** A message of the process that runs the server. Before the server runs, an error says why it does not. */
interface Message {
  readonly method?: string;
  readonly params?: unknown;
  readonly error?: { readonly data?: OpenFault };
}

function connected(file: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(file, () => {
      socket.off('error', reject);
      // Failures are reported when the connection ends.
      socket.on('error', () => {});
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
