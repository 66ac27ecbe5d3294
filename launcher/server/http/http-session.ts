import type { ServerResponse } from 'node:http';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { BATCH_VERSION, batchFault, classifyMember } from '../../../src/mcp/batch.ts';
import { classifyMessage, keyOf, type RequestId, RPC } from '../../../src/mcp/json-rpc.ts';
import type { ClientServer } from '../client-server.ts';
import type { Handle } from '../handle.ts';
import { Connection } from '../stdio/connection.ts';
import { type Refusal, refuseRequest } from './refusal.ts';
import type { Reply } from './reply.ts';
import { type ClientStream, createClientStream } from './session-stream.ts';

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

/** Session of a client of MCP 2024-11-05 to 2025-11-25. */
export class HttpSession {
  /** Protocol version agreed on by `initialize`. */
  version: unknown;
  readonly #options: HttpSessionOptions;
  /** Posted messages by the keys of their requests, the newest last. */
  readonly #posted = new Map<string, Posted>();
  readonly #stream: ClientStream;
  readonly #connection: Connection;

  constructor(options: HttpSessionOptions) {
    const { server, log, newReply } = options;
    this.#options = options;
    const newest = (): Reply | undefined => [...this.#posted.values()].findLast(({ reply }) => reply.isOpen)?.reply;
    this.#stream = createClientStream(newReply, newest);
    this.#connection = new Connection({
      ...{ notified: server.notified, log },
      handle: (method, params, context) => this.#handle(method, params, context),
      write: (line, done, message, call) => this.#write(line, done, message, call),
    });
  }

  /** Answers a posted message or batch. */
  post(value: unknown, response: ServerResponse): void {
    const keys = this.#requestsIn(value);
    if (!('length' in keys)) {
      refuseRequest(response, keys);
      return;
    }
    if (keys.length === 0) response.writeHead(202).end();
    else {
      const one: Posted = { reply: this.#options.newReply(response), left: new Set(keys) };
      for (const key of keys) this.#posted.set(key, one);
    }
    this.#connection.take(value);
    this.#stream.tellKept();
  }

  /** From now on, sends messages that belong to no request over this response. */
  listen(response: ServerResponse): void {
    this.#stream.open(response);
  }

  /** Ends the streams, because no more requests come. In-flight calls are still answered. */
  close(): void {
    this.#connection.close();
    this.#stream.end();
  }

  /** Ends in-flight calls, and the servers that run for the client. */
  async abort(): Promise<void> {
    this.#connection.abort();
    await this.#options.server.close();
  }

  async #handle(...[method, params, context]: Parameters<Handle>): Promise<object> {
    const { server, onRefused } = this.#options;
    // A cancelled request gets no answer.
    context.signal.addEventListener('abort', () => {
      const key = keyOf(context.id);
      const one = this.#posted.get(key);
      this.#settle(key);
      if (one?.left.size === 0) one.reply.end();
    });
    if (method !== 'initialize') return await server.handle(method, params, context);
    try {
      const result = await server.handle(method, params, context);
      this.version = (result as { readonly protocolVersion?: unknown }).protocolVersion;
      return result;
    } catch (error) {
      onRefused();
      throw error;
    }
  }

  #write(line: string, done: Done, message: object, call: RequestId | undefined): void {
    if (Array.isArray(message)) this.#answer(line, done, message);
    else if (!('method' in message)) this.#answer(line, done, [message]);
    else if (call === undefined) this.#stream.tell(line, done, 'id' in message);
    else {
      const reply = this.#posted.get(keyOf(call))?.reply;
      if (reply === undefined) done(new Error('the call has ended'));
      else reply.push(line, done);
    }
  }

  #answer(line: string, done: Done, answers: readonly { readonly id?: unknown }[]): void {
    const keys = answers.map(({ id }) => keyOf(id));
    const one = keys.map((key) => this.#posted.get(key)).find((found) => found !== undefined);
    for (const key of keys) this.#settle(key);
    if (one === undefined) done(new Error('nobody waits for it'));
    else one.reply.answer(line, done);
  }

  #settle(key: string): void {
    this.#posted.get(key)?.left.delete(key);
    this.#posted.delete(key);
  }

  /** Returns the posted requests, or the reason to refuse all of them. */
  #requestsIn(value: unknown): readonly string[] | Refusal {
    const isBatch = Array.isArray(value);
    const fault = isBatch ? whyNoBatch(value, this.version) : undefined;
    if (fault !== undefined) return invalid(fault);
    const messages = isBatch ? value.map(classifyMember) : [classifyMessage(value)];
    const keys = messages.flatMap((one) => (one.kind === 'request' ? [keyOf(one.id)] : []));
    const wrong = messages.find(({ kind }) => kind === 'invalid');
    if (wrong?.kind === 'invalid' && keys.length === 0) return invalid('Invalid Request', wrong.id);
    const isTaken = new Set(keys).size < keys.length || keys.some((key) => this.#posted.has(key));
    return isTaken ? invalid('Invalid Request: a request with this id is in flight') : keys;
  }
}

function whyNoBatch(values: readonly unknown[], version: unknown): string | undefined {
  if (version === BATCH_VERSION) return batchFault(values);
  return `Invalid Request: only MCP ${BATCH_VERSION} has batches`;
}

function invalid(message: string, id: RequestId | null = null): Refusal {
  return { status: 400, code: RPC.invalidRequest, message, id };
}
