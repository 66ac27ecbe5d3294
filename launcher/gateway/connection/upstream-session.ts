import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { AnySchema } from '@modelcontextprotocol/sdk/server/zod-compat.js';
import type { JSONRPCRequest, Notification } from '@modelcontextprotocol/sdk/types.js';
import type { Timers } from '../../process/timers.ts';
import type { MCPConnectionError } from '../errors.ts';
import type { UpstreamTransport } from '../transport/upstream-transport.ts';
import { type Answer, ends, envelopeAnswers } from './enveloped-answers.ts';
import { toHandshakeFault } from './handshake-fault.ts';
import { readAnswer } from './read-answer.ts';
import { AS_LONG_AS_IT_TAKES, type RequestClock, startRequestClock } from './request-clock.ts';
import type { ClientPort, JsonObject, ServerFacts } from './server-connection.ts';
import { forwardServerRequests } from './server-requests.ts';
import { asSent, connectTimeout, lostFault, notSent, timeoutFault } from './session-faults.ts';
import { toServerFacts } from './to-server-facts.ts';

/** Lets everything through as it came; shaped like a schema of zod's, which need not be loaded for it. */
const ANY = { safeParse: (data: unknown) => ({ success: true, data }) } as unknown as AnySchema;
const NO_VALIDATION = {
  getValidator: () => () => {
    throw new Error('no result is validated here');
  },
};

export interface SessionOptions {
  readonly server: string;
  readonly transport: UpstreamTransport;
  readonly client: ClientPort;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly timers: Timers;
  /** Takes the configuration's values out of the server's words. */
  redact(text: string): string;
  /** Milliseconds until `initialize` must have been answered. */
  readonly timeoutMs: number;
  /** Aborted when nobody wants the session any more; the reason is what `openSession` rejects with. */
  readonly signal: AbortSignal;
  onNotification(method: string, params: JsonObject): void;
  onTraffic(): void;
  /** It is gone by itself: told once, before those who wait for answers are. */
  onLost(error: MCPConnectionError): void;
}

export interface SessionRequest {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly mostMs: number;
  /** Left out: the server is not asked for progress. */
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
  /** As in `RequestOptions`. */
  readonly progressUntil?: AbortSignal | undefined;
  readonly patient?: boolean | undefined;
}

/** One connection that is initialized, until it is lost. */
export interface UpstreamSession {
  readonly facts: ServerFacts;
  readonly transport: UpstreamTransport['kind'];
  /** How many requests are under way, but those that may take as long as they take. */
  readonly waiting: number;
  /** Rejects as `ServerConnection.request` does; sends once. */
  request(method: string, params: JsonObject | undefined, options: SessionRequest): Promise<JsonObject>;
  notify(method: string, params: JsonObject | undefined): void;
  /** Gives it up as lost. */
  lose(error: MCPConnectionError): void;
  /** Ends it; who waits for an answer gets `reason`. */
  close(reason: MCPConnectionError): Promise<void>;
}

