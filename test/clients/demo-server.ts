import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The default file of this repository, and the question about it. */
export const DEMO = {
  file: 'launcher/server/modern/input-rounds.ts',
  question: 'How long may a client take to come back?',
} as const;

/** Runs the built server on this repository while `run` runs. If that fails, rejects with the server's stderr. */
export async function withDemoServer(run: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ name: 'mcp-pruner-demo', version: '1.0.0' });
  const home = mkdtempSync(path.join(tmpdir(), 'mcp-pruner-demo-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${ROOT}dist/index.js`],
    cwd: ROOT,
    env: { PRUNER_URL: 'embedded', MCP_PRUNER_OUTPUT: 'text', MCP_PRUNER_HOME: home, MCP_PRUNER_LEDGER: 'off' },
    stderr: 'pipe',
  });
  let events = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    events += chunk.toString();
  });
  try {
    await client.connect(transport);
    await run(client);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe server wrote:\n${events}`);
  } finally {
    await client.close();
    rmSync(home, { recursive: true });
  }
}
