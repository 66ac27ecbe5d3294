import type { FetchLike } from '../../../platform/web/patient-fetch.ts';

/** A server's answer that is not a success. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** An answer that is neither JSON nor an event stream. */
export class UnexpectedContent extends Error {}

/** Max UTF-16 units of an error body. A longer one is dropped. */
const ERROR_CHARS = 64 * 1024;
const MAX_REDIRECTS = 5;

/** Sends a request, and follows redirects that keep the method and the origin. Throws an `HttpRefusal`. */
export async function request(fetch: FetchLike, url: URL, init: RequestInit): Promise<Response> {
  let target = url;
  for (let followed = 0; ; followed++) {
    const response = await fetch(target, { ...init, redirect: 'manual' });
    const next = followed < MAX_REDIRECTS ? redirectOf(response, target, init.method) : undefined;
    if (response.ok) return response;
    if (next === undefined) throw new HttpRefusal(response.status, await bodyOf(response));
    await response.body?.cancel();
    target = next;
  }
}

function redirectOf({ status, headers }: Response, from: URL, method = 'GET'): URL | undefined {
  const location = headers.get('location');
  const keepsMethod = status === 307 || status === 308 || (method === 'GET' && [301, 302, 303].includes(status));
  if (location === null || !keepsMethod || !URL.canParse(location, from.href)) return undefined;
  const to = new URL(location, from.href);
  const isSecured = from.protocol === 'http:' && to.protocol === 'https:' && !from.port && !to.port;
  const isWithin = to.origin === from.origin || (isSecured && to.hostname === from.hostname);
  return isWithin && to.username === '' && to.password === '' ? to : undefined;
}

/** True if the answer is an event stream. */
export const isEvents = ({ headers }: Response): boolean =>
  /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');

/**
 * Decodes a body until `signal` is aborted. It must be passed here too, because Deno drops the signal of a `fetch` at a
 * garbage collection, and would read on.
 */
export function decoded(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): ReadableStream<string> {
  const decoder = new TextDecoderStream() as TransformStream<Uint8Array, string>;
  return body.pipeThrough(decoder, signal && { signal });
}

/** Reads a text of bounded length. Throws the result of `tooLong` for a longer one. */
export async function readBodyText(
  { body }: Response,
  maxChars: number,
  tooLong: () => Error,
  signal?: AbortSignal,
): Promise<string> {
  const parts: string[] = [];
  let size = 0;
  for await (const part of body === null ? [] : decoded(body, signal)) {
    size += part.length;
    if (size > maxChars) throw tooLong();
    parts.push(part);
  }
  return parts.join('');
}

async function bodyOf(response: Response): Promise<string> {
  return await readBodyText(response, ERROR_CHARS, () => new Error('too long')).catch(() => '');
}
