import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import type { Timers } from '../../platform/timers.ts';

/** A question of another server for the client. */
export interface ServerQuestion {
  /** Suggested key of the question within its request. */
  readonly key: string;
  readonly method: string;
  readonly params: unknown;
  /** Signal of the request that the question is about, if known. */
  readonly about?: AbortSignal | undefined;
  resolve(result: Readonly<Record<string, unknown>>): void;
  reject(error: unknown): void;
}

type Outcome =
  | { readonly kind: 'answered'; readonly result: object; readonly left: readonly ServerQuestion[] }
  | { readonly kind: 'asks'; readonly questions: ReadonlyMap<string, ServerQuestion> };

/** Time to wait for further questions after one, in milliseconds, so that the client gets them together. */
export const GATHER_MS = 50;

export interface RunningCallOptions extends Pick<RunningCall, 'capabilities' | 'clientName'> {
  readonly timers: Timers;
  /** Answers that the client sent before it was asked, by question key. */
  readonly answers?: unknown;
}

/** A request that may outlive the message that started it, because its client repeats it to answer questions. */
export class RunningCall {
  /** Capabilities in the client's last message about the request. */
  capabilities: Readonly<Record<string, unknown>>;
  readonly clientName: string | undefined;
  readonly #timers: Timers;
  readonly #answers: unknown;
  readonly #result: Promise<object>;
  readonly #stop = new AbortController();
  /** Signal of the request. */
  readonly signal: AbortSignal = this.#stop.signal;
  readonly #questions = new Map<string, ServerQuestion>();
  readonly #written: Parameters<CallContext['onWritten']>[0][] = [];
  /** Message that currently represents the request; undefined while the client is being asked. */
  #current: { readonly context: CallContext; readonly progressToken: unknown } | undefined;
  /** Number of questions whose suggested key was already in use. */
  #namesakes = 0;
  #onAsked = (): void => {};

  /** Starts a request. Its notifications go to the message that currently represents it. */
  constructor(
    first: CallContext,
    { capabilities, clientName, timers, answers }: RunningCallOptions,
    start: (context: CallContext) => Promise<object>,
  ) {
    this.capabilities = capabilities;
    this.clientName = clientName;
    this.#timers = timers;
    this.#answers = answers;
    const own: CallContext = {
      ...first,
      signal: this.#stop.signal,
      notify: (method, params) => this.#notify(method, params),
      onWritten: (done) => {
        this.#written.push(done);
      },
    };
    // Start asynchronously, so that the caller knows this object before the request runs.
    this.#result = Promise.resolve().then(() => start(own));
    this.#result.catch(() => {});
  }

  /** Resolves to the result or to questions, for the message with this context. Rejects as the request does. */
  async next(context: CallContext, params: unknown): Promise<Outcome> {
    this.#current = { context, progressToken: progressTokenOf(params) };
    const onAbort = (): void => this.abort(context.signal.reason);
    context.signal.addEventListener('abort', onAbort, { once: true });
    if (context.signal.aborted) onAbort();
    try {
      // Questions that are still open when the request is answered belong to another request.
      const answered = this.#result.then(
        (result): Outcome => ({ kind: 'answered', result, left: [...this.#questions.values()] }),
      );
      const outcome = await Promise.race([answered, this.#asks()]);
      if (outcome.kind === 'answered') {
        for (const done of this.#written) context.onWritten(done);
        this.#questions.clear();
        this.#stop.abort(new Error('the request has been answered'));
      }
      return outcome;
    } finally {
      context.signal.removeEventListener('abort', onAbort);
      this.#current = undefined;
    }
  }

  ask(question: ServerQuestion): void {
    const answers = this.#answers;
    const known = isObject(answers) && Object.hasOwn(answers, question.key) ? answers[question.key] : undefined;
    if (this.#stop.signal.aborted) question.reject(this.#stop.signal.reason);
    else if (isObject(known)) question.resolve(known);
    else {
      // Several servers may use the same key.
      const key = this.#questions.has(question.key) ? `${question.key} ${++this.#namesakes}` : question.key;
      this.#questions.set(key, question);
      this.#onAsked();
    }
  }

  /** Removes a question whose answer is no longer needed. */
  withdraw(question: ServerQuestion): void {
    for (const [key, one] of this.#questions) if (one === question) this.#questions.delete(key);
  }

  /** Handles the client's answers, by question key. Unknown keys are ignored. */
  answer(responses: unknown): void {
    const given = new Map(isObject(responses) ? Object.entries(responses) : []);
    for (const [key, { resolve }] of [...this.#questions]) {
      const response = given.get(key);
      if (!isObject(response)) continue;
      this.#questions.delete(key);
      resolve(response);
    }
  }

  abort(reason: Error): void {
    this.#stop.abort(reason);
    for (const { reject } of this.#questions.values()) reject(reason);
    this.#questions.clear();
  }

  #notify(method: string, params: Parameters<CallContext['notify']>[1]): void {
    if (this.#current === undefined) return;
    const { context, progressToken } = this.#current;
    // Each message has its own progress token, or wants no progress.
    if (method !== 'notifications/progress') context.notify(method, params);
    else if (progressToken !== undefined) context.notify(method, { ...params, progressToken });
  }

  /** Resolves to the questions, some time after the last one was asked. */
  #asks(): Promise<Outcome> {
    return new Promise((resolve) => {
      const tell = (): void => {
        // All questions may have been withdrawn.
        if (this.#questions.size > 0) resolve({ kind: 'asks', questions: new Map(this.#questions) });
      };
      let cancel = (): void => {};
      this.#onAsked = () => {
        cancel();
        cancel = this.#timers.after(GATHER_MS, tell);
      };
      if (this.#questions.size > 0) this.#onAsked();
    });
  }
}

function progressTokenOf(params: unknown): unknown {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) ? meta['progressToken'] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
