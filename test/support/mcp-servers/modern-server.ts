import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { META, readRequestMeta } from '../../../src/mcp/modern/request-meta.ts';
import { readHeadedRequest } from '../../../src/mcp/modern/standard-headers.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Request {
  readonly id: string | number;
  readonly method: string;
  readonly params?: Fields;
}

type Tell = (method: string, params: Fields) => void;
type Answer = (request: Request, tell: Tell, signal: AbortSignal) => Promise<object | undefined>;

const schema = { type: 'object' };
const TOOLS = [
  { name: 'echo', inputSchema: { ...schema, properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } } },
  { name: 'ask', inputSchema: schema },
  { name: 'change', inputSchema: schema },
  { name: 'invalid', inputSchema: { ...schema, properties: { n: { type: 'number', 'x-mcp-header': 'N' } } } },
];

/**
 * A server that only speaks MCP 2026-07-28. `answer` returns the response to a request, or resolves to undefined if the
 * request was cancelled.
 */
function createModernFixture(): { readonly answer: Answer } {
  const listening = new Set<{ readonly id: Request['id']; readonly filter: Fields; readonly tell: Tell }>();
  const serverInfo = { name: 'modern', version: '1' };

  const answer = async (request: Request, tell: Tell, signal: AbortSignal): Promise<object | undefined> => {
    const { id, method, params = {} } = request;
    const meta = readRequestMeta(method, params);
    if (meta === undefined) {
      throw new RpcError(-32022, 'Unsupported protocol version', { supported: ['2026-07-28'], requested: 'none' });
    }
    const _meta = { [META.server]: serverInfo };
    const done = (result: object): object => ({ resultType: 'complete', ...result, _meta });
    switch (method) {
      case 'server/discover': {
        const list = { listChanged: true };
        const capabilities = { tools: list, resources: { ...list, subscribe: true }, logging: {} };
        const found = { supportedVersions: ['2026-07-28'], capabilities, instructions: 'Be brief.' };
        return done({ ...found, ttlMs: 0, cacheScope: 'private' });
      }
      case 'tools/list':
        return done({ tools: TOOLS, ttlMs: 0, cacheScope: 'private' });
      case 'resources/list':
        return done({ resources: [{ uri: 'x:1', name: 'one' }], ttlMs: 0, cacheScope: 'private' });
      case 'subscriptions/listen': {
        const filter = params['notifications'] as Fields;
        const of = { [META.subscription]: id };
        const one = { id, filter, tell: (name: string, told: Fields) => tell(name, { ...told, _meta: of }) };
        listening.add(one);
        one.tell('notifications/subscriptions/acknowledged', { notifications: filter });
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        listening.delete(one);
        return undefined;
      }
      case 'tools/call':
        return done(await call(params, meta.logLevel, tell));
      default:
        throw new RpcError(-32601, 'Method not found');
    }
  };

  const call = async (params: Fields, logLevel: unknown, tell: Tell): Promise<object> => {
    const { name, arguments: args, inputResponses, requestState, _meta } = params;
    const text = (value: unknown): object => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
    const token = (_meta as Fields)['progressToken'];
    if (token !== undefined) tell('notifications/progress', { progressToken: token, progress: 1 });
    if (logLevel !== undefined) tell('notifications/message', { level: 'info', data: 'called' });
    if (name === 'ask' && requestState === undefined) {
      const params = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
      const inputRequests = { who: { method: 'elicitation/create', params }, where: { method: 'roots/list' } };
      return { resultType: 'input_required', inputRequests, requestState: 'opaque' };
    }
    if (name === 'change') {
      for (const { filter, tell: told } of listening) {
        if (filter['toolsListChanged'] === true) told('notifications/tools/list_changed', {});
        for (const uri of (filter['resourceSubscriptions'] ?? []) as string[])
          told('notifications/resources/updated', { uri });
      }
    }
    return text({ args, inputResponses, requestState, listening: listening.size });
  };
  return { answer };
}

const toError = (error: unknown): object => {
  const { code = -32603, message, data } = error as RpcError;
  return { code, message, data };
};

export interface ModernHttpServer {
  readonly url: string;
  /** Headers of each request. */
  readonly headers: readonly IncomingMessage['headers'][];
}

/** Starts the same server over HTTP. */
export async function startModernHttpServer(): Promise<ModernHttpServer> {
  const { answer } = createModernFixture();
  const headers: IncomingMessage['headers'][] = [];
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.method !== 'POST') return void response.writeHead(405).end();
    const request = (await json(incoming)) as Request;
    headers.push(incoming.headers);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const isStream = request.method === 'subscriptions/listen' || request.method === 'tools/call';
    const event = (message: object): void => {
      response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
    };
    try {
      readHeadedRequest(
        (name) => incoming.headers[name.toLowerCase()] as string | undefined,
        request.method,
        request.params,
      );
      if (isStream) response.writeHead(200, { 'content-type': 'text/event-stream' });
      const result = await answer(request, (method, params) => event({ method, params }), gone.signal);
      if (result === undefined) return;
      if (isStream) event({ id: request.id, result });
      else response.writeHead(200, { 'content-type': 'application/json' });
      response.end(isStream ? undefined : JSON.stringify({ jsonrpc: '2.0', id: request.id, result }));
    } catch (error) {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: request.id, error: toError(error) }));
    }
  };
  const server = createServer((incoming, response) => void handle(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, headers };
}

function serveStdio(): void {
  const { answer } = createModernFixture();
  const running = new Map<unknown, AbortController>();
  const send = (message: object): void =>
    void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  createInterface(process.stdin).on('line', (line) => {
    const request = JSON.parse(line) as Request;
    if (request.id === undefined) return running.get(request.params?.['requestId'])?.abort();
    const stop = new AbortController();
    running.set(request.id, stop);
    answer(request, (method, params) => send({ method, params }), stop.signal).then(
      (result) => result && send({ id: request.id, result }),
      (error: unknown) => send({ id: request.id, error: toError(error) }),
    );
  });
}

if (import.meta.main) serveStdio();
