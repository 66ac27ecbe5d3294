import { writeJson } from '../../../../src/base/json/json-number.ts';
import { classifyMessage } from '../../../../src/mcp/json-rpc.ts';
import { mendAnswer } from '../../../../src/mcp/mend-answer.ts';
import { requestHeaders } from '../../../../src/mcp/modern/standard-headers.ts';
import { readMessage } from '../../../../src/mcp/read-message.ts';
import { MAX_LINE_BYTES } from '../../../platform/lines/line-reader.ts';
import type { Timers } from '../../../platform/timers.ts';
import type { FetchLike } from '../../../platform/web/patient-fetch.ts';
import { isEvents, readBodyText, request, UnexpectedContent } from './http-requests.ts';
import { readEvents } from './read-events.ts';

export interface HttpExchangeOptions {
  readonly url: URL;
  readonly headers: Headers;
  readonly fetch: FetchLike;
  readonly timers: Timers;
  onMessage(message: object): void;
  /** Called if the stream of a request has ended without its answer. */
  onEnded(id: number): void;
  /** Called if the session's own stream is lost for good. */
  onLost(): void;
  /** Reports an answer that is too long, and returns the error with which reading stops. */
  tooLong(id: number | undefined): Error;
}

/** A message to send. */
export interface Sent {
  readonly message: object;
  /** Set for a request, whose answer must be read. */
  readonly id?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A stream of messages: the answer to a request, or the session's own. */
type Stream = Pick<Sent, 'id' | 'signal'> & { readonly lastEvent?: string | undefined };

/** Attempts to open a lost stream again, and the waits between them, in milliseconds. */
const MAX_TRIES = 2;
const WAIT = { min: 100, first: 1000, factor: 1.5, max: 30_000 } as const;

/** Speaks Streamable HTTP (MCP 2025-11-25) with a server, or the older HTTP+SSE once `openSse` was called. */
export class HttpExchange {
  version: string | undefined;
  readonly #options: HttpExchangeOptions;
  readonly #stop = new AbortController();
  #session: string | null = null;
  #retryMs: number | undefined;
  /** Address for messages. HTTP+SSE names it in its stream. */
  #target: URL;
  #isSse = false;

  constructor(options: HttpExchangeOptions) {
    this.#options = options;
    this.#target = options.url;
  }

