import type { Timers } from '../../process/timers.ts';
import type { CallContext } from '../call-context.ts';

/** A request of a server behind us that a client has to answer. */
export interface Question {
  /** What it is to be called among others of its request. */
  readonly key: string;
  readonly method: string;
  readonly params: unknown;
  resolve(result: Readonly<Record<string, unknown>>): void;
  reject(error: unknown): void;
}

type Outcome =
  | { readonly kind: 'answered'; readonly result: object; readonly left: readonly Question[] }
  | { readonly kind: 'asks'; readonly questions: ReadonlyMap<string, Question> };

/** A request that may outlive the message that began it: its client sends it again to answer questions. */
export interface RunningCall {
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Resolves to the result or to what is asked, for the message with this context; rejects as the request does. */
  next(context: CallContext, params: unknown): Promise<Outcome>;
  ask(question: Question): void;
  /** It is not waited for any more. */
  withdraw(question: Question): void;
  /** The client's answers, by the keys of the questions; what is none of them is passed over. */
  answer(responses: unknown): void;
  abort(reason: Error): void;
}

/** How long after a question another may come that was asked with it, in milliseconds: the client gets them together. */
export const GATHER_MS = 50;

export interface RunningCallOptions extends Pick<RunningCall, 'capabilities'> {
  readonly timers: Timers;
  /** What the client has answered before it was asked, by the keys of the questions. */
  readonly answers?: unknown;
}

/** Starts a request. What it tells its client goes to whichever message stands for it at the time. */
export function createRunningCall(
  first: CallContext,
  { capabilities, timers, answers }: RunningCallOptions,
  start: (context: CallContext) => Promise<object>,
): RunningCall {
  const stop = new AbortController();
  const questions = new Map<string, Question>();
  const written: Parameters<CallContext['onWritten']>[0][] = [];
  /** The message that stands for it; undefined while the client has been asked. */
  let current: { readonly context: CallContext; readonly progressToken: unknown } | undefined;
  /** Questions that were called as another one was. */
  let namesakes = 0;
  let asked = (): void => {};

  const own: CallContext = {
    ...first,
    signal: stop.signal,
    notify(method, params) {
      if (current === undefined) return;
      const { context, progressToken } = current;
      // Each message has a token of its own, or wants no progress.
      if (method !== 'notifications/progress') context.notify(method, params);
      else if (progressToken !== undefined) context.notify(method, { ...params, progressToken });
    },
    onWritten: (done) => {
      written.push(done);
    },
  };
  // Whoever runs it knows it by then.
  const result = Promise.resolve().then(() => start(own));
  result.catch(() => {});

  const abort = (reason: Error): void => {
    stop.abort(reason);
    for (const { reject } of questions.values()) reject(reason);
    questions.clear();
  };

  return {
    capabilities,
    async next(context, params) {
      current = { context, progressToken: progressTokenOf(params) };
      const onAbort = (): void => abort(context.signal.reason);
      context.signal.addEventListener('abort', onAbort, { once: true });
      if (context.signal.aborted) onAbort();
      try {
        const asks = new Promise<Outcome>((resolve) => {
          const tell = (): void => {
            // They may have been withdrawn.
            if (questions.size > 0) resolve({ kind: 'asks', questions: new Map(questions) });
          };
          let cancel = (): void => {};
          asked = () => {
            cancel();
            cancel = timers.after(GATHER_MS, tell);
          };
        });
        if (questions.size > 0) asked();
        const outcome = await Promise.race([
          // What is still asked was for another request.
          result.then((value): Outcome => ({ kind: 'answered', result: value, left: [...questions.values()] })),
          asks,
        ]);
        if (outcome.kind === 'answered') {
          for (const done of written) context.onWritten(done);
          questions.clear();
          stop.abort(new Error('the request has been answered'));
        }
        return outcome;
      } finally {
        context.signal.removeEventListener('abort', onAbort);
        current = undefined;
      }
    },
    ask(question) {
      if (stop.signal.aborted) return question.reject(stop.signal.reason);
      const known = isObject(answers) && Object.hasOwn(answers, question.key) ? answers[question.key] : undefined;
      if (isObject(known)) return question.resolve(known);
      // Servers may call theirs alike.
      const key = questions.has(question.key) ? `${question.key} ${++namesakes}` : question.key;
      questions.set(key, question);
      asked();
    },
    withdraw(question) {
      for (const [key, one] of questions) if (one === question) questions.delete(key);
    },
    answer(responses) {
      const given = new Map(isObject(responses) ? Object.entries(responses) : []);
      for (const [key, { resolve }] of [...questions]) {
        const response = given.get(key);
        if (!isObject(response)) continue;
        questions.delete(key);
        resolve(response);
      }
    },
    abort,
  };
}

function progressTokenOf(params: unknown): unknown {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) ? meta['progressToken'] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
