import { spawn } from 'node:child_process';

interface Answer {
  readonly result?: { readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

/** An MCP server in its own process, with a minimal client. */
export interface McpSession {
  request(method: string, params: object): Promise<Answer>;
  /** Ends stdin and resolves when the server has ended. Kills the server if it does not end by itself. */
  close(): Promise<void>;
}

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } };
const GRACE_MS = 2000;

export function spawnServer(command: readonly string[], env: Readonly<Record<string, string>>): McpSession {
  const child = spawn(command[0] as string, command.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const pending = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let chunks: Buffer[] = [];
  const receive = (line: string): void => {
    const message = JSON.parse(line) as Answer & { readonly id?: number };
    if (message.id !== undefined) pending.get(message.id)?.resolve(message);
  };
  child.stdout.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      chunks.push(chunk.subarray(from, end));
      receive(Buffer.concat(chunks).toString());
      chunks = [];
      from = end + 1;
    }
    if (from < chunk.length) chunks.push(chunk.subarray(from));
  });
  void exited.then(() => {
    for (const { reject } of pending.values()) reject(new Error(`"${command.join(' ')}" ended before it answered`));
  });
  let id = 0;
  return {
    request: (method, params) =>
      new Promise<Answer>((resolve, reject) => {
        pending.set(++id, { resolve, reject });
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      }),
    close: async () => {
      const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      child.stdin.end();
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Sends `initialize` to a server and resolves to its answer. */
export function initialize(session: McpSession): Promise<Answer> {
  return session.request('initialize', INITIALIZE);
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': INITIALIZE.clientInfo,
  'io.modelcontextprotocol/clientCapabilities': INITIALIZE.capabilities,
};

/** Sends `server/discover`, the first request of clients of MCP 2026-07-28; rejects if it fails. */
export async function discover(session: McpSession): Promise<void> {
  const { error } = await session.request('server/discover', { _meta: META });
  if (error !== undefined) throw new Error(`server/discover failed: ${error.message}`);
}

/** Calls a tool; rejects if the call fails. */
export async function callTool(session: McpSession, name: string, args: object): Promise<void> {
  const { result, error } = await session.request('tools/call', { name, arguments: args });
  if (result === undefined || result.isError === true) {
    throw new Error(`${name} failed: ${error?.message ?? JSON.stringify(result).slice(0, 500)}`);
  }
}
