import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { toText } from '../../support/scripted-model/loopback.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { NODE, ROOT } from '../installed.ts';
import type { Call } from './agent.ts';

/** Our server without an agent. Agents have to send their model the same answers. */
export interface Straight extends AsyncDisposable {
  answer(call: Call): Promise<string>;
}

export async function startStraight(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Straight> {
  const home = tempDir();
  const client = new Client({ name: 'straight', version: '1' });
  const own = { PATH: process.env['PATH'] ?? '', HOME: home, MCP_PRUNER_HOME: home };
  const transport = new StdioClientTransport({
    command: NODE,
    args: [`${ROOT}dist/index.js`],
    cwd,
    env: { ...own, PRUNER_URL: 'embedded', MCP_PRUNER_OUTPUT: 'text', ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  return {
    async answer({ tool, input }) {
      const { content } = await client.callTool({ name: tool, arguments: input });
      return toText(content);
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Returns the artifact reference of the whole text that an answer names. */
export function refIn(answer: string | undefined): string {
  const ref = /artifact ref="(ax:[^"]+)"/.exec(answer ?? '')?.[1];
  if (ref === undefined) throw new Error(`no reference in ${JSON.stringify(answer)}`);
  return ref;
}
