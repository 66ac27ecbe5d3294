import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import type { ClientSession } from '../../../src/mcp/calls/client-session.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { MODERN_ERRORS, type RequestMeta } from '../../../src/mcp/modern/request-meta.ts';
import { createRequestStates, digestOf, type RequestStates } from '../../../src/mcp/modern/request-state.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../platform/timers.ts';
import { RunningCall, type ServerQuestion } from './running-call.ts';

/**
 * Requests that wait while their client collects input for another server behind the gateway. Such a server uses an
 * earlier protocol version: it sends a request of its own and waits. We answer the client's request with that question
 * (`input_required`). The client then repeats its request with the answer, and with a state that identifies the waiting
 * request (MCP 2026-07-28, "Multi Round-Trip Requests").
 */
export interface InputRounds {
  /**
   * Answers a request, or returns the input that it needs. Rejects with an `RpcError` for a state that is forged, used,
   * or too old.
   */
  run(asked: AskedRequest, context: CallContext, answer: AnswerRound): Promise<object>;
  /**
   * Asks the client of a running request. Rejects with an `RpcError` if no such client may be asked. If a capability is
   * missing, a server may pass the error on unchanged.
   */
  readonly ask: ClientSession['request'];
  /** Returns the client of the running request with this signal. */
  of(about: AbortSignal): Pick<RequestMeta, 'capabilities' | 'clientName'> | undefined;
  close(): void;
}

export interface AskedRequest extends Pick<RequestMeta, 'capabilities' | 'clientName'> {
  readonly method: string;
  readonly params: unknown;
}

/** Runs the request itself. It runs once, however often the client has to send it. */
export type AnswerRound = (params: unknown, context: CallContext) => Promise<object>;

export interface InputRoundsOptions {
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** Requests whose results may ask for input. */
const MAY_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);
/** Capability that a client needs for each question. */
const CAPABILITY: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};
/** How long a client may take to come back with the input, in milliseconds. A person may have to be asked. */
export const EXPIRY_MS = 600_000;
/** Max requests that wait for their clients. Beyond the limit, the oldest request is aborted. */
export const MAX_WAITING = 256;

interface Params {
  readonly requestState?: unknown;
  readonly inputResponses?: unknown;
}

export function createInputRounds(options: InputRoundsOptions): InputRounds {
  const rounds = new Rounds(options);
  return {
    run: (asked, context, answer) => rounds.run(asked, context, answer),
    ask: (method, params, signal, key, about) => rounds.ask(method, params, signal, key, about),
    of: (about) => rounds.of(about),
    close: () => rounds.close(),
  };
}

class Rounds {
  readonly #options: InputRoundsOptions;
  readonly #states: RequestStates;
  /** Requests whose clients may be asked, newest last. */
  readonly #running = new Set<RunningCall>();
  /** Requests whose clients have been asked, by the ids of their states. */
  readonly #waiting = new Map<string, { readonly call: RunningCall; readonly cancel: () => void }>();
  /** Questions that arrived while no request was running. */
  readonly #early = new Set<ServerQuestion>();

  constructor(options: InputRoundsOptions) {
    this.#options = options;
    this.#states = createRequestStates(options.now);
  }

