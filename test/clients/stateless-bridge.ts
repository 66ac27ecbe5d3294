import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { classifyMessage, RPC } from '../../src/mcp/json-rpc.ts';
import { META, MODERN_ERRORS } from '../../src/mcp/modern/request-meta.ts';
import { readHeadedRequest } from '../../src/mcp/modern/standard-headers.ts';
import type { RpcError } from '../../src/mcp/rpc-error.ts';
import { NODE, ROOT } from './installed.ts';

/** The built launcher behind an address: Streamable HTTP of MCP 2026-07-28, one process for all requests. */
export interface StatelessBridge {
  readonly url: string;
  /** Requests from the launcher to the client, which that version does not allow. */
  readonly asked: readonly unknown[];
  /** Stops the bridge and resolves to the launcher's exit code. */
  close(): Promise<number | null>;
}

type Fields = Readonly<Record<string, unknown>>;
interface Written {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Fields;
  readonly error?: { readonly code: number };
}

/** A pending request that came over HTTP. */
interface Open {
  readonly id: unknown;
  readonly progressToken: unknown;
  /** True if the client wants log messages with this request. */
  readonly logs: boolean;
  readonly response: ServerResponse;
}

/** HTTP statuses of errors ("Streamable HTTP", section "Error Responses"). All others are sent with 200. */
const STATUS: Readonly<Record<number, number>> = {
  [RPC.methodNotFound]: 404,
  [MODERN_ERRORS.headerMismatch]: 400,
  [MODERN_ERRORS.missingCapability]: 400,
  [MODERN_ERRORS.unsupportedVersion]: 400,
};

/** `file` is the server to start instead of the launcher. */
export async function startStatelessBridge(
  env: Readonly<Record<string, string>>,
  file = `${ROOT}dist/index.js`,
): Promise<StatelessBridge> {
  const launcher = spawn(NODE, [file], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => launcher.once('close', resolve));
  const open = new Map<string, Open>();
  const asked: unknown[] = [];
  let last = 0;

  const write = (message: object): void =>
    void launcher.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  createInterface({ input: launcher.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Written;
    if (message.method !== undefined && message.id !== undefined) asked.push(message);
    else if (message.method === undefined) answer(message);
    else notify(message);
  });
  const answer = (message: Written): void => {
    const request = open.get(String(message.id));
    if (request === undefined) return;
    open.delete(String(message.id));
    const { response, id } = request;
    if (response.headersSent) response.end(toEvent({ ...message, id }));
    else send(response, STATUS[message.error?.code ?? 0] ?? 200, { ...message, id });
  };
  /**
   * Sends a notification to the request that it belongs to. Over stdio a log message does not name its request, so any
   * request that wants logs gets it.
   */
  const notify = ({ params = {}, ...message }: Written): void => {
    const meta = (params['_meta'] ?? {}) as Fields;
    const subscription = meta[META.subscription];
    const key = params['progressToken'] ?? subscription ?? [...open].find(([, { logs }]) => logs)?.[0];
    const request = open.get(String(key));
    if (request === undefined) return;
    const { id, progressToken, response } = request;
    const own = {
      ...('progressToken' in params && { progressToken }),
      ...(subscription !== undefined && { _meta: { ...meta, [META.subscription]: id } }),
    };
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(toEvent({ ...message, params: { ...params, ...own } }));
  };

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host: named, origin } = request.headers;
    if (named !== host || (origin !== undefined && origin !== `http://${host}`))
      return void response.writeHead(403).end();
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
    const message = classifyMessage(JSON.parse(await text(request)));
    if (message.kind === 'notification' || message.kind === 'response') return void response.writeHead(202).end();
    if (message.kind === 'invalid') {
      return send(response, 400, { id: message.id, error: { code: RPC.invalidRequest, message: 'Invalid Request' } });
    }
    const { id, method } = message;
    const params = message.params as Fields | undefined;
    try {
      readHeadedRequest((name) => request.headers[name.toLowerCase()]?.toString(), method, params);
    } catch (error) {
      const { code, message: said, data } = error as RpcError;
      return send(response, 400, { id, error: { code, message: said, data } });
    }
    last += 1;
    const key = `h${last}`;
    const meta = (params?.['_meta'] ?? {}) as Fields;
    const { progressToken } = meta;
    open.set(key, { id, progressToken, logs: META.logLevel in meta, response });
    response.once('close', () => {
      if (open.delete(key)) write({ method: 'notifications/cancelled', params: { requestId: key } });
    });
    const own = progressToken === undefined ? meta : { ...meta, progressToken: key };
    write({ id: key, method, params: { ...params, _meta: own } });
  };

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/mcp`,
    asked,
    async close() {
      launcher.stdin.end();
      const code = await ended;
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return code;
    },
  };
}

function send(response: ServerResponse, status: number, message: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', ...message }));
}

const toEvent = (message: object): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;
