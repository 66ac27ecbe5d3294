import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { NODE, ROOT } from './installed.ts';

/** The built launcher behind a transport of the SDK's. */
export interface LauncherSession {
  readonly pid: number | undefined;
  /** Ends its stdin and resolves to its exit code. */
  end(): Promise<number | null>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Hands every message on as it is, in both directions. */
export function startLauncherSession(transport: Transport, env: Readonly<Record<string, string>>): LauncherSession {
  const launcher = spawn(NODE, [`${ROOT}dist/index.js`], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => launcher.once('close', resolve));
  const underWay = new Set<RequestId>();
  const byToken = new Map<unknown, RequestId>();

  // Over stdio nothing but a progress token tells which request a message belongs to: the only one, if there is one.
  const requestOf = (message: JSONRPCMessage): RequestId | undefined => {
    if (!('method' in message)) return undefined;
    const { method, params } = message;
    if (method === 'notifications/progress') return byToken.get((params as Fields | undefined)?.['progressToken']);
    const [only, more] = underWay;
    return more === undefined && ('id' in message || method === 'notifications/message') ? only : undefined;
  };

  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) {
      underWay.add(message.id);
      const token = message.params?._meta?.progressToken;
      if (token !== undefined) byToken.set(token, message.id);
    }
    launcher.stdin.write(`${JSON.stringify(message)}\n`);
  };
  createInterface({ input: launcher.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as JSONRPCMessage;
    const relatedRequestId = requestOf(message);
    if (!('method' in message)) underWay.delete(message.id as RequestId);
    // Fails where the client has gone.
    transport.send(message, relatedRequestId === undefined ? {} : { relatedRequestId }).catch(() => {});
  });
  return {
    pid: launcher.pid,
    end() {
      launcher.stdin.end();
      return ended;
    },
  };
}
