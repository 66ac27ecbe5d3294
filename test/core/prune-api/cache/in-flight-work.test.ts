import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import type { PruneOutcome, Pruner } from '../../../../src/engine/pruner.ts';
import { answerPrune } from '../../../../src/prune-api/answer-prune.ts';
import { createInFlightWork, type InFlightWork } from '../../../../src/prune-api/cache/in-flight-work.ts';
import type { PruneContext } from '../../../../src/prune-api/prune-context.ts';
import { sessionAbout } from '../../../support/shop.ts';
import { sourceText } from '../../engine/texts.ts';
import { testDoor } from '../test-door.ts';

/** A counter that lets a test wait for a number. */
function tally(): { up(): void; until(n: number): Promise<void> } {
  let count = 0;
  const waiting = new Map<number, () => void>();
  return {
    up: () => waiting.get(++count)?.(),
    until: (n) => (count >= n ? Promise.resolve() : new Promise((resolve) => waiting.set(n, resolve))),
  };
}

/** A pruner that answers when the test says so, and records the signals passed to it. */
function held(): Pruner & {
  readonly signals: (AbortSignal | undefined)[];
  asked(n: number): Promise<void>;
  release(): void;
} {
  const embedded = createEmbeddedPruner();
  const signals: (AbortSignal | undefined)[] = [];
  const calls = tally();
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    signals,
    asked: calls.until,
    release: () => open(),
    prune: async (request, { signal } = {}) => {
      signals.push(signal);
      calls.up();
      const gone = new Promise<PruneOutcome>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      return Promise.race([gone, gate.then(() => embedded.prune(request))]);
    },
  };
}

/** Work in flight that reports how many requests have arrived. */
function watched(): InFlightWork & { arrived(n: number): Promise<void> } {
  const inFlight = createInFlightWork();
  const calls = tally();
  return {
    arrived: calls.until,
    join: (...args) => {
      const joined = inFlight.join(...args);
      calls.up();
      return joined as never;
    },
  };
}

const KEY = { options: 'k', text: 'text' };
const BODY = { query: 'where is the request timeout parsed?', code: sourceText(4, 80) };

async function ask(pruner: Pruner, more: Partial<PruneContext>, body: object = BODY) {
  const reply = await answerPrune(body, await testDoor(pruner, more));
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  return reply;
}

test('equal requests in flight are computed once, each with its own id, and without a signal where nobody can go', async () => {
  const pruner = held();
  const inFlight = watched();
  const all = Promise.all(['one', 'two', 'three'].map((requestId) => ask(pruner, { inFlight, requestId })));
  const other = ask(pruner, { inFlight }, { ...BODY, query: 'retry' });
  const elsewhere = ask(pruner, { inFlight, scope: 'team-b' });
  await inFlight.arrived(5);
  await pruner.asked(3);
  pruner.release();
  const replies = await all;
  expect(replies.map(({ record }) => record.cache).sort()).toEqual(['joined', 'joined', 'miss']);
  expect(replies.map(({ body }) => body.request_id)).toEqual(['one', 'two', 'three']);
  expect(pruner.signals).toHaveLength(3);
  expect(pruner.signals.every((signal) => signal === undefined)).toBe(true);
  expect(new Set(replies.map(({ body }) => (body as { pruned_code: string }).pruned_code)).size).toBe(1);
  expect([(await other).record.cache, (await elsewhere).record.cache]).toEqual(['miss', 'miss']);
});

test('requests with another context are not joined, those with the same are', async () => {
  const pruner = held();
  const inFlight = watched();
  const body = { tool_response: BODY.code, context_focus_question: BODY.query };
  const about = (name: string) => ask(pruner, { inFlight }, { ...body, context: sessionAbout(name) });
  const all = Promise.all([ask(pruner, { inFlight }, body), about('refund'), about('depot'), about('refund')]);
  await inFlight.arrived(4);
  await pruner.asked(3);
  pruner.release();
  const [plain, one, other, same] = (await all).map(({ record }) => record.cache);
  expect([plain, other]).toEqual(['miss', 'miss']);
  // The request whose digest is ready first does the work, and the other joins.
  expect([one, same].sort()).toEqual(['joined', 'miss']);
});

test('who began with a context and goes does not take the answer from those who joined', async () => {
  const pruner = held();
  const inFlight = watched();
  const leaver = new AbortController();
  let go = (): void => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const body = { tool_response: BODY.code, context_focus_question: BODY.query, context: sessionAbout('refund') };
  // The first request waits while its context is read.
  let turns = 0;
  const turn = (): Promise<void> => (++turns > 1 ? gate : Promise.resolve());
  const gone = expect(ask(pruner, { inFlight, signal: leaver.signal, turn }, body)).rejects.toThrow('gone');
  await inFlight.arrived(1);
  const second = ask(pruner, { inFlight, signal: new AbortController().signal }, body);
  await inFlight.arrived(2);
  leaver.abort(new Error('gone'));
  await gone;
  go();
  pruner.release();
  expect((await second).record.cache).toBe('joined');
});

