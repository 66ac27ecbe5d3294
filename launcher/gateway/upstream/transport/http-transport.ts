import type { FetchLike, JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { markedForWriting } from '../../../../src/base/json/json-number.ts';
import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { REQUEST_VERSIONS } from '../../../../src/mcp/protocol-versions.ts';
import { withNumbers } from '../../../../src/mcp/read-message.ts';
import { instanceHeaders } from '../../../platform/process/instance-header.ts';
import type { Timers } from '../../../platform/timers.ts';
import { patientFetch } from '../../../platform/web/patient-fetch.ts';
import { within } from '../../../platform/within.ts';
import { redactConfigured, SECRET_LENGTH } from '../../config/redact-configured.ts';
import type { HttpServerConfig } from '../../config/server-config.ts';
import { MCPConnectionError } from '../../config/server-errors.ts';
import type { ServerSignIn } from '../../sign-in/server-sign-in.ts';
import { withSignIn } from '../../sign-in/with-sign-in.ts';
import { withCheckedAnswers } from './checked-answers.ts';
import { answerIn, errorAnswerTo } from './error-body.ts';
import { probeSessionless } from './probe-version.ts';
import { isSessionGone, saysSessionGone } from './session-gone.ts';
import { isUnreadable, scopeFault, toHttpFault } from './to-http-fault.ts';
import { tooLongFault } from './too-long.ts';
import type { SentHeaders, UpstreamTransport } from './upstream-transport.ts';

/** Max time to announce the end of a session, in milliseconds. */
const GOODBYE_MS = 500;
/**
 * Answers to `initialize` after which a client tries the older HTTP+SSE (MCP 2025-11-25, "Backwards Compatibility").
 */
const FALL_BACK_AT: ReadonlySet<number | undefined> = new Set([400, 404, 405]);

export interface HttpTransportOptions {
  readonly server: string;
  /** Expanded configuration. */
  readonly config: HttpServerConfig;
  readonly timers: Timers;
  /** Stored sign-in of the user. */
  readonly signIn?: ServerSignIn | undefined;
  readonly fetch?: FetchLike;
}

/** Connects by Streamable HTTP, or by HTTP+SSE if the server supports nothing else. Both use the SDK's transports. */
export function createHttpTransport(options: HttpTransportOptions): UpstreamTransport {
  return new HttpTransport(options);
}

/** URLs for which a probe did not find a server without sessions. This process does not probe them again. */
const withSessions = new Set<string>();

class HttpTransport implements UpstreamTransport {
  readonly stderr = '';
  kind: 'http' | 'sse';
  ending: string | undefined;
  onmessage: UpstreamTransport['onmessage'];
  onclose: UpstreamTransport['onclose'];
  onlost: UpstreamTransport['onlost'];

  readonly #options: HttpTransportOptions;
  readonly #url: URL;
  readonly #ownAuthorization: boolean;
  /** Marks numbers that JSON.parse would change, within messages that the SDK reads. */
  readonly #mark = crypto.randomUUID();
  readonly #fetch: FetchLike;
  readonly #sdkOptions: { readonly fetch: FetchLike; readonly requestInit: { readonly headers: Headers } };
  readonly #tokens = new Set<string>();
  /** Controllers that stop reading an answer, by request id. */
  readonly #reading = new Map<unknown, AbortController>();
  #inner: Transport | undefined;
  #goodbye = async (): Promise<void> => {};
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
    const headers = new Headers({ ...instanceHeaders(this.#url), ...config.headers });
    // The transport knows which types it can read.
    headers.delete('accept');
    this.#sdkOptions = { fetch: this.#fetch, requestInit: { headers } };
  }

  async start(): Promise<void> {
    if (!this.#options.config.sse) return this.#openStreamable();
    try {
      await this.#openSse();
    } catch (error) {
      throw this.#toFault(error);
    }
  }

  async isSessionless(meta: JsonObject): Promise<boolean> {
    const { href } = this.#url;
    if (this.#options.config.sse || withSessions.has(href)) return false;
    const { headers } = this.#sdkOptions.requestInit;
    const found = await probeSessionless({ url: this.#url, headers, fetch: this.#fetch, meta });
    if (!found) withSessions.add(href);
    return found;
  }

  async send(given: object, sentHeaders?: SentHeaders): Promise<void> {
    const message = given as JSONRPCMessage;
    const cancelled = cancelledIn(message);
    if (this.#isStateless && cancelled !== undefined) return this.#stop(cancelled);
    const id = 'method' in message && 'id' in message ? Number(message.id) : undefined;
    const { signal: requestSignal } = id === undefined ? {} : this.#begin(id);
    const onRequestStreamEnd = id === undefined ? undefined : () => this.#ended(id);
    try {
      const sent = { requestSignal, onRequestStreamEnd, headers: sentHeaders };
      await this.#inner?.send(markedForWriting(message, this.#mark), sent);
    } catch (error) {
      this.#reading.delete(id);
      await this.#refused(message, error);
    } finally {
      this.#stop(cancelled);
    }
  }

  setProtocolVersion(version: string): void {
    this.#isStateless = REQUEST_VERSIONS.includes(version);
    this.#initialized = !this.#isStateless;
    this.#inner?.setProtocolVersion?.(version);
  }

  close(): Promise<void> {
    this.#closing ??= this.#shut();
    return this.#closing;
  }

  async #shut(): Promise<void> {
    await within(GOODBYE_MS, this.#goodbye(), this.#options.timers);
    await this.#inner?.close().catch(() => {});
    this.onclose?.();
  }

  /**
   * Handles a message that the server did not accept. The body may contain its answer, or the server may support
   * HTTP+SSE only.
   */
  async #refused(message: JSONRPCMessage, error: unknown): Promise<void> {
    const { status, body } = answerIn(error);
    const answer = errorAnswerTo(message, body);
    if (answer !== undefined) return this.#received(answer);
    const isHandshake = 'method' in message && message.method === 'initialize';
    const mayFallBack = isHandshake && this.kind === 'http' && FALL_BACK_AT.has(status);
    if (!mayFallBack || this.#closing !== undefined) {
      const inner = this.#inner;
      const isGone =
        this.#initialized && inner !== undefined && (await isSessionGone(error, inner, this.#options.timers));
      throw this.#toFault(error, isGone);
    }
    await this.#fallBack(message, error).catch((fault: unknown) => Promise.reject(this.#toFault(fault)));
  }

  async #fallBack(message: JSONRPCMessage, first: unknown): Promise<void> {
    const firstFault = this.#toFault(first);
    await this.#inner?.close();
    try {
      await this.#openSse();
    } catch (error) {
      const fault = this.#toFault(error);
      throw fault.code === 'unauthorized' ? fault : firstFault;
    }
    await this.#inner?.send(markedForWriting(message, this.#mark));
  }

  async #openStreamable(): Promise<void> {
    const { timers } = this.#options;
    const { StreamableHTTPClientTransport } = await import('../../sign-in/sdk-client.ts');
    // A server may request a delay longer than a timer supports.
    const reconnectionScheduler = (reconnect: () => void, ms: number): (() => void) => timers.after(ms, reconnect);
    const streamable = new StreamableHTTPClientTransport(this.#url, { ...this.#sdkOptions, reconnectionScheduler });
    this.#goodbye = () => streamable.terminateSession();
    this.#use(streamable, ({ message }) => {
      // All other errors are reported to those concerned, or resolve by themselves.
      if (message.startsWith('Maximum reconnection attempts')) this.#lose('its event stream is lost');
    });
    await streamable.start();
  }

  async #openSse(): Promise<void> {
    const { SSEClientTransport } = await import('../../sign-in/sdk-client.ts');
    if (this.#closing !== undefined) throw new Error('closed meanwhile');
    // The SDK ignores messages with an error status, so read them here.
    let text = '';
    const openStream: FetchLike = async (target, init) => {
      const response = await this.#fetch(target, init);
      if (!response.ok) text = await response.text().catch(() => '');
      return response;
    };
    const sse = new SSEClientTransport(this.#url, { ...this.#sdkOptions, eventSourceInit: { fetch: openStream } });
    this.#goodbye = async () => {};
    // A new stream would be a new, uninitialized session. Failures to send are reported to the sender.
    this.#use(sse, (error) => {
      if (this.kind === 'sse' && ('event' in error || isUnreadable(error))) this.#lose('its event stream is lost');
    });
    await sse.start().catch((error: object) => Promise.reject(Object.assign(error, { data: { text } })));
    this.kind = 'sse';
  }

  #use(inner: Transport, onError: (error: Error) => void): void {
    this.#inner = inner;
    inner.onmessage = (message) => {
      if (!('method' in message)) this.#reading.delete(message.id);
      this.#received(message);
    };
    inner.onerror = onError;
  }

  /**
   * Passes a message on. An error that says that the session is gone ends the session instead, because the request was
   * not processed.
   */
  #received(message: JSONRPCMessage): void {
    const error = 'error' in message ? message.error : undefined;
    if (!this.#initialized || !saysSessionGone(error)) {
      this.onmessage?.(withNumbers(message, this.#mark) as object);
      return;
    }
    const { server } = this.#options;
    const why = `cannot use server ${JSON.stringify(server)} at ${this.#url.origin}: its session has ended`;
    this.onlost?.(Number((message as { readonly id?: unknown }).id), new MCPConnectionError('closed', why, { server }));
  }

  #lose(why: string): void {
    this.ending ??= why;
    void this.close();
  }

  #begin(id: number): AbortController {
    const read = new AbortController();
    this.#reading.set(id, read);
    return read;
  }

  #stop(id: unknown): void {
    this.#reading.get(id)?.abort();
    this.#reading.delete(id);
  }

  #ended(id: number): void {
    if (!this.#reading.delete(id)) return;
    const { server } = this.#options;
    const message = `cannot get the answer of server ${JSON.stringify(server)}: the stream ended before the answer`;
    this.onlost?.(id, new MCPConnectionError('closed', message, { server, sent: true }));
  }

  /** Builds the `fetch` of the SDK's transports, which records tokens, signs requests, and limits answers. */
  #fetchStack(): FetchLike {
    const { server, signIn, fetch: base = patientFetch } = this.#options;
    const noted: FetchLike = (target, init) => {
      const headers = new Headers(init?.headers);
      const token = headers.get('authorization')?.replace(/^\S+\s+/, '') ?? '';
      if (token.length >= SECRET_LENGTH) this.#tokens.add(token);
      const method = methodIn(init?.body);
      if (method === undefined || headers.has('mcp-method')) return base(target, init);
      headers.set('Mcp-Method', method);
      return base(target, { ...init, headers });
    };
    const signed =
      signIn === undefined || this.#ownAuthorization
        ? noted
        : withSignIn(noted, this.#url, signIn, (scope) => scopeFault(server, this.#url, scope));
    const onTooLong = (id: number): void => {
      this.#stop(id);
      this.onlost?.(id, tooLongFault(server));
    };
    return withCheckedAnswers(signed, { mark: this.#mark, onTooLong });
  }

  #toFault(error: unknown, sessionGone = false): MCPConnectionError {
    const { server, config } = this.#options;
    const redactConfig = redactConfigured(config);
    const redact = (text: string): string =>
      redactConfig([...this.#tokens].reduce((left, token) => left.replaceAll(token, '[redacted]'), text));
    return toHttpFault(error, {
      server,
      url: this.#url,
      ownAuthorization: this.#ownAuthorization,
      sessionGone,
      redact,
    });
  }
}

/**
 * Returns the method of a message as our peer writes it. The SDK sends the header `Mcp-Method` only once it knows that
 * the server supports MCP 2026-07-28, but a proxy in front of the server may need it before.
 */
function methodIn(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined;
  return /^\{"jsonrpc":"2\.0",(?:"id":\d+,)?"method":"([\w/]+)"/.exec(body)?.[1];
}

/** Returns the id of our request that a message cancels. */
function cancelledIn(message: JSONRPCMessage): number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'number' ? id : undefined;
}
