import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { until } from '../support/until.ts';
import { NODE, ROOT } from './installed.ts';
import { ASKED } from './question.ts';

/**
 * A tool behind the gateway, of the official filesystem server, and arguments that ask it the same question as `read`.
 */
export const FILES_TOOL = 'mcp_files_read_text_file';
export const ASKED_BEHIND: Readonly<Record<string, string>> = {
  path: `${ROOT}${ASKED.file_path}`,
  context_focus_question: ASKED.context_focus_question,
};

/** A shell command that waits until the launcher has stored the server's lists. */
export const awaitLists = (home: string): string => `until [ -e "${listsIn(home)}" ]; do sleep 0.05; done`;

const listsIn = (home: string): string => path.join(home, 'gateway', 'lists.json');

/** Configures the filesystem server for launchers with this MCP_PRUNER_HOME. */
export function configureFiles(home: string): void {
  const file = `${ROOT}test/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js`;
  const files = { command: NODE, args: [file, path.resolve(ROOT)] };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: { files } }), { mode: 0o600 });
}

/** Runs an earlier session, so that the next one lists the server's tools at once. */
export async function rememberFiles(home: string): Promise<void> {
  const client = new Client({ name: 'earlier', version: '1' });
  const transport = new StdioClientTransport({
    command: NODE,
    args: [`${ROOT}dist/index.js`],
    cwd: ROOT,
    env: { HOME: home, MCP_PRUNER_HOME: home },
    stderr: 'ignore',
  });
  await client.connect(transport);
  await client.listTools();
  await until(async () => (existsSync(listsIn(home)) ? true : undefined));
  await client.close();
}
