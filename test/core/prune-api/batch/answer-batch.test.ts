import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import type { PruneRequest, Pruner } from '../../../../src/engine/pruner.ts';
import { answerBatch, type BatchWatch } from '../../../../src/prune-api/batch/answer-batch.ts';
import { type BatchLine, batchLine } from '../../../../src/prune-api/batch/batch-line.ts';
import type { PruneContext } from '../../../../src/prune-api/prune-context.ts';
import type { PruneRecord } from '../../../../src/prune-api/prune-reply.ts';
import { stubPruner } from '../../../contract/stub-pruner.ts';
import { codeAnswer, testDoor, toolResponseAnswer } from '../test-door.ts';

const text = (name: string): string =>
  Array.from({ length: 30 }, (_, i) => (i === 7 ? `needle in ${name}` : `filler ${name} ${i}`)).join('\n');

async function ask(body: unknown, pruner?: Pruner, more: Partial<PruneContext> = {}, watch?: BatchWatch) {
  const reply = answerBatch(body, await testDoor(pruner, more), watch);
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  return reply.lines;
}

async function all(...args: Parameters<typeof ask>): Promise<BatchLine[]> {
  const lines: BatchLine[] = [];
  for await (const line of await ask(...args)) lines.push(line);
  return lines;
}

const unclocked = (line: object): object => ({ ...line, latency_ms: 0 });

test('each item is answered as it would be alone, and the totals come last', async () => {
  const a = { query: 'needle', code: text('a') };
  const c = { context_focus_question: 'needle', tool_response: text('c') };
  const records: PruneRecord[] = [];
  const watch = { onRecord: (record: PruneRecord) => records.push(record) };
  const lines = await all({ items: [{ id: 'x', ...a }, { id: 7, ...c }, a] }, undefined, {}, watch);
  const byIndex = lines.slice(0, 3).sort((one, two) => ('index' in one && 'index' in two ? one.index - two.index : 0));
  expect(byIndex.map(unclocked)).toEqual([
    unclocked({ index: 0, id: 'x', ok: true, ...(await codeAnswer(a)) }),
    unclocked({ index: 1, id: 7, ok: true, ...(await toolResponseAnswer(c)) }),
    unclocked({ index: 2, ok: true, ...(await codeAnswer(a)) }),
  ]);
  const tokens = (key: 'tokensIn' | 'tokensOut'): number => records.reduce((sum, record) => sum + record[key], 0);
  expect(records.map(({ dialect }) => dialect).sort()).toEqual(['code', 'code', 'tool_response']);
  expect(lines[3]).toMatchObject({
    done: true,
    count: 3,
    failed: 0,
    origin_token_cnt: tokens('tokensIn'),
    left_token_cnt: tokens('tokensOut'),
    request_id: 'test-id',
  });
  for (const line of lines) expect(batchLine.parse(line)).toEqual(line);
});

test('what the batch says holds for items that say nothing of it, in their own dialect', async () => {
  const seen: PruneRequest[] = [];
  await all(
    {
      query: 'needle',
      threshold: '0.3',
      markers: 'ranges',
      code: 'no default',
      items: [
        { code: text('a') },
        { code: text('b'), query: 'other', threshold: null, markers: 'plain' },
        { tool_response: text('c') },
        { tool_response: text('d'), context_focus_question: 'own', threshold: 0.9 },
      ],
    },
    stubPruner(seen),
  );
  expect(seen.map(({ question, threshold, markers }) => [question, threshold, markers]).sort()).toEqual(
    [
      ['needle', 0.3, 'ranges'],
      ['other', 0.3, 'plain'],
      ['needle', 0.3, 'ranges'],
      ['own', 0.9, 'ranges'],
    ].sort(),
  );
});

