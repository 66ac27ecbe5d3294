import { connect, type Socket } from 'node:net';
import { writeJson } from '../../../src/base/json/json-number.ts';
import { isJsonObject } from '../../../src/base/json/json-object.ts';
import type { Timers } from '../../platform/timers.ts';
import { MCPConnectionError } from '../config/server-errors.ts';
import { readMessages } from '../upstream/transport/read-messages.ts';
import type { UpstreamTransport } from '../upstream/transport/upstream-transport.ts';
import { writeMessage } from '../upstream/transport/write-message.ts';
import { ALIVE, ENDED, OPEN, type OpenFault, type OpenShared, PRINTED, type SharedEnd } from './shared-socket.ts';

/** Time limits for the process that runs shared servers, in milliseconds. */
const TIMES = {
  /** To answer the first message. */
  openMs: 10_000,
  /** Time between two pings while a request waits. After two unanswered pings, the process is given up. */
  lookMs: 5000,
} as const;
/** Max attempts to reach the process. A process that was killed leaves a socket without a listener. */
const ATTEMPTS = 3;

export interface SharedTransportOptions {
  readonly asked: OpenShared;
  readonly socket: string;
  /** Starts the process, and resolves when it listens on the socket. Rejects if it cannot be started. */
  readonly startGateway: () => Promise<void>;
  /** Creates the fallback, used if there is no such process. */
  readonly own: () => UpstreamTransport;
  readonly onAlone: (why: string) => void;
  readonly timers: Timers;
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
  /** Our own process of the server, if no shared one can be reached. */
  #own: UpstreamTransport | undefined;
  #end: SharedEnd | undefined;
  #hasClosed = false;
  /** Ids of requests without an answer. */
  readonly #waiting = new Set<unknown>();
  /** Number of pings that the process has not answered. */
  #unanswered = 0;
  #cancelLook: (() => void) | undefined;

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
    let why = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const opened = await this.#attempt();
      if (opened === undefined) return;
      why = opened.why;
      if (opened.isFinal) break;
    }
    await this.#startOwn(why);
  }

  send(message: object): Promise<void> {
    if (this.#own !== undefined) return this.#own.send(message);
    const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
    if (method !== undefined && id !== undefined) {
      this.#waiting.add(id);
      this.#watch();
    }
    if (method === 'notifications/cancelled') this.#waiting.delete(cancelledIn(message));
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

  /**
   * Connects once. Resolves to undefined if that worked, otherwise to the reason. Rejects with an `MCPConnectionError`
   * if the server cannot be started.
   */
  async #attempt(): Promise<FailedAttempt | undefined> {
    const { socket: file, startGateway } = this.#options;
    try {
      this.#socket = await connected(file).catch(async () => {
        await startGateway();
        return await connected(file);
      });
    } catch (error) {
      return { why: error instanceof Error ? error.message : String(error), isFinal: true };
    }
    return await this.#open(this.#socket);
  }

  async #startOwn(why: string): Promise<void> {
    this.#options.onAlone(why);
    this.#own = this.#options.own();
    this.#own.onmessage = (message) => this.onmessage?.(message);
    this.#own.onclose = () => this.onclose?.();
    this.#own.onlost = (id, error) => this.onlost?.(id, error);
    await this.#own.start();
  }

  /** Opens the server. Resolves to undefined once it is open, or to the reason why the process did not answer. */
  #open(socket: Socket): Promise<FailedAttempt | undefined> {
    const { asked, timers } = this.#options;
    return new Promise((resolve, reject) => {
      let isOpen = false;
      const late = timers.after(TIMES.openMs, () => {
        resolve({ why: `the process that runs it does not answer within ${TIMES.openMs} ms`, isFinal: true });
        socket.destroy();
      });
      const opened = (error: Message['error']): void => {
        late();
        isOpen = error === undefined;
        const { code = 'closed', message: why = 'it cannot be started' } = error?.data ?? {};
        if (isOpen) resolve(undefined);
        else reject(new MCPConnectionError(code, why, { server: asked.server }));
      };
      const reader = readMessages({
        server: asked.server,
        onMessage: (message) => isJsonObject(message) && this.#receive(message, isOpen, opened),
        onSkipped: () => {},
        onLost: (id, error) => {
          this.#waiting.delete(id);
          this.onlost?.(id, error);
        },
      });
      socket.on('data', (chunk: Buffer) => {
        this.#unanswered = 0;
        reader.push(chunk);
      });
      socket.once('close', () => {
        late();
        this.#cancelLook?.();
        resolve({ why: 'the process that runs it has ended', isFinal: false });
        if (isOpen && !this.#hasClosed) this.onclose?.();
        this.#hasClosed ||= isOpen;
      });
      socket.write(`${writeJson({ jsonrpc: '2.0', id: 0, method: OPEN, params: asked })}\n`);
    });
  }

  /**
   * Pings the process at intervals while a request waits. A process that does not answer, because it was suspended for
   * example, is given up.
   */
  #watch(): void {
    this.#cancelLook ??= this.#options.timers.after(TIMES.lookMs, () => {
      this.#cancelLook = undefined;
      const socket = this.#socket;
      if (this.#waiting.size === 0 || socket === undefined || socket.destroyed) return;
      if (this.#unanswered >= 2) {
        this.#end = { ending: 'it is shared, and the process that runs it does not answer', stderr: '' };
        socket.destroy();
        return;
      }
      this.#unanswered++;
      socket.write(`${writeJson({ jsonrpc: '2.0', method: ALIVE })}\n`);
      this.#watch();
    });
  }

  #receive(message: object, isOpen: boolean, opened: (error: Message['error']) => void): void {
    const { method, params, error } = message as Message;
    const { asked, onPrinted } = this.#options;
    if (method === ENDED) this.#end = params as SharedEnd;
    else if (method === PRINTED) onPrinted?.(asked.server, String((params as { line?: unknown }).line));
    else if (method === ALIVE) return;
    else if (isOpen) {
      if (method === undefined) this.#waiting.delete((message as { readonly id?: unknown }).id);
      this.onmessage?.(message);
    } else opened(error);
  }

  #lost(): MCPConnectionError {
    const { server } = this.#options.asked;
    const why = this.#end?.ending ?? 'it is shared, and the process that runs it has ended';
    return new MCPConnectionError('closed', `lost the connection to server ${JSON.stringify(server)}: ${why}`, {
      server,
    });
  }
}

/** A failed attempt to reach the process. */
interface FailedAttempt {
  readonly why: string;
  /** True if another attempt would fail too. */
  readonly isFinal: boolean;
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

const cancelledIn = (message: object): unknown =>
  (message as { readonly params?: { readonly requestId?: unknown } }).params?.requestId;
