import { loadO200k } from '../src/tokens/o200k.ts';
import { createApp } from './app.ts';
import { jsonLines } from './events/worker-event.ts';
import { limitsFrom } from './limits.ts';

/** The part of Deno's global that this entry uses. */
declare const Deno: {
  readonly env: { get(name: string): string | undefined };
  readonly stderr: { writeSync(bytes: Uint8Array): number };
  serve(
    options: { hostname: string; port: number; onListen(address: { port: number }): void },
    handler: (request: Request) => Response | Promise<Response>,
  ): { shutdown(): Promise<void>; readonly finished: Promise<void> };
  addSignalListener(signal: 'SIGTERM' | 'SIGINT', handler: () => void): void;
  exit(code: number): never;
};

const DEFAULT_PORT = '8000';
const hostname = '127.0.0.1';

const encoder = new TextEncoder();
const log = jsonLines((line) => Deno.stderr.writeSync(encoder.encode(line)));
const limits = limitsFrom({ PRUNER_MAX_BODY_BYTES: Deno.env.get('PRUNER_MAX_BODY_BYTES') });
const app = createApp({ log, limits });

const server = Deno.serve(
  {
    hostname,
    port: Number(Deno.env.get('PORT') ?? DEFAULT_PORT),
    onListen: ({ port }) => log({ event: 'listening', url: `http://${hostname}:${port}`, runtime: 'deno' }),
  },
  (request) => app.fetch(request),
);

// Else the first request waits for it. Should it fail, that request says so.
loadO200k().catch(() => {});

async function stop(): Promise<void> {
  await server.shutdown();
  log({ event: 'closed' });
  Deno.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  Deno.addSignalListener(signal, () => void stop());
}
