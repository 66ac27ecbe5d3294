export type FetchLike = (target: string | URL, init?: RequestInit) => Promise<Response>;

/** Global under which Node's fetch keeps its dispatcher. It exists after the first request. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** Max time until an answer starts, and between two parts of it, in milliseconds. 0 means no limit. */
export interface AnswerTimes {
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/**
 * Creates a fetch without a timeout of its own. Node's fetch gives up after five minutes of silence, but a call may
 * take longer. TCP keep-alive detects dead connections. Other runtimes have no such timeout.
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

/** Creates a dispatcher of the same class as Node's own, which may be configured for a proxy. */
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