  async run(
    { method, params: given, capabilities, clientName }: AskedRequest,
    context: CallContext,
    answer: AnswerRound,
  ): Promise<object> {
    if (!MAY_ASK.has(method)) return await answer(given, context);
    const { requestState, inputResponses, ...params } = (given ?? {}) as Params;
    const { _meta, ...salient } = params as { readonly _meta?: unknown };
    const request = await digestOf(JSON.stringify([method, salient]));
    if (requestState !== undefined) {
      const call = await this.#resumed(method, requestState, request);
      call.capabilities = capabilities;
      call.answer(inputResponses);
      return await this.#round(call, request, context, params);
    }
    const client = { capabilities, clientName, timers: this.#options.timers, answers: inputResponses };
    const call = new RunningCall(context, client, (own) => answer(given === undefined ? given : params, own));
    this.#running.add(call);
    for (const question of this.#early) {
      if (mayBeAsked(call, question.method)) this.#early.delete(question) && call.ask(question);
    }
    return await this.#round(call, request, context, params);
  }

  ask(
    method: string,
    params: unknown,
    signal: AbortSignal,
    key: string = this.#options.newId(),
    about?: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const question: ServerQuestion = { key, method, params, about, resolve, reject };
      signal.addEventListener('abort', () => {
        this.#early.delete(question);
        for (const one of this.#running) one.withdraw(question);
        reject(signal.reason);
      });
      if (this.#askClient(question)) return;
      // Servers ask for the roots when they start.
      if (method === 'roots/list' && about === undefined) this.#early.add(question);
      else reject(this.#running.size > 0 ? missingCapability(method) : methodNotFound(method));
    });
  }

  of(about: AbortSignal): RunningCall | undefined {
    return [...this.#running].find(({ signal }) => signal === about);
  }

  close(): void {
    for (const id of [...this.#waiting.keys()]) this.#giveUp(id, 'the server is shutting down');
    for (const { reject } of this.#early) reject(new Error('the server is shutting down'));
  }

  /** Asks the client. Returns false if no running request allows it. */
  #askClient(question: ServerQuestion): boolean {
    const { about } = question;
    // The protocol may not say which request a question belongs to. The newest one is the most likely.
    const call = [...this.#running].findLast(
      (one) => mayBeAsked(one, question.method) && (about === undefined || one.signal === about),
    );
    call?.ask(question);
    return call !== undefined;
  }

  /** Runs one round. Returns the answer, or the input that is needed first. */
  async #round(call: RunningCall, request: string, context: CallContext, params: Params): Promise<object> {
    const outcome = await call.next(context, params).catch((error: unknown) => {
      this.#running.delete(call);
      throw error;
    });
    if (outcome.kind === 'asks') return this.#toInputRequired(call, request, outcome.questions);
    this.#running.delete(call);
    for (const question of outcome.left) {
      if (!this.#askClient(question)) question.reject(new Error('the request has been answered'));
    }
    return outcome.result;
  }

  /** Suspends the request until its client returns, and returns the questions for the client. */
  async #toInputRequired(
    call: RunningCall,
    request: string,
    questions: ReadonlyMap<string, ServerQuestion>,
  ): Promise<object> {
    const { newId, timers, now } = this.#options;
    const id = newId();
    const cancel = timers.after(EXPIRY_MS, () => this.#giveUp(id, 'the client did not come back'));
    this.#waiting.set(id, { call, cancel });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > MAX_WAITING && oldest !== undefined) {
      this.#giveUp(oldest, 'too many requests wait for their clients');
    }
    const inputRequests = Object.fromEntries(
      Array.from(questions, ([key, { method, params }]) => [
        key,
        { method, ...(params === undefined ? {} : { params }) },
      ]),
    );
    const requestState = await this.#states.sign({ id, request, expiresAt: now() + EXPIRY_MS });
    return { resultType: 'input_required', inputRequests, requestState };
  }

  /** Returns the request that a state belongs to. The state cannot be used again. */
  async #resumed(method: string, state: unknown, request: string): Promise<RunningCall> {
    const known = typeof state === 'string' ? await this.#states.verify(state) : undefined;
    const found = known?.request === request ? this.#waiting.get(known.id) : undefined;
    if (known === undefined || found === undefined) {
      const advice =
        'Invalid requestState: it is of another request, was used, or has expired. Send the request without it';
      throw invalidParams(method, undefined, [{ path: 'requestState', code: 'invalid_value' }], advice);
    }
    this.#waiting.delete(known.id);
    found.cancel();
    return found.call;
  }

  #giveUp(id: string, why: string): void {
    const given = this.#waiting.get(id);
    if (given === undefined) return;
    this.#waiting.delete(id);
    this.#running.delete(given.call);
    given.cancel();
    given.call.abort(new Error(why));
  }
}

function mayBeAsked({ capabilities }: RunningCall, method: string): boolean {
  const needed = CAPABILITY[method];
  return needed !== undefined && capabilities[needed] !== undefined;
}

function missingCapability(method: string): RpcError {
  const needed = CAPABILITY[method];
  if (needed === undefined) return methodNotFound(method);
  const data = { requiredCapabilities: { [needed]: {} } };
  return new RpcError(MODERN_ERRORS.missingCapability, `The client has not declared the capability "${needed}"`, data);
}

function methodNotFound(method: string): RpcError {
  return new RpcError(RPC.methodNotFound, 'Method not found', { method });
}
