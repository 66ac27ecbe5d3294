import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { markedForWriting } from '../../../src/json/json-number.ts';
import { REQUEST_VERSIONS } from '../../../src/mcp/protocol-versions.ts';
import { withNumbers } from '../../../src/mcp/read-message.ts';
import { instanceHeaders } from '../../process/instance-header.ts';
import { MAX_TIMER_MS, type Timers } from '../../process/timers.ts';
import { redactConfigured, SECRET_LENGTH } from '../config/redact-configured.ts';
import type { HttpServerConfig } from '../config/server-config.ts';
import { MCPConnectionError } from '../errors.ts';
import type { ServerSignIn } from '../oauth/server-sign-in.ts';
import { withSignIn } from '../oauth/with-sign-in.ts';
import { errorAnswerTo, errorBodyOf } from './error-body.ts';
import { withOwnHeaders } from './own-headers.ts';
import { withOwnNumbers } from './own-numbers.ts';
import { patientFetch } from './patient-fetch.ts';
import { isSessionGone } from './session-gone.ts';
import { scopeFault, toHttpFault } from './to-http-fault.ts';
import { tooLongFault } from './too-long.ts';
import type { SentHeaders, UpstreamTransport } from './upstream-transport.ts';
import { requestIdOf, SETTLE_MS, watchStreams } from './watch-streams.ts';
import { within } from './within.ts';

/** How long the end of a session may take to be told, in milliseconds. */
const GOODBYE_MS = 500;
/** To these answers to `initialize` a client tries the older HTTP+SSE (MCP 2025-11-25, "Backwards Compatibility"). */
const FALL_BACK_AT: ReadonlySet<unknown> = new Set([400, 404, 405]);

export interface HttpTransportOptions {
  readonly server: string;
  /** Expanded. */
  readonly config: HttpServerConfig;
  readonly timers: Timers;
  /** The user's sign-in. */
  readonly signIn?: ServerSignIn | undefined;
  readonly fetch?: FetchLike;
}

interface Inner {
  readonly transport: Transport;
  readonly goodbye: () => Promise<void>;
}

