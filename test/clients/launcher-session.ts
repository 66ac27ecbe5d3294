import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { NODE, ROOT } from './installed.ts';

/** The built launcher behind a transport of the SDK. */
export interface LauncherSession {
  readonly pid: number | undefined;
  /** Ends stdin and resolves to the exit code. */
  end(): Promise<number | null>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Forwards every message unchanged, in both directions. */
export function startLauncherSession(transport: Transport, env: Readonly<Record<string, string>>): LauncherSession {
  const launcher = spawn(NODE, [`${ROOT}dist/index.js`], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => launcher.once('close', resolve));
  const underWay = new Set<RequestId>();
  const byToken = new Map<unknown, RequestId>();

  // Over stdio, only a progress token says which request a message belongs to. Other messages are assigned to the
  // request in flight, if there is exactly one.
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
    // Fails if the client has gone.
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
