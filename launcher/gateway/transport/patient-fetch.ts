import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

/** The global under which Node's fetch keeps its dispatcher. It exists from the first request on. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** Milliseconds until an answer has begun, and between two parts of it; 0: any time. */
export interface AnswerTimes {
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/**
 * A fetch that waits for an answer as long as its caller does. Node's own gives up after five minutes of silence, which a
 * call may well take; a connection that is dead is found by TCP's keep-alive. Other runtimes wait by themselves.
 */
export function createPatientFetch(times: AnswerTimes): FetchLike {
  let made: Promise<object | undefined> | undefined;
  return async (target, init) => {
    made ??= newDispatcher(times);
    const dispatcher = await made;
    return fetch(target, dispatcher === undefined ? init : ({ ...init, dispatcher } as RequestInit));
  };
}

export const patientFetch: FetchLike = createPatientFetch({ headersTimeout: 0, bodyTimeout: 0 });

/** One of the kind that Node uses by itself, which may know of a proxy. */
async function newDispatcher(times: AnswerTimes): Promise<object | undefined> {
  try {
    await fetch('data:,');
    const used = (globalThis as { readonly [DISPATCHER]?: object })[DISPATCHER];
    const Dispatcher = used?.constructor as (new (times: AnswerTimes) => object) | undefined;
    return Dispatcher && new Dispatcher(times);
  } catch {
    return undefined;
  }
}
