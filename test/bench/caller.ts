import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { timing } from './side-by-side.ts';

/** An order to the caller: start this server (the first order), or call this tool. */
export type Order =
  | { readonly start: { readonly command: readonly string[]; readonly env: Readonly<Record<string, string>> } }
  | { readonly call: { readonly name: string; readonly arguments: Record<string, unknown> } };

/**
 * The SDK's client with one server, in its own process, so that its times include no other client's garbage collection.
 */
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
