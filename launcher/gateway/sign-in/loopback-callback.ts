import { timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemTimers, type Timers } from '../../platform/timers.ts';

/** Max time for a user to sign in, in milliseconds. */
export const SIGN_IN_MS: number = 5 * 60 * 1000;

/** Answer of the authorization server, from the user's redirect. */
export type CallbackAnswer =
  /** `iss` is the issuer according to the redirect (RFC 9207). */
  | { readonly kind: 'code'; readonly code: string; readonly iss: string | undefined }
  /** The server refused. `error` is a code of RFC 6749. */
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'timeout' | 'stopped' };

export type LoopbackCallback = Readonly<Awaited<ReturnType<typeof listenForCallback>>>;

export interface CallbackOptions {
  /** Listen on exactly this port. */
  readonly port?: number | undefined;
  /** Preferred port, used if it is free, because an earlier sign-in used it. */
  readonly wished?: number | undefined;
  readonly timers?: Timers | undefined;
}

/** Listens on loopback for the user's redirect (RFC 8252, section 7.3). */
export async function listenForCallback(options: CallbackOptions = {}) {
  const { port, wished = 0, timers = systemTimers } = options;
  const server = createServer();
  if (port !== undefined) await listen(server, port);
  else await listen(server, wished).catch(() => listen(server, 0));
  const { port: actual } = server.address() as AddressInfo;
  const host = `127.0.0.1:${actual}`;
  return {
    redirectUrl: `http://${host}/callback`,
    /** Resolves with the first answer that has this `state`. Others get an error page and are ignored. */
    answer: (state: string, stop: AbortSignal): Promise<CallbackAnswer> =>
      firstAnswer(server, host, state, stop, timers),
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function firstAnswer(
  server: Server,
  host: string,
  state: string,
  stop: AbortSignal,
  timers: Timers,
): Promise<CallbackAnswer> {
  return new Promise((resolve) => {
    const end = (answer: CallbackAnswer): void => {
      cancel();
      resolve(answer);
    };
    const cancel = timers.after(SIGN_IN_MS, () => end({ kind: 'timeout' }));
    const stopped = (): void => end({ kind: 'stopped' });
    if (stop.aborted) stopped();
    stop.addEventListener('abort', stopped, { once: true });
    server.on('request', ({ method, url = '', headers }, response) => {
      // Any program on this machine may send a request with an invalid path.
      const asked = URL.canParse(url, `http://${host}`) ? url : '/';
      const { pathname, searchParams } = new URL(asked, `http://${host}`);
      const answer = method === 'GET' && headers.host === host ? toAnswer(searchParams, state) : undefined;
      const known = pathname === '/callback' && answer !== undefined;
      response.writeHead(known ? 200 : 400, HEADERS);
      // Resolve only after the page is sent, because the program may exit then.
      response.end(page(known ? answer.kind : 'unknown'), () => (known ? end(answer) : undefined));
    });
  });
}

function toAnswer(given: URLSearchParams, state: string): CallbackAnswer | undefined {
  if (!isSame(given.get('state') ?? '', state)) return undefined;
  const error = given.get('error');
  if (error !== null) return { kind: 'refused', error: /^[\w.:-]{1,100}$/.test(error) ? error : 'an unknown error' };
  const code = given.get('code');
  return code === null ? undefined : { kind: 'code', code, iss: given.get('iss') ?? undefined };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  connection: 'close',
};

const SAID = {
  code: 'Signed in. You can close this page.',
  refused: 'The sign-in was refused. You can close this page.',
  unknown: 'This page belongs to no pending sign-in.',
};

function page(kind: CallbackAnswer['kind'] | 'unknown'): string {
  const text = SAID[kind as keyof typeof SAID];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>mcp-pruner</title><p>${text}</p></html>\n`;
}
