import { expect, test } from 'vitest';
import { createInputRounds, EXPIRY_MS, MAX_WAITING } from '../../../../launcher/server/modern/input-rounds.ts';
import type { CallContext } from '../../../../src/mcp/calls/call-context.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';

const NEVER = new AbortController().signal;

function open() {
  const timers = heldTimers(EXPIRY_MS);
  let ids = 0;
  const rounds = createInputRounds({ timers, now: timers.now, newId: () => `id-${++ids}` });
  const told: unknown[] = [];
  const context = (more: Partial<CallContext> = {}): CallContext => ({
    ...{ id: 1, signal: NEVER, closing: NEVER, session: { notify: () => {}, request: rounds.ask } },
    notify: (method, params) => void told.push([method, params]),
    onWritten: () => {},
    ...more,
  });
  const asked = (params: object = {}, capabilities: object = { elicitation: {}, roots: {} }) => ({
    ...{
      method: 'tools/call',
      params: { name: 'x', ...params },
      capabilities: capabilities as Record<string, unknown>,
      clientName: 'agent',
    },
  });
  return { timers, rounds, told, context, asked };
}

const elicit = (rounds: ReturnType<typeof open>['rounds'], signal = NEVER) =>
  rounds.ask('elicitation/create', { message: 'Who?' }, signal);

interface Asks {
  readonly requestState: string;
  readonly inputRequests: Readonly<Record<string, object>>;
}

test('progress goes to the message that stands for the request, by its own token', async () => {
  const { rounds, told, context, asked } = open();
  const answer = async (_: unknown, own: CallContext): Promise<object> => {
    own.notify('notifications/progress', { progressToken: 'first', progress: 1 });
    await elicit(rounds);
    own.notify('notifications/progress', { progressToken: 'first', progress: 2 });
    return { content: [] };
  };
  const first = (await rounds.run(asked({ _meta: { progressToken: 'first' } }), context(), answer)) as Asks;
  const [key = ''] = Object.keys(first.inputRequests);
  const again = { requestState: first.requestState, inputResponses: { [key]: { action: 'decline' } } };
  const second = asked({ ...again, _meta: { progressToken: 'second' } });
  expect(await rounds.run(second, context(), answer)).toEqual({ content: [] });
  expect(told).toEqual([
    ['notifications/progress', { progressToken: 'first', progress: 1 }],
    ['notifications/progress', { progressToken: 'second', progress: 2 }],
  ]);
});

test('a client is asked what its last message about a request declares', async () => {
  const { rounds, context, asked } = open();
  const answer = async (): Promise<object> => {
    await elicit(rounds);
    const sampled = await rounds.ask('sampling/createMessage', {}, NEVER).catch(({ message }: Error) => message);
    return { sampled };
  };
  const first = (await rounds.run(asked({}, { elicitation: {}, sampling: {} }), context(), answer)) as Asks;
  const [key = ''] = Object.keys(first.inputRequests);
  const again = { requestState: first.requestState, inputResponses: { [key]: { action: 'decline' } } };
  const second = await rounds.run(asked(again, { elicitation: {} }), context(), answer);
  expect(second).toEqual({ sampled: 'The client has not declared the capability "sampling"' });
});

test('a request whose client does not come back ends, and its state is of no use', async () => {
  const { timers, rounds, context, asked } = open();
  let ended: unknown;
  const answer = async (_: unknown, { signal }: CallContext): Promise<object> => {
    signal.addEventListener('abort', () => {
      ended = signal.reason;
    });
    return await elicit(rounds);
  };
  const { requestState } = (await rounds.run(asked(), context(), answer)) as Asks;
  timers.ring(EXPIRY_MS);
  expect(String(ended)).toContain('did not come back');
  await expect(rounds.run(asked({ requestState }), context(), answer)).rejects.toMatchObject({ code: -32602 });
});