/** MCP over Streamable HTTP, or HTTP+SSE where a server has nothing else. */
export function createHttpTransport(options: HttpTransportOptions): UpstreamTransport {
  const { server, config, timers, signIn, fetch: base = patientFetch } = options;
  const url = new URL(config.url);
  const headers = { ...config.headers };
  const ownAuthorization = Object.keys(headers).some((header) => header.toLowerCase() === 'authorization');
  let inner: Inner | undefined;
  let closing: Promise<void> | undefined;
  let refused: number | undefined;
  let ending: string | undefined;
  let kind: 'http' | 'sse' = config.sse ? 'sse' : 'http';
  /** True once the server has answered `initialize`. */
  let initialized = false;
  /** True if there is no session, and a request is taken back by leaving its stream. */
  let isStateless = false;
  /** Of requests that are being sent, by their ids. */
  const headersOf = new Map<unknown, SentHeaders>();
  /** The body that the server sent instead of a stream of events. */
  let refusal = '';
  const tokens = new Set<string>();
  const redactConfig = redactConfigured(config);
  const redact = (text: string): string =>
    redactConfig([...tokens].reduce((left, token) => left.replaceAll(token, '[redacted]'), text));

  const toFault = (error: unknown, sessionGone = false): MCPConnectionError => {
    const body = errorBodyOf(error) || refusal;
    return toHttpFault(error, { server, url, ownAuthorization, sessionGone, refused, body, redact });
  };
  const onEnded = (id: number): void => {
    const message = `cannot get the answer of server ${JSON.stringify(server)}: it ended the stream without it`;
    const error = new MCPConnectionError('closed', message, { server, sent: true });
    timers.after(SETTLE_MS, () => transport.onlost?.(id, error));
  };
  const onTooLong = (id: number): void => transport.onlost?.(id, tooLongFault(server));
  const onStatus = (status: number): void => {
    refused = status === 401 || status === 403 ? status : undefined;
  };
  const noted: FetchLike = (target, init) => {
    const token = new Headers(init?.headers).get('authorization')?.replace(/^\S+\s+/, '') ?? '';
    if (token.length >= SECRET_LENGTH) tokens.add(token);
    return base(target, init);
  };
  const onDemand = (scope: string): MCPConnectionError => scopeFault({ server, url }, scope);
  const withSent: FetchLike = (target, init) => {
    const sent = headersOf.get(requestIdOf(init?.body));
    if (sent === undefined) return noted(target, init);
    const all = new Headers(init?.headers);
    for (const [name, value] of Object.entries(sent)) all.set(name, value);
    return noted(target, { ...init, headers: all });
  };
  const own = withOwnHeaders(withSent, url, { ...instanceHeaders(url), ...headers });
  const signed = signIn === undefined ? own : withSignIn(own, url, signIn, onDemand);
  const streams = watchStreams(signed, url, { onEnded, onTooLong, onStatus });
  const mark = crypto.randomUUID();
  const sdkOptions = { fetch: withOwnNumbers(streams.fetch, url, mark) };

  const lose = (why: string): void => {
    ending ??= why;
    void transport.close();
  };
  const use = (one: Inner, onError: (error: Error) => void): void => {
    inner = one;
    one.transport.onmessage = (message) => transport.onmessage?.(withNumbers(message, mark) as object);
    one.transport.onerror = onError;
  };

  const openStreamable = async (): Promise<void> => {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const streamable: StreamableHTTPClientTransport = new StreamableHTTPClientTransport(url, sdkOptions);
    boundRetry(streamable);
    use({ transport: streamable as Transport, goodbye: () => streamable.terminateSession() }, ({ message }) => {
      // All else is told to whom it concerns, or mends itself.
      if (message.startsWith('Maximum reconnection attempts')) lose('its event stream is lost');
    });
    await streamable.start();
  };
  const openSse = async (): Promise<void> => {
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
    if (closing !== undefined) throw new Error('closed meanwhile');
    // The SDK passes over what comes with an error status.
    const openStream: FetchLike = async (target, init) => {
      const response = await sdkOptions.fetch(target, init);
      if (!response.ok) refusal = await response.text().catch(() => '');
      return response;
    };
    const sse = new SSEClientTransport(url, { ...sdkOptions, eventSourceInit: { fetch: openStream } });
    // A new stream would be a new session, which has not been initialized.
    use({ transport: sse, goodbye: async () => {} }, () => {
      if (kind === 'sse') lose('its event stream is lost');
    });
    await sse.start();
    refusal = '';
    kind = 'sse';
  };
  const fallBack = async (message: JSONRPCMessage, first: unknown): Promise<void> => {
    const firstFault = toFault(first);
    await inner?.transport.close();
    try {
      await openSse();
    } catch (error) {
      const fault = toFault(error);
      throw fault.code === 'unauthorized' ? fault : firstFault;
    }
    await inner?.transport.send(markedForWriting(message, mark));
  };

  const shut = async (): Promise<void> => {
    if (inner !== undefined && refused === undefined) await within(GOODBYE_MS, inner.goodbye(), timers);
    await inner?.transport.close().catch(() => {});
    transport.onclose?.();
  };

  const transport: UpstreamTransport = {
    get kind() {
      return kind;
    },
    get ending() {
      return ending;
    },
    stderr: '',
    async start() {
      if (!config.sse) return openStreamable();
      try {
        await openSse();
      } catch (error) {
        throw toFault(error);
      }
    },
    async send(given, sentHeaders) {
      const message = given as JSONRPCMessage;
      const cancelled = cancelledIn(message);
      if (isStateless && cancelled !== undefined) return streams.stop(cancelled);
      const { id } = given as { readonly id?: unknown };
      if (sentHeaders !== undefined) headersOf.set(id, sentHeaders);
      try {
        await inner?.transport.send(markedForWriting(message, mark));
      } catch (error) {
        const isHandshake = 'method' in message && message.method === 'initialize';
        const mayFallBack = isHandshake && kind === 'http' && FALL_BACK_AT.has((error as { code?: unknown }).code);
        const answer = errorAnswerTo(message, errorBodyOf(error));
        if (answer !== undefined) return transport.onmessage?.(answer);
        if (!mayFallBack || closing !== undefined) {
          const isGone = initialized && inner !== undefined && (await isSessionGone(error, inner.transport, timers));
          throw toFault(error, isGone);
        }
        await fallBack(message, error).catch((fault: unknown) => Promise.reject(toFault(fault)));
      } finally {
        headersOf.delete(id);
        if (cancelled !== undefined) streams.stop(cancelled);
      }
    },
    setProtocolVersion(version) {
      isStateless = REQUEST_VERSIONS.includes(version);
      initialized = !isStateless;
      inner?.transport.setProtocolVersion?.(version);
    },
    close() {
      closing ??= shut();
      return closing;
    },
  };
  return transport;
}

/** The SDK hands a stream's `retry` to `setTimeout` as the server wrote it, and Node takes too long a time for 1 ms. */
function boundRetry(streamable: object): void {
  let retryMs: number | undefined;
  Object.defineProperty(streamable, '_serverRetryMs', {
    get: () => retryMs,
    set(ms: number) {
      retryMs = Math.min(ms, MAX_TIMER_MS);
    },
  });
}

/** The request of ours that a message takes back. */
function cancelledIn(message: JSONRPCMessage): number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'number' ? id : undefined;
}
