import { type ChildProcess, spawn } from 'node:child_process';
import type { Place, Variables } from '../stage/place.ts';

/** A command that serves HTTP: `serve` or `gateway --http`. */
export interface HttpServer {
  /** URL without a path. */
  readonly url: string;
  readonly child: ChildProcess;
  /** Its output so far. */
  printed(): string;
  /** Sends SIGTERM and resolves to the exit code and the log. */
  stop(): Promise<{ readonly code: number | null; readonly log: readonly string[] }>;
}

const LIMIT_MS = 30_000;

/** Starts the command, and resolves once it has printed its address. */
export async function startServer(place: Place, words: readonly string[], env: Variables = {}): Promise<HttpServer> {
  const child = spawn(place.stage.node, [`${place.stage.package}/dist/index.js`, ...words], {
    ...{ cwd: place.root, env: place.env(env), stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let log = '';
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const [found] = /^http:\/\/[^/\s]+(?=\/)/.exec(printed) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
    void exited.then((code) => reject(new Error(`${words.join(' ')} ended with ${code}: ${log}`)));
  });
  const stop: HttpServer['stop'] = async () => {
    child.kill('SIGTERM');
    return { code: await exited, log: log.split('\n') };
  };
  return { url, child, printed: () => printed, stop };
}

/** Starts the worker on a free port. */
export function serveWorker(place: Place, env: Variables = {}): Promise<HttpServer> {
  return startServer(place, ['serve', '--port', '0'], env);
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Sends a request and reads the whole answer. Parses JSON. */
export async function ask(server: HttpServer, path: string, init: RequestInit = {}): Promise<HttpAnswer> {
  const given = { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS), ...init } as const;
  const answer = await fetch(`${server.url}${path}`, given);
  const text = await answer.text();
  const headers = ownHeaders(answer);
  return { status: answer.status, headers, body: toBody(text, headers['content-type']) };
}

/** Metrics include values that are written after the answers, so even their length varies. */
const METRICS = /^text\/plain; version=/;

/** Removes headers of the HTTP server itself. They depend on its clock and, for closed connections, on the load. */
export function ownHeaders(answer: Response): Readonly<Record<string, string>> {
  const { date, connection, 'keep-alive': keepAlive, ...headers } = Object.fromEntries(answer.headers);
  const { 'content-length': length, ...others } = headers;
  return METRICS.test(headers['content-type'] ?? '') ? others : headers;
}

function toBody(text: string, type = ''): unknown {
  if (!/^application\/json/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A request that posts JSON. */
export function json(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
