import type { Message } from '../../src/mcp/json-rpc.ts';
import { RPC } from '../../src/mcp/json-rpc.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import type { ClientSession } from '../server/client-session.ts';

type Answer = Extract<Message, { kind: 'response' }>;

/** The requests that this side asks, until they are answered. */
export interface AskedRequests {
  readonly ask: ClientSession['request'];
  /** One answer; false where nothing with its id was asked. */
  answered(answer: Answer): boolean;
  /** None of them is answered any more. */
  end(reason: Error): void;
}

/** Numbers them from 1: of id 0 some peers cannot be told that it is cancelled. */
export function createAskedRequests(send: (message: object) => void): AskedRequests {
  const waiting = new Map<number, (answer: Answer | Error) => void>();
  let last = 0;
  let ended: Error | undefined;
  return {
    ask: (method, params, signal) =>
      new Promise((resolve, reject) => {
        const gone = ended ?? (signal.aborted ? signal.reason : undefined);
        if (gone !== undefined) return reject(gone);
        last += 1;
        const id = last;
        const cancel = (): void => {
          send({ method: 'notifications/cancelled', params: { requestId: id } });
          settle(signal.reason);
        };
        const settle = (answer: Answer | Error): void => {
          waiting.delete(id);
          signal.removeEventListener('abort', cancel);
          if (answer instanceof Error) reject(answer);
          else if (answer.error !== undefined) reject(toRpcError(answer.error));
          else resolve((answer.result ?? {}) as Readonly<Record<string, unknown>>);
        };
        signal.addEventListener('abort', cancel, { once: true });
        waiting.set(id, settle);
        send({ id, method, params });
      }),
    answered: (answer) => {
      const settle = waiting.get(answer.id as number);
      settle?.(answer);
      return settle !== undefined;
    },
    end: (reason) => {
      ended = reason;
      for (const settle of [...waiting.values()]) settle(reason);
    },
  };
}

function toRpcError(error: unknown): RpcError {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: object };
  return new RpcError(typeof code === 'number' ? code : RPC.internalError, String(message ?? 'unknown error'), data);
}
