import { homedir } from 'node:os';
import path from 'node:path';
import { gatherLines } from '../src/events/gathered-lines.ts';
import { loadO200k } from '../src/tokens/o200k.ts';
import { noticesBeforeListening } from './access/before-listening.ts';
import { compose } from './compose.ts';
import { jsonLines } from './events/worker-event.ts';
import { FLUSH_MS } from './ledger/flush-ms.ts';
import { npmParentGone, type Ps } from './npm-parent.ts';
import { sha256 } from './sha256.ts';
import { openSqliteFile } from './sqlite-file.ts';
import { WORKER_VARIABLES } from './variables.ts';

/** The part of Deno's global that this entry uses. */
declare const Deno: {
  readonly env: { get(name: string): string | undefined };
  readonly pid: number;
  readonly Command: new (
    command: string,
    options: { readonly args: readonly string[]; readonly stderr: 'null' },
  ) => { output(): Promise<{ readonly stdout: Uint8Array }> };
  readonly stderr: { writeSync(bytes: Uint8Array): number };
  serve(
    options: { hostname: string; port: number; onListen(address: { hostname: string; port: number }): void },
    handler: (
      request: Request,
      info: { readonly remoteAddr: { readonly hostname: string } },
    ) => Response | Promise<Response>,
  ): { shutdown(): Promise<void>; readonly finished: Promise<void> };
  addSignalListener(signal: 'SIGTERM' | 'SIGINT', handler: () => void): void;
  exit(code: number): never;
};

/** How long a stop waits for answers under way, in milliseconds. */
const DRAIN_MS = 10_000;
/** How often a worker that npm started looks whether npm is there, in milliseconds. */
const PARENT_LOOK_MS = 2_000;

const env: Record<string, string | undefined> = Object.fromEntries(
  Object.keys(WORKER_VARIABLES).map((name) => [name, Deno.env.get(name) || undefined]),
);
const encoder = new TextEncoder();
const lines = gatherLines((text) => void Deno.stderr.writeSync(encoder.encode(text)));
const log = jsonLines(lines.write, () => new Date().toISOString());
// Also where a fault ends the process.
globalThis.addEventListener('unload', lines.flush);
const hostname = env['HOST'] ?? WORKER_VARIABLES.HOST.fallback;
const port = Number(env['PORT'] ?? WORKER_VARIABLES.PORT.fallback);

const database = await openSqliteFile(env['PRUNER_DATA_DIR'] ?? path.join(homedir(), '.mcp-pruner', 'worker'));
for (const notice of await noticesBeforeListening(hostname, env, database)) log(notice);
const { app, close, stopping } = compose({ env, database, keyless: 'local', flushMs: FLUSH_MS, sha256, log });

const server = Deno.serve(
  {
    hostname,
    port,
    onListen: (address) => {
      const host = address.hostname.includes(':') ? `[${address.hostname}]` : address.hostname;
      log({ event: 'listening', url: `http://${host}:${address.port}`, runtime: 'deno' });
    },
  },
  (request, { remoteAddr }) => app.fetch(request, { address: () => remoteAddr.hostname }),
);

// Else the first request waits for it. Should it fail, that request says so.
loadO200k().catch(() => {});

async function stop(): Promise<void> {
  stopping();
  const cut = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS));
  await Promise.race([server.shutdown(), cut]);
  await close();
  log({ event: 'closed' });
  lines.flush();
  Deno.exit(0);
}

let isStopping = false;
const stopOnce = (): void => {
  if (!isStopping) void stop();
  isStopping = true;
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) Deno.addSignalListener(signal, stopOnce);

/** Undefined without the permission, or on a system without `ps`. */
const ps: Ps = async (...args) => {
  try {
    return new TextDecoder().decode((await new Deno.Command('ps', { args, stderr: 'null' }).output()).stdout);
  } catch {
    return undefined;
  }
};
// Set by npm for what it starts.
if (Deno.env.get('npm_execpath') !== undefined) {
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PARENT_LOOK_MS));
  void npmParentGone({ ps, pid: Deno.pid, pause }).then(stopOnce);
}
