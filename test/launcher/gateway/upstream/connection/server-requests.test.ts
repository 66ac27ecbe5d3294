import { expect, test } from 'vitest';
import { forwardServerRequests } from '../../../../../launcher/gateway/upstream/connection/server-requests.ts';

const NEVER = new AbortController().signal;

test('the clock stands from the first to the last that somebody is asked, and not while a client is', async () => {
  const asking: boolean[] = [];
  const answers: (() => void)[] = [];
  const client = {
    capabilities: () => ({ sampling: {}, elicitation: {}, roots: {} }),
    request: () =>
      new Promise<object>((resolve) => {
        answers.push(() => resolve({}));
      }) as Promise<Readonly<Record<string, unknown>>>,
    notified: () => {},
  };
  const answer = forwardServerRequests('s', client, (now) => asking.push(now));
  const ask = (method: string) => answer(method, undefined, NEVER);
  const roots = ask('roots/list');
  expect(asking).toEqual([]);
  const user = ask('elicitation/create');
  const model = ask('sampling/createMessage');
  expect(asking).toEqual([true]);
  answers[1]?.();
  await user;
  expect(asking).toEqual([true]);
  answers[2]?.();
  await model;
  expect(asking).toEqual([true, false]);
  answers[0]?.();
  await roots;
  expect(await ask('ping')).toEqual({});
  expect(asking).toEqual([true, false]);
});
