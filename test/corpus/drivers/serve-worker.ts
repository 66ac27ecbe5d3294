import { type ChildProcess, spawn } from 'node:child_process';
import type { Place, Variables } from '../stage/place.ts';

/** The worker, as `mcp-pruner serve` runs it. */
export interface Worker {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends SIGTERM and resolves to the exit code and what was logged. */
  stop(): Promise<{ readonly code: number | null; readonly log: readonly string[] }>;
}

export async function serveWorker(place: Place, env: Variables = {}, args: readonly string[] = []): Promise<Worker> {
  const child = spawn(place.stage.node, [`${place.stage.package}/dist/index.js`, 'serve', '--port', '0', ...args], {
    ...{ cwd: place.root, env: place.env(env), stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      if (printed.includes('\n')) resolve(printed.slice(0, printed.indexOf('/prune')));
    });
    void exited.then((code) => reject(new Error(`the worker ended with ${code}: ${log}`)));
  });
  const stop: Worker['stop'] = async () => {
    child.kill('SIGTERM');
    return { code: await exited, log: log.split('\n') };
  };
  return { url, child, stop };
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Sends a request, and reads the whole answer; JSON is parsed. */
export async function ask(worker: Worker, path: string, init: RequestInit = {}): Promise<HttpAnswer> {
  const given = { redirect: 'manual', signal: AbortSignal.timeout(30_000), ...init } as const;
  const answer = await fetch(`${worker.url}${path}`, given);
  const text = await answer.text();
  // When a connection is closed depends on the load; `date` is of the HTTP server's own clock.
  const { date, connection, 'keep-alive': keepAlive, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body: toBody(text, headers['content-type']) };
}

function toBody(text: string, type = ''): unknown {
  if (!/^application\/json/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function json(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
