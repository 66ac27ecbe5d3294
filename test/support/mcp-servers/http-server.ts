import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server as NodeServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

export interface HttpMcpServer {
  readonly url: string;
  /** Each request, as `POST tools/call`, `GET` or `DELETE`, with its headers. */
  readonly seen: { readonly what: string; readonly headers: IncomingMessage['headers'] }[];
  /** Forgets every session. Later requests of these get 404, or the given status and body. */
  forget(status?: number, body?: string): void;
  /** The id of the latest request. */
  lastId: unknown;
  /** The latest body, verbatim. */
  lastBody: string;
  /** Called first for every request. If it returns true, it has answered the request itself. */
  refuse: ((response: ServerResponse, what: string) => boolean) | undefined;
  close(): Promise<void>;
}

/**
 * Starts an MCP server of the SDK on loopback, with a new instance for each session. It speaks Streamable HTTP, the
 * same with JSON responses only (`json`), or the older HTTP+SSE.
 */
export async function startHttpMcpServer(
  kind: 'http' | 'json' | 'sse' = 'http',
  create: () => Pick<Server, 'connect'> = newMcpServer,
): Promise<HttpMcpServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport | SSEServerTransport>();
  let unknown = { status: 404, body: 'no such session' };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', headers } = request;
    const text = method === 'POST' ? await readText(request) : undefined;
    const body = text === undefined ? undefined : JSON.parse(text);
    it.lastBody = text ?? it.lastBody;
    const what = body?.method === undefined ? method : `${method} ${body.method}`;
    it.seen.push({ what, headers });
    it.lastId = body?.id;
    if (it.refuse?.(response, what) === true) return;
    if (kind === 'sse') return answerSse(request, response, body);
    const id = headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (kind === 'json' && method === 'GET') return void response.writeHead(405).end();
    if (known !== undefined) return (known as StreamableHTTPServerTransport).handleRequest(request, response, body);
    if (id !== undefined || body?.method !== 'initialize') {
      response.writeHead(id === undefined ? 400 : unknown.status).end(unknown.body);
      return;
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: kind === 'json',
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    await create().connect(transport as Parameters<Server['connect']>[0]);
    await transport.handleRequest(request, response, body);
  };
  const answerSse = async (request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> => {
    const session = new URL(request.url ?? '/', 'http://localhost').searchParams.get('sessionId') ?? '';
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      sessions.set(transport.sessionId, transport);
      return create().connect(transport);
    }
    const known = sessions.get(session);
    if (known === undefined) response.writeHead(session === '' ? 405 : unknown.status).end(unknown.body);
    else await (known as SSEServerTransport).handlePostMessage(request, response, body);
  };

  const it: HttpMcpServer = {
    url: await listening(server),
    seen: [],
    lastId: undefined,
    lastBody: '',
    refuse: undefined,
    forget(status = 404, body = 'no such session') {
      unknown = { status, body };
      sessions.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  onTestFinished(() => it.close());
  return it;
}

async function listening(server: NodeServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function newMcpServer(): Server {
  const server = new Server({ name: 'over-http', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { sendNotification }) => {
    const progressToken = params._meta?.progressToken;
    if (progressToken !== undefined) {
      await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
    }
    if (params.name === 'change') await server.sendToolListChanged();
    return { content: [{ type: 'text', text: JSON.stringify(params.arguments ?? {}) }] };
  });
  return server;
}
