import { json } from '../../drivers/http-server.ts';

/** A request of MCP. */
export function rpc(method: string, params?: object, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return json({ jsonrpc: '2.0', id: 1, method, params }, { accept: 'application/json, text/event-stream', ...headers });
}
