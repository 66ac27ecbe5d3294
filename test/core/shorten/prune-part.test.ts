import { expect, test } from 'vitest';
import type { PruneDetails, PruneOutcome, PruneRequest } from '../../../src/engine/pruner.ts';
import type { Part } from '../../../src/shorten/output.ts';
import { checkPart, pruneOnce } from '../../../src/shorten/prune-part.ts';
import { NOTICE } from '../../../src/text/raw-notice.ts';

const TEXT = 'a line of the text\n'.repeat(50);
const WANTED = { question: 'why?' };

/**
 * Prunes with a pruner that gives this outcome. Returns the result, the requests to the pruner, and the logged events.
 */
async function called(outcome: PruneOutcome, more: Partial<Part<object>> = {}, maxTokens?: number) {
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
  const check = checkPart({ text: TEXT }, WANTED, stage);
  if (!check.eligible) return expect.fail('the text is eligible');
  const part: Part<object> = { text: TEXT, apply: (pruned) => ({ pruned }), ...more };
  const log = (level: string, event: string, data?: object) => void told.push([level, event, data]);
  const call = { tool: 'read', part, check, wanted: WANTED, stage, signal: new AbortController().signal, log };
  return { ...(await pruneOnce(call, { maxTokens })), asked, told: told.slice(1) };
}

const remote = (text: string, more: object = {}): PruneOutcome => ({ ok: true, text, engine: 'remote', ...more });
const timeout = { code: 'timeout', message: 'late' } as const;

test('a text of as many bytes as the pruner takes is eligible, one byte more is too large', () => {
  const stage = { chosen: { pruner: { prune: () => expect.fail('not yet') }, endpoint: 'test' }, now: () => 0 };
  const check = (text: string) => checkPart({ text }, WANTED, { ...stage, maxInputBytes: 6 });
  expect(check('漢漢')).toMatchObject({ eligible: true, rawBytes: 6 });
  expect(check('漢漢x')).toEqual({
    eligible: false,
    pruning: { attempted: false, applied: false, fallback: false, reason: 'too_large', raw_bytes: 7 },
  });
});

test('what was taken out of a text before counts as its size', () => {
  const stage = { chosen: { pruner: { prune: () => expect.fail('not yet') }, endpoint: 'test' }, now: () => 0 };
  expect(checkPart({ text: 'a', original: '\u001b[1ma' }, WANTED, stage)).toMatchObject({ rawBytes: 5 });
});

test('all that is known of a text is told to the pruner', async () => {
  const { asked } = await called(remote('x'), { path: 'a.ts', kind: 'search', firstLine: 7, failed: true }, 5);
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
    shown: { pruned: 'x漢' },
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
  const { shown, leftOut, pruning, told } = await called({ ok: false, ...timeout });
  expect([shown, leftOut]).toEqual([undefined, false]);
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
  const { shown, pruning, told } = await called(remote('x'), { apply: () => undefined });
  expect(shown).toBeUndefined();
  expect(pruning).toMatchObject({ applied: false, fallback: true, error: { code: 'invalid_response' } });
  expect(told).toMatchObject([
    ['warn', 'pruner.invalid_response', {}],
    ['warn', 'pruner.call_failed', { reason: 'invalid_response' }],
  ]);
});

test('the failure of a pruner for which another one stands in is told beside what that one made', async () => {
  const { shown, told } = await called(remote('x', { standsInFor: { ok: false, ...timeout } }));
  expect(shown).toEqual({ pruned: 'x' });
  expect(told).toMatchObject([
    ['warn', 'pruner.timeout', { tool: 'read' }],
    ['warn', 'pruner.call_failed', { reason: 'timeout', pruner_duration_ms: 8 }],
    ['info', 'pruner.stood_in', { tool: 'read' }],
  ]);
});

test('a remote text that saves no more than its notice takes is not shown, one byte more is', async () => {
  const fits = 'x'.repeat(TEXT.length - NOTICE.bytes);
  const own = { verbatim: false } as const;
  const whole = await called(remote(fits, own));
  expect([whole.shown, whole.leftOut]).toEqual([{ pruned: TEXT }, false]);
  expect(whole.pruning).toMatchObject({ applied: true, engine: 'remote', pruned_bytes: TEXT.length });
  expect(whole.pruning).not.toHaveProperty('verbatim');
  const shown = await called(remote(fits.slice(1), own));
  expect([shown.shown, shown.leftOut]).toEqual([{ pruned: fits.slice(1) }, true]);
  expect(shown.pruning).toMatchObject({ verbatim: false });
  expect((await called(remote(fits), { toTheLetter: true })).leftOut).toBe(true);
  expect((await called({ ok: true, text: fits, engine: 'embedded' })).leftOut).toBe(true);
});

test('a text that is not worth showing stays whole', async () => {
  const { shown, leftOut } = await called({ ok: true, text: 'x', engine: 'embedded' }, { saves: () => false });
  expect([shown, leftOut]).toEqual([{ pruned: TEXT }, false]);
});
