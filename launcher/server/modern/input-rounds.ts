import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { MODERN_ERRORS } from '../../../src/mcp/modern/request-meta.ts';
import { createRequestStates, digestOf } from '../../../src/mcp/modern/request-state.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../process/timers.ts';
import type { CallContext } from '../call-context.ts';
import type { ClientSession } from '../client-session.ts';
import { createRunningCall, type Question, type RunningCall } from './running-call.ts';

/**
 * Requests that go on while their client gathers what a server behind us asks for. That server is of an earlier version: it
 * sends a request of its own and waits. The client's request is answered with it (`input_required`), and the client sends
 * its request again, with the answer and the state that names what runs here (MCP 2026-07-28, "Multi Round-Trip Requests").
 */
export interface InputRounds {
  /** Answers a request, or says what it needs. Rejects with an `RpcError` for a state that is forged, used, or too old. */
  run(asked: AskedRequest, context: CallContext, answer: AnswerOnce): Promise<object>;
  /**
   * Asks the client of a request that runs. Rejects with an `RpcError` if there is none that may be asked: for want of a capability
   * with one that a server may hand on as it is.
   */
  readonly ask: ClientSession['request'];
  close(): void;
}

export interface AskedRequest {
  readonly method: string;
  readonly params: unknown;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** Answers the request itself, once, however often the client has to send it. */
export type AnswerOnce = (params: unknown, context: CallContext) => Promise<object>;

export interface InputRoundsOptions {
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** Requests whose results may say that more is needed. */
const MAY_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);
/** What a client has to be able to do to be asked it. */
const CAPABILITY: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};
/** How long a client may take to come back, in milliseconds: a person may have to be asked. */
export const EXPIRY_MS = 600_000;
/** Requests that wait for their client at once; of more the oldest is given up. */
export const MAX_WAITING = 64;

interface Params {
  readonly requestState?: unknown;
  readonly inputResponses?: unknown;
}

export function createInputRounds({ timers, now, newId }: InputRoundsOptions): InputRounds {
  const states = createRequestStates(now);
  /** Those that a client may be asked for, the newest last. */
  const running = new Set<RunningCall>();
  /** Those whose clients have been asked, by the ids of their states. */
  const waiting = new Map<string, { readonly call: RunningCall; readonly cancel: () => void }>();
  /** What was asked when no request ran. */
  const early = new Set<Question>();

  const giveUp = (id: string, why: string): void => {
    const given = waiting.get(id);
    if (given === undefined) return;
    waiting.delete(id);
    running.delete(given.call);
    given.cancel();
    given.call.abort(new Error(why));
  };

  /** Asks the client; false if no request runs by which it may be asked. */
  const asks = (question: Question): boolean => {
    // The protocol does not say which request it is for: most likely the last one.
    const call = [...running].findLast((one) => mayBeAsked(one, question.method));
    call?.ask(question);
    return call !== undefined;
  };

  /** One round: the answer, or what is needed first. */
  const round = async (call: RunningCall, request: string, context: CallContext, params: Params): Promise<object> => {
    const outcome = await call.next(context, params).catch((error: unknown) => {
      running.delete(call);
      throw error;
    });
    if (outcome.kind === 'answered') {
      running.delete(call);
      for (const question of outcome.left) {
        if (!asks(question)) question.reject(new Error('the request has been answered'));
      }
      return outcome.result;
    }
    const id = newId();
    const cancel = timers.after(EXPIRY_MS, () => giveUp(id, 'the client did not come back'));
    waiting.set(id, { call, cancel });
    const [oldest] = waiting.keys();
    if (waiting.size > MAX_WAITING && oldest !== undefined) giveUp(oldest, 'too many requests wait for their clients');
    const inputRequests = Object.fromEntries(
      Array.from(outcome.questions, ([key, { method, params }]) => [
        key,
        { method, ...(params === undefined ? {} : { params }) },
      ]),
    );
    const requestState = await states.sign({ id, request, expiresAt: now() + EXPIRY_MS });
    return { resultType: 'input_required', inputRequests, requestState };
  };

  /** The request that a state belongs to; it is of no further use. */
  const resumed = async (method: string, state: unknown, request: string): Promise<RunningCall> => {
    const known = typeof state === 'string' ? await states.verify(state) : undefined;
    const found = known?.request === request ? waiting.get(known.id) : undefined;
    if (known === undefined || found === undefined) {
      const advice =
        'The requestState is none that this request was given, was used, or has expired: send the request anew.';
      throw invalidParams(method, undefined, [{ path: 'requestState', code: 'invalid_value' }], advice);
    }
    waiting.delete(known.id);
    found.cancel();
    return found.call;
  };

  return {
    async run({ method, params: given, capabilities }, context, answer) {
      if (!MAY_ASK.has(method)) return await answer(given, context);
      const { requestState, inputResponses, ...params } = (given ?? {}) as Params;
      const { _meta, ...salient } = params as { readonly _meta?: unknown };
      const request = await digestOf(JSON.stringify([method, salient]));
      if (requestState !== undefined) {
        const call = await resumed(method, requestState, request);
        call.answer(inputResponses);
        return await round(call, request, context, params);
      }
      const client = { capabilities, timers, answers: inputResponses };
      const call = createRunningCall(context, client, (own) => answer(given === undefined ? given : params, own));
      running.add(call);
      for (const question of early) if (mayBeAsked(call, question.method)) early.delete(question) && call.ask(question);
      return await round(call, request, context, params);
    },
    ask: (method, params, signal, key = newId()) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const question: Question = { key, method, params, resolve, reject };
        signal.addEventListener('abort', () => {
          early.delete(question);
          for (const one of running) one.withdraw(question);
          reject(signal.reason);
        });
        if (asks(question)) return;
        // Servers ask for the roots as they start.
        if (method === 'roots/list') early.add(question);
        else reject(running.size > 0 ? missingCapability(method) : methodNotFound(method));
      }),
    close() {
      for (const id of [...waiting.keys()]) giveUp(id, 'the server is shutting down');
      for (const { reject } of early) reject(new Error('the server is shutting down'));
    },
  };
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
