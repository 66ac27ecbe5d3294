import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type LauncherSession, startLauncherSession } from './launcher-session.ts';

/** The built launcher behind an address (Streamable HTTP), with one process per session. */
export interface HttpBridge {
  readonly url: string;
  /** Ends all sessions, and resolves to the exit codes of their launchers. */
  close(): Promise<readonly (number | null)[]>;
}

/** `newEnv` returns the environment of the next session's launcher. */
export async function startHttpBridge(newEnv: () => Readonly<Record<string, string>>): Promise<HttpBridge> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const launchers: LauncherSession[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const newTransport = (): StreamableHTTPServerTransport => {
    let launcher: LauncherSession | undefined;
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableDnsRebindingProtection: true,
      allowedHosts: [host],
      allowedOrigins: [`http://${host}`],
      onsessioninitialized(id) {
        transports.set(id, transport);
        launcher = startLauncherSession(transport as Transport, newEnv());
        launchers.push(launcher);
      },
      onsessionclosed(id) {
        transports.delete(id);
        void launcher?.end();
      },
    });
    return transport;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = request.method === 'POST' ? await json(request) : undefined;
    const id = request.headers['mcp-session-id'];
    const transport = id === undefined ? newTransport() : transports.get(String(id));
    if (transport === undefined) response.writeHead(404).end();
    else await transport.handleRequest(request, response, body);
  };
  return {
    url: `http://${host}/mcp`,
    async close() {
      const codes = await Promise.all(launchers.map((launcher) => launcher.end()));
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return codes;
    },
  };
}