test('an item that fails does not stop the others', async () => {
  const broken: Pruner = {
    prune: async (request) => {
      if (request.question === 'fault') throw new Error('secret cause');
      if (request.question === 'slow') return { ok: false, code: 'timeout', message: 'too slow' };
      return stubPruner().prune(request);
    },
  };
  const faults: unknown[] = [];
  const items = [
    { id: 'bad', code: 7, query: 'needle' },
    { id: 'neither', goal: 'g', documents: [] },
    { id: 'fault', code: text('a'), query: 'fault' },
    { id: 'slow', code: text('a'), query: 'slow' },
    { id: 'empty' },
    { id: 'fine', code: text('a'), query: 'needle' },
  ];
  const failures: string[] = [];
  const watch = { onFault: (error: unknown) => faults.push(error), onFailure: (code: string) => failures.push(code) };
  const lines = await all({ items }, broken, {}, watch);
  const codes = Object.fromEntries(
    lines.flatMap((line) => ('index' in line ? [[line.id, line.ok ? 'ok' : line.code]] : [])),
  );
  expect(codes).toEqual({
    bad: 'invalid_request',
    neither: 'invalid_request',
    fault: 'internal',
    slow: 'engine_timeout',
    empty: 'invalid_request',
    fine: 'ok',
  });
  expect(lines.at(-1)).toMatchObject({ done: true, count: 6, failed: 5 });
  expect(faults).toHaveLength(1);
  const failed = Object.values(codes).filter((code) => code !== 'ok');
  expect(failures.sort()).toEqual(failed.sort());
  expect(JSON.stringify(lines)).not.toContain('secret cause');
  for (const line of lines) expect(batchLine.safeParse(line).success).toBe(true);
});

test('lines come as they are ready, and a few items are under way at once', async () => {
  const gates = new Map<string, () => void>();
  let [now, max] = [0, 0];
  const gated: Pruner = {
    prune: async (request) => {
      max = Math.max(max, ++now);
      await new Promise<void>((resolve) => gates.set(request.question, resolve));
      now -= 1;
      return stubPruner().prune(request);
    },
  };
  const items = Array.from({ length: 9 }, (_, i) => ({ id: i, query: `q${i}`, code: text('a') }));
  const lines = await ask({ items }, gated);
  const order: unknown[] = [];
  const open = async (id: number): Promise<void> => {
    const line = lines.next();
    while (!gates.has(`q${id}`)) await Promise.resolve();
    gates.get(`q${id}`)?.();
    const { value } = await line;
    order.push(value !== undefined && 'id' in value ? value.id : value);
  };
  for (const id of [3, 1, 4, 0, 2, 8, 7, 6, 5].filter((id) => id < 5)) await open(id);
  expect(order).toEqual([3, 1, 4, 0, 2]);
  expect(max).toBe(4);
  await Promise.all([open(5), open(6), open(7), open(8)]);
  expect((await lines.next()).value).toMatchObject({ done: true, count: 9 });
});

function hangs(signals: AbortSignal[]): Pruner {
  return {
    prune: (request, { signal } = {}) => {
      if (request.question === 'quick') return createEmbeddedPruner().prune(request);
      return new Promise((_, reject) => {
        signals.push(signal as AbortSignal);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    },
  };
}
const MIXED = { items: ['quick', 'a', 'b', 'c'].map((query) => ({ query, code: text('x') })) };

test('who stops asking stops what is under way', async () => {
  const signals: AbortSignal[] = [];
  for await (const line of await ask(MIXED, hangs(signals))) {
    expect(line).toMatchObject({ index: 0, ok: true });
    break;
  }
  expect(signals.length).toBeGreaterThan(0);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});

test('a caller who goes ends the batch with the reason', async () => {
  const gone = new AbortController();
  const lines = await ask(MIXED, hangs([]), { signal: gone.signal });
  await lines.next();
  const rest = lines.next();
  gone.abort(new Error('gone'));
  await expect(rest).rejects.toThrow('gone');
});

test('nothing is computed before the first line is asked for', async () => {
  const seen: PruneRequest[] = [];
  await ask({ items: [{ query: 'q', code: text('a') }] }, stubPruner(seen));
  expect(seen).toEqual([]);
});

test.each<[string, unknown, string, unknown]>([
  ['no object', [1], 'invalid_request', [{ type: 'model_attributes_type' }]],
  ['no items', { query: 'q' }, 'invalid_request', [{ type: 'missing', loc: ['body', 'items'] }]],
  ['an empty list', { items: [] }, 'invalid_request', [{ type: 'too_short', loc: ['body', 'items'] }]],
  ['items that are no list', { items: {} }, 'invalid_request', [{ type: 'list_type' }]],
  ['an item that is no object', { items: ['x'] }, 'invalid_request', [{ loc: ['body', 'items', 0] }]],
  [
    'more than 50',
    { items: Array.from({ length: 51 }, () => ({})) },
    'too_large',
    'too many items: expected at most 50, got 51',
  ],
])('%s is a failure as a whole', async (_, body, code, detail) => {
  expect(answerBatch(body, await testDoor())).toMatchObject({ ok: false, code, detail });
});
