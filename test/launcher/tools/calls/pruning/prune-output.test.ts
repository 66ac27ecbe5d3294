import { expect, test } from 'vitest';
import { callPruner, checkPruning, type PruneCall } from '../../../../../launcher/tools/calls/pruning/prune-output.ts';
import { NOTICE } from '../../../../../launcher/tools/calls/pruning/raw-notice.ts';
import type { Prunable } from '../../../../../launcher/tools/prunable.ts';
import type { PruneDetails, PruneOutcome, PruneRequest } from '../../../../../src/engine/pruner.ts';

const TEXT = 'a line of the text\n'.repeat(50);

/** What a call comes to with a pruner of this answer, what it was asked, and what was told in the log. */
async function called(
  outcome: PruneOutcome,
  more: Partial<PruneCall<object>> = {},
  prunable: Partial<Prunable<object>> = {},
) {
  const [asked, told]: [PruneRequest[], unknown[]] = [[], []];
  let ms = 0;
  const stage = {
    chosen: {
      endpoint: 'test',
      pruner: {
        prune: async (request: PruneRequest) => {
          asked.push(request);
          ms += 7.6;
          return outcome;
        },
      },
    },
    ...{ maxInputBytes: 1e6, now: () => ms },
  };
  const check = checkPruning(stage, 'why?', TEXT);
  if (!check.eligible) return expect.fail('the text is eligible');
  const call: PruneCall<object> = {
    ...{ tool: 'read', signal: new AbortController().signal, ...more },
    prunable: { text: TEXT, apply: (pruned) => ({ pruned }), ...prunable },
    log: (level, event, data) => told.push([level, event, data]),
  };
  return { ...(await callPruner(stage, call, check)), asked, told: told.slice(1) };
}

const remote = (text: string, more: object = {}): PruneOutcome => ({ ok: true, text, engine: 'remote', ...more });
const timeout = { code: 'timeout', message: 'late' } as const;

test('a text of as many bytes as the pruner takes is eligible, one byte more is too large', () => {
  const stage = { chosen: { pruner: { prune: () => expect.fail('not yet') }, endpoint: 'test' }, now: () => 0 };
  const check = (text: string) => checkPruning({ ...stage, maxInputBytes: 6 }, 'why?', text);
  expect(check('漢漢')).toMatchObject({ eligible: true, question: 'why?', rawBytes: 6 });
  expect(check('漢漢x')).toEqual({
    eligible: false,
    pruning: { attempted: false, applied: false, fallback: false, reason: 'too_large', raw_bytes: 7 },
  });
});

test('all that is known of a text is told to the pruner', async () => {
  const more = { maxTokens: 5, failed: true } as const;
  const { asked } = await called(remote('x'), more, { path: 'a.ts', kind: 'search', firstLine: 7 });
  expect(asked).toEqual([
    {
      ...{ text: TEXT, question: 'why?', path: 'a.ts', kind: 'search', firstLine: 7 },
      ...{ maxTokens: 5, failed: true, overheadTokens: NOTICE.tokens, markers: 'ranges' },
    },
  ]);
});

test('a text that was pruned is told with its figures', async () => {
  const details = { kind: 'log', score: 0.5 } as PruneDetails;
  expect(await called({ ok: true, text: 'x漢', engine: 'embedded', details })).toMatchObject({
    result: { pruned: 'x漢' },
    leftOut: true,
    unmatched: false,
    pruning: {
      ...{ attempted: true, applied: true, fallback: false, raw_bytes: TEXT.length, pruned_bytes: 4 },
      ...{ pruner_duration_ms: 8, engine: 'embedded', kind: 'log' },
    },
    told: [['info', 'pruner.call_ok', { tool: 'read', pruner_duration_ms: 8, pruned_bytes: 4 }]],
  });
  const whole = { ok: true, text: TEXT, engine: 'embedded', details: { ...details, score: 0 } } as const;
  expect(await called(whole)).toMatchObject({ leftOut: false, unmatched: true });
});

test('a failure leaves the text as it is, and is told', async () => {
  const { result, leftOut, pruning, told } = await called({ ok: false, ...timeout });
  expect([result, leftOut]).toEqual([undefined, false]);
  expect(pruning).toEqual({
    ...{ attempted: true, applied: false, fallback: true, reason: 'pruner_error', error: timeout },
    ...{ raw_bytes: TEXT.length, pruner_duration_ms: 8 },
  });
  expect(told).toEqual([
    ['warn', 'pruner.timeout', { tool: 'read' }],
    ['warn', 'pruner.call_failed', { tool: 'read', reason: 'timeout', pruner_duration_ms: 8, message: 'late' }],
  ]);
});

test('a text that cannot be read back is an invalid answer', async () => {
  const { result, pruning, told } = await called(remote('x'), {}, { apply: () => undefined });
  expect(result).toBeUndefined();
  expect(pruning).toMatchObject({ applied: false, fallback: true, error: { code: 'invalid_response' } });
  expect(told).toMatchObject([
    ['warn', 'pruner.invalid_response', {}],
    ['warn', 'pruner.call_failed', { reason: 'invalid_response' }],
  ]);
});

test('the failure of a pruner for which another one stands in is told beside what that one made', async () => {
  const { result, told } = await called(remote('x', { standsInFor: { ok: false, ...timeout } }));
  expect(result).toEqual({ pruned: 'x' });
  expect(told).toMatchObject([
    ['warn', 'pruner.timeout', { tool: 'read' }],
    ['warn', 'pruner.call_failed', { reason: 'timeout', pruner_duration_ms: 8 }],
    ['info', 'pruner.call_ok', {}],
  ]);
});

test('a remote text that saves no more than its notice takes is not shown, one byte more is', async () => {
  const fits = 'x'.repeat(TEXT.length - NOTICE.bytes);
  const own = { verbatim: false } as const;
  const whole = await called(remote(fits, own));
  expect([whole.result, whole.leftOut]).toEqual([{ pruned: TEXT }, false]);
  expect(whole.pruning).toMatchObject({ applied: true, engine: 'remote', pruned_bytes: TEXT.length });
  expect(whole.pruning).not.toHaveProperty('verbatim');
  const shown = await called(remote(fits.slice(1), own));
  expect([shown.result, shown.leftOut]).toEqual([{ pruned: fits.slice(1) }, true]);
  expect(shown.pruning).toMatchObject({ verbatim: false });
  expect((await called(remote(fits), { toTheLetter: true })).leftOut).toBe(true);
  expect((await called({ ok: true, text: fits, engine: 'embedded' })).leftOut).toBe(true);
});