  /** Opens the stream of HTTP+SSE. Resolves once the server has named its address for messages. */
  async openSse(): Promise<void> {
    const { url, onLost } = this.#options;
    this.#isSse = true;
    const response = await this.#request(url, { method: 'GET', headers: this.#headers('text/event-stream') });
    if (!isEvents(response)) return await refuseContent(response);
    await new Promise<void>((resolve, reject) => {
      const read = async (): Promise<void> => {
        for await (const { event, data } of this.#events(response, {})) {
          if (event === 'message') this.#takeEvent(data, undefined);
          if (event !== 'endpoint') continue;
          const target = new URL(data, url);
          if (target.origin !== url.origin) throw new UnexpectedContent();
          this.#target = target;
          resolve();
        }
      };
      const lose = (error?: unknown): void => {
        reject(error ?? new UnexpectedContent());
        if (!this.#stop.signal.aborted) onLost();
      };
      read().then(lose, lose);
    });
  }

  /** Sends a message. A JSON answer has been read when this resolves. */
  async send({ message, id, headers: more = {}, signal }: Sent): Promise<void> {
    const headers = this.#headers('application/json, text/event-stream');
    headers.set('content-type', 'application/json');
    const { method } = message as { readonly method?: string };
    if (method === 'initialize') headers.delete('mcp-session-id');
    for (const [name, value] of Object.entries({ ...more, ...requestHeaders(message) })) headers.set(name, value);
    const init = { method: 'POST', headers, body: writeJson(message) };
    const response = await this.#request(this.#target, init, signal);
    if (method === 'initialize') this.#session = response.headers.get('mcp-session-id');
    if (id === undefined || this.#isSse || response.status === 202) {
      await response.body?.cancel();
      const isReady = method === 'notifications/initialized' && response.status === 202 && !this.#isSse;
      if (isReady) void this.#listen({}, 0);
    } else if (isEvents(response)) void this.#read(response, { id, signal }, 0);
    else if (!isJson(response)) await refuseContent(response);
    else {
      const text = await readBodyText(response, MAX_LINE_BYTES, () => this.#options.tooLong(id), this.#signal(signal));
      this.#take(text, id);
    }
  }

  /** Tells the server that the session ends. */
  async end(): Promise<void> {
    if (this.#session === null || this.#isSse) return;
    const response = await this.#request(this.#options.url, { method: 'DELETE', headers: this.#headers() });
    await response.body?.cancel();
  }

  close(): void {
    this.#stop.abort();
  }

  #request(url: URL, init: RequestInit, signal?: AbortSignal): Promise<Response> {
    return request(this.#options.fetch, url, { ...init, signal: this.#signal(signal) });
  }

  /** Returns a signal that also ends with the session. */
  #signal(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#stop.signal : AbortSignal.any([this.#stop.signal, signal]);
  }

  #headers(accept?: string): Headers {
    const headers = new Headers();
    if (this.#session !== null) headers.set('mcp-session-id', this.#session);
    if (this.version !== undefined) headers.set('mcp-protocol-version', this.version);
    for (const [name, value] of this.#options.headers) headers.set(name, value);
    if (accept !== undefined) headers.set('accept', accept);
    return headers;
  }

  #events({ body }: Response, { id, signal }: Stream): ReturnType<typeof readEvents> {
    const tooLong = (): Error => this.#options.tooLong(id);
    return readEvents(body ?? new ReadableStream(), MAX_LINE_BYTES, tooLong, this.#signal(signal));
  }

  /** Opens the session's own stream, or the rest of a request's. A server need not have one. */
  async #listen(stream: Stream, tries: number): Promise<void> {
    try {
      const headers = this.#headers('text/event-stream');
      if (stream.lastEvent !== undefined) headers.set('last-event-id', stream.lastEvent);
      const response = await this.#request(this.#options.url, { method: 'GET', headers }, stream.signal);
      if (!isEvents(response)) await refuseContent(response);
      await this.#read(response, stream, 0);
    } catch (error) {
      const isNone = error instanceof UnexpectedContent || (error as { readonly status?: number }).status === 405;
      if (isNone) this.#over(stream);
      else if (tries > 0 || stream.lastEvent !== undefined) this.#again(stream, tries);
    }
  }

  /** Reads a stream to its end, and opens it again if the server can continue it. */
  async #read(response: Response, stream: Stream, tries: number): Promise<void> {
    const { id } = stream;
    let { lastEvent } = stream;
    let isAnswered = false;
    try {
      for await (const { event, data, ...one } of this.#events(response, stream)) {
        this.#retryMs = one.retry ?? this.#retryMs;
        lastEvent = one.id ?? lastEvent;
        if (event === 'message') isAnswered = this.#takeEvent(data, id) || isAnswered;
      }
    } catch {
      // The connection broke, or somebody has stopped it.
    }
    if (isAnswered || this.#isStopped(stream)) return;
    if (id === undefined || lastEvent !== undefined) this.#again({ ...stream, lastEvent }, tries);
    else this.#over(stream);
  }

  #again(stream: Stream, tries: number): void {
    if (this.#isStopped(stream)) return;
    if (tries >= MAX_TRIES) {
      this.#over(stream, true);
      return;
    }
    const wait = Math.max(WAIT.min, this.#retryMs ?? Math.min(WAIT.first * WAIT.factor ** tries, WAIT.max));
    this.#options.timers.after(wait, () => {
      if (!this.#isStopped(stream)) void this.#listen(stream, tries + 1);
    });
  }

  #over({ id }: Stream, isLost = false): void {
    if (id !== undefined) this.#options.onEnded(id);
    else if (isLost) this.#options.onLost();
  }

  #isStopped({ signal }: Stream): boolean {
    return this.#stop.signal.aborted || signal?.aborted === true;
  }

  /** Passes a message of a stream on. Returns true if it is an answer. Skips other data. */
  #takeEvent(data: string, id: number | undefined): boolean {
    try {
      return this.#take(data, id);
    } catch {
      return false;
    }
  }

  /** Throws a `SyntaxError` for what is not JSON-RPC. */
  #take(text: string, id: number | undefined): boolean {
    const value = readMessage(text);
    let isAnswer = false;
    for (const given of Array.isArray(value) ? value : [value]) {
      const message = mendAnswer(given, id) ?? given;
      const { kind } = classifyMessage(message);
      if (kind === 'invalid') throw new SyntaxError('not JSON-RPC');
      isAnswer ||= kind === 'response';
      this.#options.onMessage(message as object);
    }
    return isAnswer;
  }
}

const isJson = ({ headers }: Response): boolean => /^application\/json\b/i.test(headers.get('content-type') ?? '');

/** Closes an answer that is neither JSON nor an event stream. */
async function refuseContent({ body }: Response): Promise<never> {
  await body?.cancel();
  throw new UnexpectedContent();
}
