import { expect, test } from 'vitest';
import { GATHER_MS, RunningCall, type ServerQuestion } from '../../../../launcher/server/modern/running-call.ts';
import type { CallContext } from '../../../../src/mcp/calls/call-context.ts';
import { manualTimers } from '../../../support/manual-timers.ts';

const NEVER = new AbortController().signal;
const question = (key: string): ServerQuestion => ({ key, method: key, params: {}, resolve() {}, reject() {} });

test('questions that follow each other closely are told together, once no other comes', async () => {
  const timers = manualTimers();
  const context: CallContext = {
    ...{ id: 1, signal: NEVER, closing: NEVER, session: { notify() {}, request: () => new Promise(() => {}) } },
    notify() {},
    onWritten() {},
  };
  const call = new RunningCall(context, { capabilities: {}, clientName: 'agent', timers }, () => new Promise(() => {}));
  const next = call.next(context, {});
  let told = false;
  void next.then(() => {
    told = true;
  });
  for (const key of ['a', 'b', 'c']) {
    call.ask(question(key));
    timers.advance(GATHER_MS - 1);
    await Promise.resolve();
    expect(told).toBe(false);
  }
  timers.advance(1);
  const outcome = await next;
  expect(outcome.kind === 'asks' && [...outcome.questions.keys()]).toEqual(['a', 'b', 'c']);
});
