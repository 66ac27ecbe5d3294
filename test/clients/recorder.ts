import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { META } from '../../src/mcp/modern/request-meta.ts';

interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

interface Message {
  readonly method?: string;
  readonly params?: {
    readonly clientInfo?: ClientInfo;
    readonly protocolVersion?: string;
    readonly _meta?: { readonly [META.client]?: ClientInfo; readonly [META.version]?: string };
  };
}

/** A client's name and version, and its version of MCP. */
export interface RecordedClient extends ClientInfo {
  readonly protocol: string | undefined;
}

/** Arguments for node that run the built server and record everything that the client writes. */
export function recordedServer(record: string): readonly string[] {
  return [fileURLToPath(import.meta.url), record];
}

/** Returns the client of a record. A client that calls tools without a session identifies itself with each call. */
export function clientIn(record: string): RecordedClient | undefined {
  const messages = readFileSync(record, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Message);
  const found = (name: string) => messages.find(({ method }) => method === name)?.params;
  const { clientInfo, protocolVersion } = found('initialize') ?? {};
  if (clientInfo !== undefined) return { ...clientInfo, protocol: protocolVersion };
  const meta = found('tools/call')?._meta;
  const said = meta?.[META.client];
  return said && { ...said, protocol: meta?.[META.version] };
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
