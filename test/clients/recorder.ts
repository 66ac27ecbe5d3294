import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Message {
  readonly method?: string;
  readonly params?: { readonly clientInfo?: { readonly name: string; readonly version: string } };
}

/** Arguments for node that run the built server with a record of all that its client writes. */
export function recordedServer(record: string): readonly string[] {
  return [fileURLToPath(import.meta.url), record];
}

/** The `clientInfo` that a client introduced itself with. */
export function clientIn(record: string): { readonly name: string; readonly version: string } | undefined {
  const messages = readFileSync(record, 'utf8').trim().split('\n');
  return messages.map((line) => JSON.parse(line) as Message).find(({ method }) => method === 'initialize')?.params
    ?.clientInfo;
}

function run(record: string): void {
  const server = spawn(process.execPath, [fileURLToPath(new URL('../../dist/index.js', import.meta.url))], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  process.stdin.pipe(createWriteStream(record));
  process.stdin.pipe(server.stdin);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));
  server.once('exit', (code) => process.exit(code ?? 1));
}

if (import.meta.main) run(process.argv[2] as string);
