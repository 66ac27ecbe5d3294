import { expect, test } from 'vitest';
import type { PruneRequest } from '../../../src/engine/pruner.ts';
import { splitLines } from '../../../src/text/lines.ts';
import { generator, sourceText } from '../engine/texts.ts';
import { upstreamDouble } from './upstream-double.ts';

const JUNK = [
  'rm -rf /',
  '(filtered 2 lines)',
  '(filtered 9 lines: 1-9)',
  '',
  '}',
  '  return 1;',
  '\u2028',
  '(filtered 0 lines)',
];

/** Returns an answer of a broken, confused or hostile swe-pruner. */
function anyAnswer(seed: number, text: string): object {
  const next = generator(seed);
  const lines = text.split('\n');
  const pick = <T>(...of: T[]): T => of[next(of.length)] as T;
  const some = (): number[] => Array.from({ length: next(20) }, () => next(lines.length + 3) - 1);
  const code = (): string =>
    Array.from({ length: next(15) }, () => pick(lines[next(lines.length)], pick(...JUNK)))
      .sort(() => next(3) - 1)
      .join(pick('\n', '\r\n'));
  return {
    kept_frags: pick<unknown>(some(), undefined, some().map(String), [1.5], {}, null),
    pruned_code: pick<unknown>(code(), text, `${text}evil`, 7, undefined, lines.slice(next(9)).join('\n')),
    token_scores: pick<unknown>(
      lines.map((line) => [line, next(300) / 100 - 1]),
      [['x', 'y']],
      'no',
    ),
    score: pick<unknown>(0.5, 'high', Number.MAX_VALUE, null),
    error_msg: pick<unknown>(null, null, null, 'no', 7),
  };
}

test('whatever an upstream answers, what is shown is the text itself with exact markers, or a failure', async () => {
  const seen = { shown: 0, whole: 0, failed: 0 };
  for (let seed = 0; seed < 600; seed++) {
    const text = sourceText(seed, 5 + (seed % 40), ['\n', '\r\n', '\r'][seed % 3]);
    const request: PruneRequest = {
      text,
      question: 'parse the request timeout',
      markers: 'ranges',
      targetRatio: seed % 5 === 0 ? 0.3 : undefined,
      failed: seed % 7 === 0,
    };
    const outcome = await upstreamDouble(() => Response.json(anyAnswer(seed, text))).pruner.prune(request);
    if (!outcome.ok) {
      expect(outcome.code).toBe('invalid_response');
      seen.failed++;
      continue;
    }
    const [original, shown] = [splitLines(text), splitLines(outcome.text)];
    const kept: number[] = [];
    let at = 0;
    for (let i = 0; i < shown.count; i++) {
      const line = outcome.text.slice(shown.starts[i], shown.starts[i + 1]);
      const gap = /^\(filtered (\d+) lines: (\d+)-(\d+)\)[\r\n]*$/.exec(line);
      if (gap !== null) {
        expect(Number(gap[2])).toBe(at + 1);
        at = Number(gap[3]);
        continue;
      }
      expect(line).toBe(text.slice(original.starts[at], original.starts[at + 1]));
      kept.push(++at);
    }
    expect(at).toBe(original.count);
    expect(outcome.details?.keptLines).toEqual(kept);
    expect(outcome.details?.lineScores.every((score) => score >= 0 && score <= 1)).toBe(true);
    if (outcome.details?.changed) seen.shown++;
    else seen.whole++;
  }
  expect(seen.shown).toBeGreaterThan(40);
  expect(seen.whole).toBeGreaterThan(20);
  expect(seen.failed).toBeGreaterThan(50);
});
