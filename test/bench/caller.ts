import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { timing } from './side-by-side.ts';

/** What a caller is told: which server to start, and then, again and again, what to call. */
export type Order =
  | { readonly start: { readonly command: readonly string[]; readonly env: Readonly<Record<string, string>> } }
  | { readonly call: { readonly name: string; readonly arguments: Record<string, unknown> } };

/** A server, with the client that hosts have, in a process of its own: what another has to collect costs it nothing. */
const client: Client = new Client({ name: 'bench', version: '1.0.0' });

const listed = new Set<string>();

async function obey(order: Order): Promise<number> {
  if ('start' in order) {
    const [command = '', ...args] = order.start.command;
    const env = Object.fromEntries(
      Object.entries({ ...process.env, ...order.start.env }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
    return 0;
  }
  const { name } = order.call;
  while (!listed.has(name)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const tool of (await client.listTools()).tools) listed.add(tool.name);
  }
  return await timing(async () => {
    const { isError } = await client.callTool(order.call);
    if (isError === true) throw new Error(`${name} failed`);
  });
}

if (import.meta.main) {
  process.on('message', (order: Order) => void obey(order).then((took) => process.send?.(took)));
  process.on('disconnect', () => void client.close().finally(() => process.exit()));
}
