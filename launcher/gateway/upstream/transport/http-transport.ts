import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { REQUEST_VERSIONS } from '../../../../src/mcp/protocol-versions.ts';
import { instanceHeaders } from '../../../platform/process/instance-header.ts';
import type { Timers } from '../../../platform/timers.ts';
import { type FetchLike, patientFetch } from '../../../platform/web/patient-fetch.ts';
import { within } from '../../../platform/within.ts';
import { redactConfigured, SECRET_LENGTH } from '../../config/redact-configured.ts';
import type { HttpServerConfig } from '../../config/server-config.ts';
import { MCPConnectionError } from '../../config/server-errors.ts';
import type { ServerSignIn } from '../../sign-in/server-sign-in.ts';
import { withSignIn } from '../../sign-in/with-sign-in.ts';
import { errorAnswerTo } from './error-body.ts';
import { HttpExchange } from './http-exchange.ts';
import { HttpRefusal } from './http-requests.ts';
import { probeSessionless } from './probe-version.ts';
import { isSessionGone, saysSessionGone } from './session-gone.ts';
import { scopeFault, toHttpFault } from './to-http-fault.ts';
import { tooLongFault } from './too-long.ts';
import type { SentHeaders, UpstreamTransport } from './upstream-transport.ts';

/** Max time to announce the end of a session, in milliseconds. */
const GOODBYE_MS = 500;
/**
 * Answers to `initialize` after which a client tries the older HTTP+SSE (MCP 2025-11-25, "Backwards Compatibility").
 */
const FALL_BACK_AT: ReadonlySet<number> = new Set([400, 404, 405]);

export interface HttpTransportOptions {
  readonly server: string;
  /** Expanded configuration. */
  readonly config: HttpServerConfig;
  readonly timers: Timers;
  /** Stored sign-in of the user. */
  readonly signIn?: ServerSignIn | undefined;
  readonly fetch?: FetchLike;
}

/** Connects by Streamable HTTP, or by HTTP+SSE if the server supports nothing else. */
export const createHttpTransport = (options: HttpTransportOptions): UpstreamTransport => new HttpTransport(options);

/** URLs for which a probe did not find a server without sessions. This process does not probe them again. */
const withSessions = new Set<string>();

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: JsonObject;
}

class HttpTransport implements UpstreamTransport {
  readonly stderr = '';
  kind: 'http' | 'sse';
  ending: string | undefined;
  onmessage: UpstreamTransport['onmessage'];
  onclose: UpstreamTransport['onclose'];
  onlost: UpstreamTransport['onlost'];

  readonly #options: HttpTransportOptions;
  readonly #url: URL;
  readonly #headers: Headers;
  readonly #ownAuthorization: boolean;
  readonly #fetch: FetchLike;
  readonly #tokens = new Set<string>();
  /** Controllers that stop reading an answer, by request id. */
  readonly #reading = new Map<unknown, AbortController>();
  #session: HttpExchange;
  #closing: Promise<void> | undefined;
  /** True once the server has answered `initialize`. */
  #initialized = false;
  /** True if there is no session, so that a request is cancelled by closing its stream. */
  #isStateless = false;

  constructor(options: HttpTransportOptions) {
    const { config } = options;
    this.#options = options;
    this.kind = config.sse ? 'sse' : 'http';
    this.#url = new URL(config.url);
    this.#ownAuthorization = Object.keys(config.headers).some((header) => header.toLowerCase() === 'authorization');
    this.#fetch = this.#fetchStack();
    this.#headers = new Headers({ ...instanceHeaders(this.#url), ...config.headers });
    this.#session = this.#newSession();
  }