test('one who goes does not take the answer from the others, even the one who came first', async () => {
  const pruner = held();
  const inFlight = watched();
  const leaver = new AbortController();
  const first = ask(pruner, { inFlight, signal: leaver.signal });
  const gone = expect(first).rejects.toThrow('gone');
  await inFlight.arrived(1);
  const second = ask(pruner, { inFlight, signal: new AbortController().signal });
  await inFlight.arrived(2);
  await pruner.asked(1);
  leaver.abort(new Error('gone'));
  await gone;
  expect(pruner.signals).toHaveLength(1);
  expect(pruner.signals[0]?.aborted).toBe(false);
  pruner.release();
  expect((await second).record.cache).toBe('joined');
});

test('the computation ends when all have gone, and who comes then begins anew', async () => {
  const pruner = held();
  const inFlight = watched();
  const leavers = [new AbortController(), new AbortController()];
  const asked = leavers.map(({ signal }) => expect(ask(pruner, { inFlight, signal })).rejects.toThrow('gone'));
  await inFlight.arrived(2);
  await pruner.asked(1);
  for (const leaver of leavers) leaver.abort(new Error('gone'));
  await Promise.all(asked);
  expect(pruner.signals.map((signal) => signal?.aborted)).toEqual([true]);
  pruner.release();
  expect((await ask(pruner, { inFlight })).record.cache).toBe('miss');
});

test('the context of who began is kept until the work has ended, for those who joined', async () => {
  const pruner = held();
  const inFlight = watched();
  const kept: Promise<unknown>[] = [];
  const leaver = new AbortController();
  const first = ask(pruner, { inFlight, signal: leaver.signal, keepAlive: (work) => kept.push(work) });
  await inFlight.arrived(1);
  const second = ask(pruner, { inFlight, keepAlive: () => expect.fail('who joins has nothing to keep') });
  await inFlight.arrived(2);
  leaver.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(kept).toHaveLength(1);
  let ended = false;
  const watch = kept[0]?.then(() => {
    ended = true;
  });
  expect(ended).toBe(false);
  pruner.release();
  await second;
  await watch;
  expect(ended).toBe(true);
});

test('what ended is not joined', async () => {
  const inFlight = createInFlightWork();
  const pruner = createEmbeddedPruner();
  expect((await ask(pruner, { inFlight })).record.cache).toBe('miss');
  expect((await ask(pruner, { inFlight })).record.cache).toBe('miss');
});

test('a fault meets all who joined, and is over with them', async () => {
  const inFlight = createInFlightWork();
  const broken = (): Promise<string> => Promise.reject(new Error('broken'));
  const both = [inFlight.join(KEY, broken), inFlight.join(KEY, broken)];
  for (const one of await Promise.allSettled(both)) expect(one).toMatchObject({ reason: { message: 'broken' } });
  expect(await inFlight.join(KEY, async () => 'fine')).toEqual({ value: 'fine', joined: false });
});

test('works that differ in a part of their key alone are apart, and end apart', async () => {
  const inFlight = createInFlightWork();
  const keys = [KEY, { ...KEY, text: 'other' }, { ...KEY, options: 'other' }];
  const works = keys.map(() => {
    let end: (value: string) => void = () => {};
    const work = new Promise<string>((resolve) => {
      end = resolve;
    });
    return { work, end: (value: string) => end(value) };
  });
  const begun = keys.map((key, i) => inFlight.join(key, () => works[i]?.work as Promise<string>));
  works[0]?.end('first');
  expect(await begun[0]).toEqual({ value: 'first', joined: false });
  const joined = keys.slice(1).map((key) => inFlight.join(key, async () => 'not asked'));
  works[1]?.end('second');
  works[2]?.end('third');
  expect(await Promise.all(joined)).toEqual([
    { value: 'second', joined: true },
    { value: 'third', joined: true },
  ]);
});

test('one who had gone already begins nothing', async () => {
  let begun = 0;
  const signal = AbortSignal.abort(new Error('gone'));
  const work = async (): Promise<void> => void begun++;
  await expect(createInFlightWork().join(KEY, work, signal)).rejects.toThrow('gone');
  expect(begun).toBe(0);
});

test('work that began long ago is not joined: its host may have ended it with its caller', async () => {
  let at = 0;
  const inFlight = createInFlightWork({ now: () => at, leaseMs: 100 });
  const never = inFlight.join(KEY, () => new Promise<string>(() => {}));
  at = 99;
  const joined = inFlight.join(KEY, async () => 'not asked');
  at = 100;
  expect(await inFlight.join(KEY, async () => 'anew')).toEqual({ value: 'anew', joined: false });
  expect(await Promise.race([never, joined, Promise.resolve('still waiting')])).toBe('still waiting');
});