test('of many requests that wait for their clients the oldest is given up', async () => {
  const { rounds, context, asked } = open();
  const answer = async (_: unknown, { signal }: CallContext): Promise<object> =>
    await rounds.ask('elicitation/create', { message: 'Who?' }, NEVER, undefined, signal);
  const begin = async (i: number): Promise<string> =>
    ((await rounds.run(asked({ arguments: i }), context(), answer)) as Asks).requestState;
  // The first waits before the others begin, because those may wait in any order.
  const states = [await begin(0)];
  states.push(...(await Promise.all(Array.from({ length: MAX_WAITING }, (_, i) => begin(i + 1)))));
  const back = (i: number) => rounds.run(asked({ arguments: i, requestState: states[i] }), context(), answer);
  await expect(back(0)).rejects.toMatchObject({ code: -32602 });
  expect(await back(1)).toMatchObject({ resultType: 'input_required' });
});

test('a state is of no use with another request', async () => {
  const { rounds, context, asked } = open();
  const answer = async (): Promise<object> => await elicit(rounds);
  const { requestState } = (await rounds.run(asked(), context(), answer)) as Asks;
  for (const other of [{ name: 'y' }, { arguments: { a: 1 } }]) {
    await expect(rounds.run(asked({ ...other, requestState }), context(), answer)).rejects.toMatchObject({
      code: -32602,
    });
  }
  expect(await rounds.run(asked({ requestState }), context(), answer)).toMatchObject({ resultType: 'input_required' });
});

test('who is cancelled, or asks while no request runs, gets an error', async () => {
  const { rounds, context, asked } = open();
  await expect(elicit(rounds)).rejects.toMatchObject({ code: -32601 });
  const cancel = new AbortController();
  const answer = async (): Promise<object> => {
    cancel.abort(new Error('cancelled'));
    return await elicit(rounds);
  };
  await expect(rounds.run(asked(), context({ signal: cancel.signal }), answer)).rejects.toThrow('cancelled');
});

test('servers ask for the roots as they start: the first request brings that along', async () => {
  const { rounds, context, asked } = open();
  const roots = rounds.ask('roots/list', undefined, NEVER);
  const first = (await rounds.run(asked(), context(), async () => await roots)) as Asks;
  expect(Object.values(first.inputRequests)).toEqual([{ method: 'roots/list' }]);
  const inputResponses = { [Object.keys(first.inputRequests)[0] as string]: { roots: [] } };
  const again = asked({ requestState: first.requestState, inputResponses });
  expect(await rounds.run(again, context(), async () => ({}))).toEqual({ roots: [] });
});

test('what a server asks at once comes as one result; of each it is told the answer', async () => {
  const { rounds, context, asked } = open();
  const roots = () => rounds.ask('roots/list', {}, NEVER);
  const answer = async (): Promise<object> => ({ all: await Promise.all([elicit(rounds), roots()]) });
  const { inputRequests, requestState } = (await rounds.run(asked(), context(), answer)) as Asks;
  expect(Object.values(inputRequests)).toMatchObject([{ method: 'elicitation/create' }, { method: 'roots/list' }]);
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key, at) => [key, { at }]));
  const again = asked({ requestState, inputResponses });
  expect(await rounds.run(again, context(), answer)).toEqual({ all: [{ at: 0 }, { at: 1 }] });
});

test('a server that asks for what the client has not declared is told which capability it needs', async () => {
  const { rounds, context, asked } = open();
  const refused = rounds.run(asked({}, { roots: {} }), context(), async () => await elicit(rounds));
  await expect(refused).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: {} } } });
});

test('what one request asks while a later one ends is asked by the first, and not lost', async () => {
  const { rounds, context, asked } = open();
  const gate = () => {
    let pass = (): void => {};
    const passed = new Promise<void>((resolve) => {
      pass = resolve;
    });
    return { pass, passed };
  };
  const [asking, begun, ending] = [gate(), gate(), gate()];
  const first = rounds.run(asked(), context(), async () => {
    await asking.passed;
    return await elicit(rounds);
  });
  const second = rounds.run(asked({ name: 'y' }), context(), async () => {
    begun.pass();
    await ending.passed;
    return { content: [] };
  });
  await begun.passed;
  asking.pass();
  ending.pass();
  expect(await second).toEqual({ content: [] });
  const { requestState, inputRequests } = (await first) as Asks;
  const [key = ''] = Object.keys(inputRequests);
  const again = asked({ requestState, inputResponses: { [key]: { action: 'decline' } } });
  expect(await rounds.run(again, context(), async () => ({}))).toEqual({ action: 'decline' });
});
