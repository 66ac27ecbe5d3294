import type { ServerResponse } from 'node:http';
import { BATCH_VERSION, batchFault, classifyMember } from '../../src/mcp/batch.ts';
import { classifyMessage, keyOf, type RequestId, RPC } from '../../src/mcp/json-rpc.ts';
import type { EventLog } from '../events/event-log.ts';
import type { ClientServer } from '../server/client-server.ts';
import type { Handle } from '../server/server.ts';
import { createConnection } from '../stdio/connection.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Reply } from './reply.ts';
import { createSessionStream } from './session-stream.ts';

/** Session of a client of MCP 2024-11-05 to 2025-11-25. */
export interface HttpSession {
  /** Answers a posted message or batch. */
  post(value: unknown, response: ServerResponse): void;
  /** Sends messages that belong to no request over this response from now on. */
  listen(response: ServerResponse): void;
  /** Protocol version agreed on by `initialize`. */
  readonly version: unknown;
  /** Ends the streams, because no more requests come. In-flight calls are still answered. */
  close(): void;
  /** Ends in-flight calls, and the servers that run for the client. */
  abort(): Promise<void>;
}

export interface HttpSessionOptions {
  readonly server: ClientServer;
  readonly log: EventLog;
  readonly newReply: (response: ServerResponse) => Reply;
  /** Called if the session could not begin. */
  readonly onRefused: () => void;
}

type Done = (error?: Error | null) => void;

/** A posted message or batch: its reply, and its pending requests. */
interface Posted {
  readonly reply: Reply;
  readonly left: Set<string>;
}

export function createHttpSession({ server, log, newReply, onRefused }: HttpSessionOptions): HttpSession {
  /** Posted messages by the keys of their requests, the newest last. */
  const posted = new Map<string, Posted>();
  const stream = createSessionStream(newReply, () => [...posted.values()].findLast(({ reply }) => reply.isOpen)?.reply);
  let version: unknown;

  const settle = (key: string): void => {
    posted.get(key)?.left.delete(key);
    posted.delete(key);
  };
  const answer = (line: string, done: Done, answers: readonly { readonly id?: unknown }[]): void => {
    const keys = answers.map(({ id }) => keyOf(id));
    const one = keys.map((key) => posted.get(key)).find((found) => found !== undefined);
    keys.forEach(settle);
    if (one === undefined) done(new Error('nobody waits for it'));
    else one.reply.answer(line, done);
  };
  const handle: Handle = async (method, params, context) => {
    // A cancelled request gets no answer.
    context.signal.addEventListener('abort', () => {
      const key = keyOf(context.id);
      const one = posted.get(key);
      settle(key);
      if (one?.left.size === 0) one.reply.end();
    });
    if (method !== 'initialize') return await server.handle(method, params, context);
    try {
      const result = await server.handle(method, params, context);
      version = (result as { readonly protocolVersion?: unknown }).protocolVersion;
      return result;
    } catch (error) {
      onRefused();
      throw error;
    }
  };
  const connection = createConnection({
    ...{ handle, notified: server.notified, log },
    write(line, done, message, call) {
      if (Array.isArray(message)) answer(line, done, message);
      else if (!('method' in message)) answer(line, done, [message]);
      else if (call === undefined) stream.tell(line, done, 'id' in message);
      else {
        const reply = posted.get(keyOf(call))?.reply;
        if (reply === undefined) done(new Error('the call has ended'));
        else reply.push(line, done);
      }
    },
  });
  /** Returns the posted requests, or the reason to refuse all of them. */
  const requestsIn = (value: unknown): readonly string[] | Refusal => {
    const isBatch = Array.isArray(value);
    const fault = isBatch ? whyNoBatch(value, version) : undefined;
    if (fault !== undefined) return invalid(fault);
    const messages = isBatch ? value.map(classifyMember) : [classifyMessage(value)];
    const keys = messages.flatMap((one) => (one.kind === 'request' ? [keyOf(one.id)] : []));
    const wrong = messages.find(({ kind }) => kind === 'invalid');
    if (wrong?.kind === 'invalid' && keys.length === 0) return invalid('Invalid Request', wrong.id);
    const isTaken = new Set(keys).size < keys.length || keys.some((key) => posted.has(key));
    return isTaken ? invalid('Invalid Request: a request with this id is under way') : keys;
  };

  return {
    get version() {
      return version;
    },
    post(value, response) {
      const keys = requestsIn(value);
      if (!('length' in keys)) return refuse(response, keys);
      if (keys.length === 0) response.writeHead(202).end();
      else {
        const one: Posted = { reply: newReply(response), left: new Set(keys) };
        for (const key of keys) posted.set(key, one);
      }
      connection.take(value);
      stream.tellKept();
    },
    listen: stream.open,
    close() {
      connection.close();
      stream.end();
    },
    async abort() {
      connection.abort();
      await server.close();
    },
  };
}

function whyNoBatch(values: readonly unknown[], version: unknown): string | undefined {
  if (version === BATCH_VERSION) return batchFault(values);
  return `Invalid Request: batches are of MCP ${BATCH_VERSION} alone`;
}

function invalid(message: string, id: RequestId | null = null): Refusal {
  return { status: 400, code: RPC.invalidRequest, message, id };
}
