import { timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemTimers, type Timers } from '../../process/timers.ts';

/** How long a user may take to sign in, in milliseconds. */
export const SIGN_IN_MS: number = 5 * 60 * 1000;

/** What the authorization server sent the user back with. */
export type CallbackAnswer =
  /** `iss`: who says that it sent the user back (RFC 9207). */
  | { readonly kind: 'code'; readonly code: string; readonly iss: string | undefined }
  /** It refused; `error` is the code of RFC 6749. */
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'timeout' | 'stopped' };

export interface LoopbackCallback {
  readonly redirectUrl: string;
  /** Resolves once with the answer that has this `state`; others are turned away and waited past. */
  answer(state: string, stop: AbortSignal): Promise<CallbackAnswer>;
  close(): void;
}

export interface ListenOptions {
  /** This port and no other. */
  readonly port?: number | undefined;
  /** This port where it is free: it was used before. */
  readonly wished?: number | undefined;
  readonly timers?: Timers | undefined;
}

/** Listens on loopback for a user who comes back (RFC 8252, section 7.3). */
export async function listenForCallback(options: ListenOptions = {}): Promise<LoopbackCallback> {
  const { port, wished = 0, timers = systemTimers } = options;
  const server = createServer();
  if (port !== undefined) await listen(server, port);
  else await listen(server, wished).catch(() => listen(server, 0));
  const { port: actual } = server.address() as AddressInfo;
  const host = `127.0.0.1:${actual}`;
  return {
    redirectUrl: `http://${host}/callback`,
    answer: (state, stop) => firstAnswer(server, host, state, stop, timers),
    close() {
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
      // What anybody on this machine asks for may be no path.
      const asked = URL.canParse(url, `http://${host}`) ? url : '/';
      const { pathname, searchParams } = new URL(asked, `http://${host}`);
      const answer = method === 'GET' && headers.host === host ? toAnswer(searchParams, state) : undefined;
      const known = pathname === '/callback' && answer !== undefined;
      response.writeHead(known ? 200 : 400, HEADERS);
      // The page is out before the program that shows it ends.
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
  unknown: 'This page belongs to no sign-in that is waited for.',
};

function page(kind: CallbackAnswer['kind'] | 'unknown'): string {
  const text = SAID[kind as keyof typeof SAID];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>mcp-pruner</title><p>${text}</p></html>\n`;
}
