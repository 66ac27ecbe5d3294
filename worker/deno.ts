import { homedir } from 'node:os';
import path from 'node:path';
import { gatherLines } from '../src/base/events/gathered-lines.ts';
import { jsonLines } from './http/events/worker-event.ts';
import { type NodeWorker, startNodeWorker } from './node.ts';
import { npmParentGone, type Ps } from './runtime/npm-parent.ts';
import { WORKER_VARIABLES } from './settings/variables.ts';

/** The part of Deno's global that we use. */
declare const Deno: {
  readonly env: { get(name: string): string | undefined };
  readonly pid: number;
  readonly args: readonly string[];
  readonly Command: new (
    command: string,
    options: { readonly args: readonly string[]; readonly stderr: 'null' },
  ) => { output(): Promise<{ readonly stdout: Uint8Array }> };
  readonly stderr: { writeSync(bytes: Uint8Array): number };
  addSignalListener(signal: 'SIGTERM' | 'SIGINT', handler: () => void): void;
  exit(code: number): never;
};

/** Milliseconds between checks whether the npm that started this worker still runs. */
const PARENT_LOOK_MS = 2_000;

const env: Record<string, string | undefined> = Object.fromEntries(
  Object.keys(WORKER_VARIABLES).map((name) => [name, Deno.env.get(name) || undefined]),
);
const encoder = new TextEncoder();
const lines = gatherLines((text) => {
  try {
    Deno.stderr.writeSync(encoder.encode(text));
  } catch {
    // The reader of the log may end first, or the disk may be full. That must not end the worker.
  }
});
const log = jsonLines(lines.write, () => new Date().toISOString());
// Also runs if a fault ends the process.
globalThis.addEventListener('unload', lines.flush);
const host = env['HOST'] ?? WORKER_VARIABLES.HOST.fallback;
const port = env['PORT'] ?? String(WORKER_VARIABLES.PORT.fallback);
const dataDir = env['PRUNER_DATA_DIR'] ?? path.join(homedir(), '.mcp-pruner', 'worker');

// Uses `node:http`, because `Deno.serve` never ends a connection that idles or does not finish its headers.
const worker = await start().catch((error: Error) => {
  log({ event: 'notice', message: `cannot start: ${error.message}` });
  lines.flush();
  return Deno.exit(1);
});

async function start(): Promise<NodeWorker> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new RangeError(`cannot use PORT ${JSON.stringify(port)}: expected an integer from 0 to 65535`);
  const acceptsDamage = Deno.args.includes('--accept-damage');
  return await startNodeWorker({ host, port: Number(port), dataDir, env, log, runtime: 'deno', acceptsDamage });
}

let isStopping = false;
const stopOnce = (): void => {
  if (isStopping) return;
  isStopping = true;
  void worker.close().then(() => {
    lines.flush();
    Deno.exit(0);
  });
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) Deno.addSignalListener(signal, stopOnce);

/** Resolves to undefined without the permission, or on a system without `ps`. */
const ps: Ps = async (...args) => {
  try {
    return new TextDecoder().decode((await new Deno.Command('ps', { args, stderr: 'null' }).output()).stdout);
  } catch {
    return undefined;
  }
};
// npm sets this for the processes it starts.
if (Deno.env.get('npm_execpath') !== undefined) {
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PARENT_LOOK_MS));
  void npmParentGone({ ps, pid: Deno.pid, pause }).then(stopOnce);
}