/** Connects and initializes. Rejects with an `MCPConnectionError`, and then nothing of it is left. */
export async function openSession(options: SessionOptions): Promise<UpstreamSession> {
  const { server, transport, timers } = options;
  let initialized: JsonObject = {};
  let opened = false;
  let over: MCPConnectionError | undefined;

  const end = (error: MCPConnectionError): Promise<void> => {
    if (over === undefined) {
      over = error;
      enveloped.fail(error);
    }
    return transport.close();
  };
  const lose = (error: MCPConnectionError): void => {
    if (over !== undefined) return;
    if (opened) options.onLost(error);
    void end(error);
  };
  const onBroken = (error: MCPConnectionError | undefined): void => {
    if (error === undefined) lose(lostFault(server, transport.ending));
    // That one message could not be sent says nothing of those before it: the server may have acted on them.
    else if (ends(error)) lose(asSent(error));
  };
  const clocks = new Set<RequestClock>();
  let asking = false;
  const requests = forwardServerRequests(server, options.client, (now) => {
    // Which call it is for, the protocol does not say; over stdio a server may be at a standstill meanwhile.
    asking = now;
    for (const clock of clocks)
      if (asking) clock.pause();
      else clock.resume();
  });
  const progress = new Map<unknown, (params: JsonObject) => void>();
  const enveloped = envelopeAnswers(transport, {
    timers,
    onTraffic: options.onTraffic,
    onInitialized: (result) => {
      initialized = result;
    },
    onCancelledZero: requests.cancelZero,
    onBroken,
  });

  const client = await newClient(options);
  // As they came, progress too: the SDK's own handler drops what its schema does not name.
  client.removeNotificationHandler('notifications/progress');
  client.fallbackNotificationHandler = async ({ method, params = {} }: Notification) => {
    if (method !== 'notifications/progress') return options.onNotification(method, params);
    const { progressToken, ...rest } = params;
    progress.get(progressToken)?.(rest);
  };
  client.fallbackRequestHandler = async (request: JSONRPCRequest, { signal }) => ({
    ...(await requests.answer(request, signal)),
  });

  await connect(client, enveloped.transport, options, end);
  opened = true;

  let tokens = 0;
  let patients = 0;
  const request: UpstreamSession['request'] = (method, params, given) =>
    new Promise((resolve, reject) => {
      const { signal, timeoutMs, mostMs, onProgress, progressUntil, patient = false } = given;
      if (signal?.aborted) return reject(signal.reason);
      if (over !== undefined) return reject(notSent(server, over));
      const cancel = new AbortController();
      const token = ++tokens;
      let settled = false;
      const settle = (answered = false): void => {
        if (settled) return;
        settled = true;
        clock.stop();
        clocks.delete(clock);
        signal?.removeEventListener('abort', onAbort);
        if (patient) patients--;
        const end = (): void => void progress.delete(token);
        if (answered && progressUntil?.aborted === false) progressUntil.addEventListener('abort', end, { once: true });
        else end();
      };
      const leave = (error: unknown, why: string): void => {
        settle();
        reject(error);
        // Last: the SDK tells the server.
        cancel.abort(why);
      };
      const onAbort = (): void => leave(signal?.reason, 'cancelled by the client');
      const clock = startRequestClock({ timeoutMs, mostMs }, timers, (afterMs) =>
        leave(timeoutFault(server, method, afterMs), 'timed out'),
      );
      clocks.add(clock);
      if (asking) clock.pause();
      signal?.addEventListener('abort', onAbort);
      if (patient) patients++;
      let sent = params;
      if (onProgress !== undefined) {
        progress.set(token, (told) => {
          clock.progressed();
          onProgress(told);
        });
        sent = { ...params, _meta: { ...(params?.['_meta'] as JsonObject | undefined), progressToken: token } };
      }
      const asked = client.request({ method, ...(sent === undefined ? {} : { params: { ...sent } }) }, ANY, {
        signal: cancel.signal,
        timeout: AS_LONG_AS_IT_TAKES,
      });
      asked.then(
        (answer) => {
          settle(true);
          try {
            resolve(readAnswer(server, method, answer as Answer));
          } catch (error) {
            reject(error);
          }
        },
        (error: unknown) => {
          settle();
          reject(over ?? error);
        },
      );
    });

  return {
    facts: toServerFacts(initialized),
    transport: transport.kind,
    get waiting() {
      return enveloped.waiting - patients;
    },
    request,
    notify(method, params) {
      const notification = { method, ...(params === undefined ? {} : { params: { ...params } }) };
      // Where it cannot be sent, nobody is left to hear it.
      client.notification(notification).catch(() => {});
    },
    lose,
    close: end,
  };
}

async function newClient({ clientInfo, client }: SessionOptions): Promise<Client> {
  const sdk = await import('@modelcontextprotocol/sdk/client/index.js');
  return new sdk.Client(
    { ...clientInfo },
    { capabilities: { ...client.capabilities }, jsonSchemaValidator: NO_VALIDATION },
  );
}

/** Bounded from the start of the process to the answer to `initialize`. */
async function connect(
  client: Client,
  transport: Parameters<Client['connect']>[0],
  { server, timeoutMs, timers, signal, transport: inner, redact }: SessionOptions,
  end: (error: MCPConnectionError) => Promise<void>,
): Promise<void> {
  let stopped: MCPConnectionError | undefined;
  const stop = (error: MCPConnectionError): void => {
    stopped ??= error;
    void end(error);
  };
  const onAbort = (): void => stop(signal.reason as MCPConnectionError);
  const cancel = timers.after(timeoutMs, () => stop(connectTimeout(server, timeoutMs, inner.stderr)));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    await client.connect(transport, { timeout: AS_LONG_AS_IT_TAKES });
    if (stopped !== undefined) throw stopped;
  } catch (error) {
    // What it printed before its answer may be read a moment after it.
    await new Promise((resolve) => setImmediate(resolve));
    const fault = stopped ?? toHandshakeFault(error, { server, ending: inner.ending, stderr: inner.stderr, redact });
    await end(fault);
    throw fault;
  } finally {
    cancel();
    signal.removeEventListener('abort', onAbort);
  }
}
