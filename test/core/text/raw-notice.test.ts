import { expect, test } from 'vitest';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import type { PruningMetadata } from '../../../src/shorten/pruning-metadata.ts';
import { NOTICE, rawNotice } from '../../../src/text/raw-notice.ts';

const REF = `ax://launcher/${'7'.repeat(32)}`;
const applied: PruningMetadata = { attempted: true, applied: true, fallback: false, raw_bytes: 20_000 };
const raw: PruningMetadata = { attempted: false, applied: false, fallback: false, raw_bytes: 10_241 };
const failed: PruningMetadata = {
  ...raw,
  attempted: true,
  fallback: true,
  reason: 'pruner_error',
  error: { code: 'timeout', message: 'no answer' },
};

test('where nothing was left out nothing is said', () => {
  expect(rawNotice(applied)).toBeUndefined();
  expect(rawNotice({ ...raw, reason: 'no_focus_question' })).toBeUndefined();
});

test('where all of it is stands behind the text, with the offset of its lines where they are others', () => {
  expect(rawNotice({ ...applied, artifact_ref: REF })).toBe(`[all of it: artifact ref="${REF}"]`);
  expect(rawNotice({ ...applied, artifact_ref: REF }, { firstLine: 1 })).toBe(`[all of it: artifact ref="${REF}"]`);
  expect(rawNotice({ ...applied, artifact_ref: REF }, { what: 'the beginning of it' })).toBe(
    `[the beginning of it: artifact ref="${REF}"]`,
  );
  expect(rawNotice({ ...applied, artifact_ref: REF }, { firstLine: 41 })).toBe(
    `[all of it: artifact ref="${REF}" (its line 1 is line 41)]`,
  );
});

test('a question that was not applied to more than ten kilobytes is told, with the reason', () => {
  const large: PruningMetadata = { ...raw, reason: 'too_large' };
  expect(rawNotice(large)).toBe('[the question was not applied: 10241 bytes are too many for the pruner]');
  expect(rawNotice(failed)).toBe('[the question was not applied: the pruner failed (timeout)]');
  for (const one of [large, failed]) {
    expect(rawNotice({ ...one, raw_bytes: 10_240 })).toBeUndefined();
    expect(rawNotice({ ...one, applied: true })).toBeUndefined();
  }
  expect(rawNotice({ ...failed, artifact_ref: REF })).toBe(
    `[the question was not applied: the pruner failed (timeout); all of it: artifact ref="${REF}"]`,
  );
});

test('words that are the pruner’s are not taken for the output’s', () => {
  const words = 'these are the pruner\u2019s words, not all of them lines of the output';
  expect(rawNotice({ ...applied, verbatim: false })).toBe(`[${words}]`);
  expect(rawNotice({ ...applied, verbatim: false, artifact_ref: REF })).toBe(
    `[${words}; all of it: artifact ref="${REF}"]`,
  );
});

test('what could not be kept is told: nothing is lost of what is shown whole', () => {
  const lost = { artifact_error: 'failed' } as const;
  const ask = 'what was filtered could not be kept: ask without the question to see it';
  expect(rawNotice({ ...raw, ...lost })).toBe('[it could not be kept]');
  expect(rawNotice({ ...applied, ...lost })).toBe(`[${ask}]`);
  expect(rawNotice({ ...raw, verbatim: false, ...lost })).toContain(ask);
});

test('a notice takes no more than a text has to save for it', async () => {
  const o200k = await loadO200k();
  const notice = `\n${rawNotice({ ...applied, artifact_ref: REF }, { firstLine: 12_345 })}`;
  expect(notice.length).toBeLessThanOrEqual(NOTICE.bytes);
  expect(o200k(notice)).toBeLessThanOrEqual(NOTICE.tokens);
});
