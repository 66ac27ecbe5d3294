import { expect, onTestFinished, test } from 'vitest';
import { openCalls } from '../../../../launcher/tools/context/open-calls.ts';
import type { RecordedCall } from '../../../../launcher/tools/context/record-call.ts';
import type { Recorded } from '../../../../launcher/tools/context/record-messages.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const CALL: RecordedCall = { tool: 'bash', shown: 'done' };

/**
 * Opens calls over a fake thread that answers when the test says so. `mayStart` may throw if no thread can be started.
 */
async function opened(mayStart: () => void = () => {}) {
  const asked: { call: RecordedCall; answer: (recorded: Recorded) => void; die: (error: Error) => void }[] = [];
  const events: unknown[] = [];
  let started = 0;
  let ended = 0;
  const waiting = new Map<number, () => void>();
  const after = (ms: number, run: () => void) => {
    waiting.set(ms, run);
    return () => void waiting.delete(ms);
  };
  const idle = (): void => waiting.get(20_000)?.();
  const late = (): void => waiting.get(10_000)?.();
  const options = { home: tempDir(), root: '/shop', redact: false, timers: { now: () => 0, after } };
  const calls = await openCalls({ ...options, log: (...event) => void events.push(event[2]) }, () => {
    started += 1;
    mayStart();
    const record = (call: RecordedCall): Promise<Recorded> =>
      new Promise((answer, die) => asked.push({ call, answer, die }));
    const end = async (): Promise<void> => {
      ended += 1;
    };
    return { record, end };
  });
  onTestFinished(() => calls.close());
  return { ...calls, asked, events, started: () => started, ended: () => ended, waiting, idle, late };
}

test('calls are handed over, and what is asked of the context waits until they are written', async () => {
  const { record, settled, asked } = await opened();
  await settled();
  record(CALL);
  record({ ...CALL, shown: 'more' });
  let isSettled = false;
  const settling = settled().then(() => {
    isSettled = true;
  });
  asked[0]?.answer({});
  await Promise.resolve();
  expect([asked.length, isSettled]).toEqual([2, false]);
  asked[1]?.answer({});
  await settling;
});

test('what takes too long to be written is waited for once, and holds up neither a question nor the end', async () => {
  const { record, settled, asked, waiting, late, ended, close } = await opened();
  record(CALL);
  const settling = settled();
  late();
  await settling;
  await settled();
  record(CALL);
  asked[1]?.answer({});
  await settled();
  await close();
  asked[0]?.die(new Error('the thread has ended'));
  await new Promise((resolve) => setImmediate(resolve));
  expect([ended(), waiting.size]).toEqual([1, 0]);
});

test('a thread without calls is let go after a while, and never before', async () => {
  const { record, settled, asked, idle, started, ended } = await opened();
  record(CALL);
  idle();
  asked[0]?.answer({});
  await settled();
  record(CALL);
  idle();
  expect([started(), ended()]).toEqual([1, 0]);
  asked[1]?.answer({});
  await settled();
  idle();
  record(CALL);
  asked[2]?.answer({});
  expect([started(), ended()]).toEqual([2, 1]);
});

test('a call that cannot be written is told, and a thread that ends is started anew, three times', async () => {
  const { record, settled, asked, events, started } = await opened();
  record(CALL);
  asked[0]?.answer({ failure: 'the disk is full' });
  await settled();
  expect([events, started()]).toEqual([[{ message: 'the disk is full' }], 1]);
  for (let time = 0; time < 4; time++) {
    record(CALL);
    asked.at(-1)?.die(new Error('gone'));
    await settled();
  }
  expect([events.length, started(), asked.length]).toEqual([4, 3, 4]);
});

test('where no thread can be started that is told, three times, and all else goes on', async () => {
  const { record, settled, events, started } = await opened(() => {
    throw new Error('no thread to be had');
  });
  for (let time = 0; time < 4; time++) {
    record(CALL);
    await settled();
  }
  expect([events, started()]).toEqual([Array(3).fill({ message: 'Error: no thread to be had' }), 3]);
});