  async start(): Promise<void> {
    if (!this.#options.config.sse) return;
    await this.#session.openSse().catch((error: unknown) => Promise.reject(this.#toFault(error)));
  }

  async isSessionless(meta: JsonObject): Promise<boolean> {
    const { href } = this.#url;
    if (this.#options.config.sse || withSessions.has(href)) return false;
    const found = await probeSessionless({ url: this.#url, headers: this.#headers, fetch: this.#fetch, meta });
    if (!found) withSessions.add(href);
    return found;
  }

  async send(message: Message, headers?: SentHeaders): Promise<void> {
    const cancelled = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
    if (this.#isStateless && cancelled !== undefined) return this.#stop(cancelled);
    const id = message.method !== undefined && message.id !== undefined ? Number(message.id) : undefined;
    const read = new AbortController();
    if (id !== undefined) this.#reading.set(id, read);
    try {
      await this.#session.send({ message, id, headers, signal: read.signal });
    } catch (error) {
      const isStopped = id !== undefined && !this.#reading.delete(id);
      if (!isStopped) await this.#refused(message, error);
    } finally {
      this.#stop(cancelled);
    }
  }

  setProtocolVersion(version: string): void {
    this.#isStateless = REQUEST_VERSIONS.includes(version);
    this.#initialized = !this.#isStateless;
    this.#session.version = version;
  }

  close(): Promise<void> {
    this.#closing ??= this.#shut();
    return this.#closing;
  }

  async #shut(): Promise<void> {
    await within(
      GOODBYE_MS,
      this.#session.end().catch(() => {}),
      this.#options.timers,
    );
    this.#session.close();
    this.onclose?.();
  }

  /**
   * Handles a message that the server did not accept. The body may contain its answer, or the server may support
   * HTTP+SSE only.
   */
  async #refused(message: Message, error: unknown): Promise<void> {
    const refusal = error instanceof HttpRefusal ? error : undefined;
    const answer = refusal && errorAnswerTo(message, refusal.body);
    if (answer !== undefined) return this.#received(answer);
    const isHandshake = message.method === 'initialize' && this.kind === 'http';
    if (isHandshake && this.#closing === undefined && refusal !== undefined && FALL_BACK_AT.has(refusal.status)) {
      return await this.#fallBack(message, this.#toFault(error));
    }
    const isGone = this.#initialized && (await isSessionGone(error, this.#session, this.#options.timers));
    throw this.#toFault(error, isGone);
  }

  async #fallBack(message: Message, first: MCPConnectionError): Promise<void> {
    this.#session.close();
    this.#session = this.#newSession();
    try {
      await this.#session.openSse();
    } catch (error) {
      const fault = this.#toFault(error);
      throw fault.code === 'unauthorized' ? fault : first;
    }
    this.kind = 'sse';
    const sending = this.#session.send({ message, id: Number(message.id) });
    await sending.catch((error: unknown) => Promise.reject(this.#toFault(error)));
  }

  #newSession(): HttpExchange {
    const { server, timers } = this.#options;
    return new HttpExchange({
      ...{ url: this.#url, headers: this.#headers, fetch: this.#fetch, timers },
      onMessage: (message) => {
        if (!('method' in message)) this.#reading.delete((message as Message).id);
        this.#received(message);
      },
      onEnded: (id) => {
        const message = `cannot get the answer of server ${JSON.stringify(server)}: the stream ended before the answer`;
        if (this.#reading.delete(id))
          this.onlost?.(id, new MCPConnectionError('closed', message, { server, sent: true }));
      },
      onLost: () => {
        this.ending ??= 'its event stream is lost';
        void this.close();
      },
      tooLong: (id) => {
        const fault = tooLongFault(server);
        if (id !== undefined) this.onlost?.(id, fault);
        this.#stop(id);
        return fault;
      },
    });
  }

  /**
   * Passes a message on. An error that says that the session is gone ends the session instead, because the request was
   * not processed.
   */
  #received(message: Message & { readonly error?: unknown }): void {
    if (!this.#initialized || !saysSessionGone(message.error)) {
      this.onmessage?.(message);
      return;
    }
    const { server } = this.#options;
    const why = `cannot use server ${JSON.stringify(server)} at ${this.#url.origin}: its session has ended`;
    this.onlost?.(Number(message.id), new MCPConnectionError('closed', why, { server }));
  }

  #stop(id: unknown): void {
    this.#reading.get(id)?.abort();
    this.#reading.delete(id);
  }

  /** Builds the `fetch` of the session, which records tokens and signs requests. */
  #fetchStack(): FetchLike {
    const { server, signIn, fetch: base = patientFetch } = this.#options;
    const noted: FetchLike = (target, init) => {
      const token = new Headers(init?.headers).get('authorization')?.replace(/^\S+\s+/, '') ?? '';
      if (token.length >= SECRET_LENGTH) this.#tokens.add(token);
      return base(target, init);
    };
    if (signIn === undefined || this.#ownAuthorization) return noted;
    return withSignIn(noted, this.#url, signIn, (scope) => scopeFault(server, this.#url, scope));
  }

  #toFault(error: unknown, sessionGone = false): MCPConnectionError {
    const { server, config } = this.#options;
    const redactConfig = redactConfigured(config);
    const redact = (text: string): string =>
      redactConfig([...this.#tokens].reduce((left, token) => left.replaceAll(token, '[redacted]'), text));
    const ownAuthorization = this.#ownAuthorization;
    return toHttpFault(error, { server, url: this.#url, ownAuthorization, sessionGone, redact });
  }
}
