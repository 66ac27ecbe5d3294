import { onTestFinished } from 'vitest';
import { openLauncher } from '../../../../launcher/cli/open-launcher.ts';
import { readConfig } from '../../../../launcher/platform/settings/config.ts';
import { systemTimers, type Timers } from '../../../../launcher/platform/timers.ts';
import type { ClientServer } from '../../../../launcher/server/client-server.ts';
import type { Handle } from '../../../../launcher/server/handle.ts';
import { serveHttp } from '../../../../launcher/server/http/serve-http.ts';
import { tempDir } from '../../../support/temp-dir.ts';

export const KEY: string = 'k'.repeat(32);

/** A gateway on a loopback port. */
export interface HttpGateway {
  readonly url: string;
  /** The folder that the tools read from. */
  readonly root: string;
  /** Logged events, as name and reason. */
  readonly events: readonly string[];
  /** Posts a message, or a raw text, with the key. */
  post(message: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Sends any other request with the key. */
  send(method: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Begins a session and returns its header. */
  begin(version?: string): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

export interface HttpGatewayOptions {
  readonly timers?: Timers;
  /** Answers every client's requests instead of the launcher. */
  readonly handle?: Handle;
  readonly notified?: ClientServer['notified'];
}

export async function startHttpGateway({
  timers = systemTimers,
  handle,
  notified,
}: HttpGatewayOptions = {}): Promise<HttpGateway> {
  const root = tempDir();
  const env = { PATH: process.env['PATH'], HOME: root, PRUNER_URL: 'embedded', MCP_PRUNER_LEDGER: 'off' };
  const events: string[] = [];
  const log = (_: string, event: string, data: object = {}): void =>
    void events.push([event, ...Object.values(data)].join(' '));
  const launcher = openLauncher({
    ...{ env, cwd: root, version: '1.2.3', given: {}, config: readConfig(env, root), log },
  });
  const serving = await serveHttp({
    ...{ port: 0, key: KEY, timers, log, newId: () => crypto.randomUUID() },
    serve: ({ isOneAgent }) =>
      handle === undefined
        ? launcher.serve({ isOneAgent, hearsHooks: false })
        : { handle, notified, close: async () => {} },
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= serving.close();
    return closing;
  };
  const { url } = serving;
  const authorization = `Bearer ${KEY}`;
  const accept = 'application/json, text/event-stream';
  const gateway: HttpGateway = {
    ...{ url, root, events, close },
    post: (message, headers) =>
      fetch(url, {
        method: 'POST',
        headers: { authorization, accept, 'content-type': 'application/json', ...headers },
        body: typeof message === 'string' ? message : JSON.stringify(message),
      }),
    send: (method, headers) => fetch(url, { method, headers: { authorization, accept, ...headers } }),
    async begin(protocolVersion = '2025-11-25') {
      const clientInfo = { name: 'test', version: '1' };
      const params = { protocolVersion, capabilities: { roots: {}, elicitation: {} }, clientInfo };
      const answered = await gateway.post(request(0, 'initialize', params));
      await answered.text();
      return { 'mcp-session-id': answered.headers.get('mcp-session-id') ?? '' };
    },
  };
  onTestFinished(async () => {
    await close();
    await launcher.close();
  });
  return gateway;
}

export function request(id: unknown, method: string, params?: unknown): object {
  return { jsonrpc: '2.0', id, method, params };
}

/** Yields the messages of an event stream as they arrive. */
export async function* eventsOf({ body }: Response): AsyncGenerator<Record<string, unknown>> {
  let rest = '';
  for await (const text of (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1];
      yield data === undefined ? { comment: part } : (JSON.parse(data) as Record<string, unknown>);
    }
  }
}
