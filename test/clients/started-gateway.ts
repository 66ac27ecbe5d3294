import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NODE, ROOT } from './installed.ts';

/** The built gateway over HTTP, with a new home. */
export interface StartedGateway {
  readonly url: string;
  readonly key: string;
  readonly home: string;
  /** Returns the events so far. */
  readonly events: () => string;
  /** Stops the gateway and resolves to its exit code. */
  end(): Promise<number | null>;
}

/** `mcpServers` are the servers of its configuration. */
export async function startGateway(
  mcpServers: object = {},
  env: Readonly<Record<string, string>> = {},
): Promise<StartedGateway> {
  const home = mkdtempSync(path.join(tmpdir(), 'gateway-http-'));
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
  const child = spawn(NODE, [`${ROOT}dist/index.js`, 'gateway', '--http', '0'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: home, PRUNER_URL: 'embedded', MCP_PRUNER_HOME: home, ...env },
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const chunks: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void chunks.push(chunk));
  const [url = ''] = await new Promise<string[]>((resolve) =>
    child.stdout.setEncoding('utf8').once('data', (chunk: string) => resolve(chunk.split('\n'))),
  );
  const key = readFileSync(path.join(home, 'gateway-key'), 'utf8').trim();
  return {
    ...{ url, key, home, events: () => chunks.join('') },
    async end() {
      child.kill('SIGTERM');
      const code = await exited;
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      return code;
    },
  };
}
