import { isJsonObject, type JsonObject } from '../../../../src/base/json/json-object.ts';
import { MODERN_ERRORS } from '../../../../src/mcp/modern/request-meta.ts';
import { REQUEST_VERSIONS } from '../../../../src/mcp/protocol-versions.ts';
import type { FetchLike } from '../../../platform/web/patient-fetch.ts';
import { isEvents, readBodyText } from './http-requests.ts';
import { readEvents } from './read-events.ts';

/** Max time for the answer, in milliseconds. */
const PROBE_MS = 2000;
/** Max UTF-16 units of an answer that are read. */
const MAX_CHARS = 1_000_000;

export interface ProbeOptions {
  readonly url: URL;
  readonly headers: Headers;
  readonly fetch: FetchLike;
  /** `_meta` of the request. */
  readonly meta: JsonObject;
}

/**
 * Asks a server over HTTP for its versions, with `server/discover` of MCP 2026-07-28. True if it supports no version
 * with `initialize`. False if it also supports an earlier version, supports only earlier ones, or does not answer.
 */
export async function probeSessionless({ url, headers: given, fetch, meta }: ProbeOptions): Promise<boolean> {
  const headers = new Headers(given);
  const version = String(REQUEST_VERSIONS[0]);
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/json, text/event-stream');
  headers.set('mcp-protocol-version', version);
  headers.set('mcp-method', 'server/discover');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'server/discover', params: { _meta: meta } });
  try {
    // Another origin must not get the headers.
    const sent = { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(PROBE_MS) } as const;
    const response = await fetch(url, sent);
    const session = response.headers.get('mcp-session-id');
    const answer = await firstMessage(response);
    // Some servers of earlier versions begin a session for any request.
    if (session !== null) await end({ url, given, fetch, session });
    return saysSessionless(answer);
  } catch {
    return false;
  }
}

function saysSessionless(answer: JsonObject | undefined): boolean {
  const { id, result, error } = answer ?? {};
  if (id !== 0) return false;
  if (isJsonObject(result)) return hasOnlyRequests(result['supportedVersions']);
  if (!isJsonObject(error) || error['code'] !== MODERN_ERRORS.unsupportedVersion) return false;
  return isJsonObject(error['data']) && hasOnlyRequests(error['data']['supported']);
}

const hasOnlyRequests = (versions: unknown): boolean =>
  Array.isArray(versions) && versions.length > 0 && versions.every((one) => REQUEST_VERSIONS.includes(String(one)));

/** Reads the message of a JSON answer, or the first one of an event stream. */
async function firstMessage(response: Response): Promise<JsonObject | undefined> {
  const tooLong = (): Error => new Error('too long');
  const text = isEvents(response)
    ? await firstData(response, tooLong)
    : await readBodyText(response, MAX_CHARS, tooLong);
  const message: unknown = JSON.parse(text);
  return isJsonObject(message) ? message : undefined;
}

async function firstData({ body }: Response, tooLong: () => Error): Promise<string> {
  for await (const { data } of readEvents(body ?? new ReadableStream(), MAX_CHARS, tooLong))
    if (data !== '') return data;
  return '';
}

async function end({
  url,
  given,
  fetch,
  session,
}: Omit<ProbeOptions, 'meta' | 'headers'> & { readonly given: Headers; readonly session: string }): Promise<void> {
  const headers = new Headers(given);
  headers.set('mcp-session-id', session);
  const response = await fetch(url, {
    method: 'DELETE',
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(PROBE_MS),
  });
  await response.body?.cancel();
}
