import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../src/engine/detect/kind.ts';
import { pruneText } from '../../../src/engine/embedded.ts';
import { lineTokens } from '../../../src/engine/keep/tokens.ts';
import type { PruneRequest } from '../../../src/engine/pruner.ts';
import { atOnce } from '../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../src/text/lines.ts';
import { generator, sourceText } from './texts.ts';

const QUESTIONS = [
  'where is the request timeout parsed?',
  'load the user config',
  'retry',
  'what merges the token cache',
];
const BREAKS = ['\n', '\r\n', '\r'];

const requests: PruneRequest[] = Array.from({ length: 120 }, (_, seed) => {
  const next = generator(seed * 7 + 1);
  return {
    text: sourceText(seed, 1 + next(300), BREAKS[seed % 3]),
    question: QUESTIONS[seed % QUESTIONS.length] as string,
    markers: seed % 2 === 0 ? 'ranges' : 'plain',
    targetRatio: seed % 4 === 0 ? undefined : 0.05 + next(60) / 100,
    maxTokens: seed % 5 === 0 ? 50 + next(1000) : undefined,
    firstLine: 1 + next(3) * 100,
    failed: seed % 7 === 0,
    keepFirstLine: seed % 6 === 0,
  };
});

function tokensOf(text: string): number {
  return atOnce(lineTokens(splitLines(text))).reduce((a, b) => a + b, 0);
}

describe('whatever the text', () => {
  it('shows its own lines, byte for byte and in order, with exact ranges in the markers', () => {
    let cuts = 0;
    for (const request of requests) {
      const { text, details } = pruneText(request);
      const lines = splitLines(request.text);
      const first = request.firstLine ?? 1;
      const kept = new Set(details.keptLines);
      let expected = '';
      for (let i = 0; i < lines.count; i++) {
        if (kept.has(i + 1)) {
          expected += request.text.slice(lines.starts[i], lines.starts[i + 1]);
          continue;
        }
        const from = i;
        while (i + 1 < lines.count && !kept.has(i + 2)) i++;
        const n = i - from + 1;
        cuts++;
        expected +=
          request.markers === 'ranges'
            ? `(filtered ${n} lines: ${first + from}-${first + i})`
            : `(filtered ${n} lines)`;
        expected += request.text.slice(lines.ends[i], lines.starts[i + 1]);
      }
      expect(text).toBe(expected);
      expect([...details.keptLines]).toEqual([...details.keptLines].sort((a, b) => a - b));
    }
    expect(cuts).toBeGreaterThan(100);
  });

  it('is unchanged exactly when every line is kept', () => {
    for (const request of requests) {
      const { text, details } = pruneText(request);
      expect(details.changed).toBe(text !== request.text);
      expect(details.keptLines.length === details.lineCount).toBe(!details.changed);
      if (!details.changed) expect(new Set(details.reasons).size).toBeLessThanOrEqual(1);
    }
  });

  it('has a score from 0 to 1 and a reason for every line', () => {
    for (const request of requests) {
      const { details } = pruneText(request);
      expect(details.lineScores).toHaveLength(details.lineCount);
      expect(details.reasons).toHaveLength(details.lineCount);
      for (const s of details.lineScores) expect(s >= 0 && s <= 1).toBe(true);
      for (const line of details.keptLines) expect(details.reasons[line - 1]).not.toBe('none');
      expect(details.score >= 0 && details.score <= 1).toBe(true);
    }
  });

  it('never exceeds the budget, markers counted', () => {
    for (const request of requests) {
      if (request.failed || request.keepFirstLine || (request.targetRatio ?? request.maxTokens) === undefined) continue;
      const { text, details } = pruneText(request);
      if (!details.changed) continue;
      // A marker is estimated at seven tokens and mostly has five. A share counts the actual tokens, and a limit the
      // estimated ones.
      const share = tokensOf(request.text) * (request.targetRatio ?? 1) + 2 * text.split('(filtered').length;
      const limit = Math.min(share, request.maxTokens ?? Infinity);
      // If even the best line does not fit with its markers, the answer has only that line.
      if (details.keptLines.length > 1) expect(tokensOf(text)).toBeLessThanOrEqual(limit);
    }
  });

  it('is smaller when changed', () => {
    for (const request of requests) {
      const { text, details } = pruneText(request);
      if (details.changed) expect(tokensOf(text)).toBeLessThan(tokensOf(request.text));
    }
  });

  it('answers the same twice, and takes its own answer for the same kind', () => {
    for (const request of requests.slice(0, 40)) {
      const a = pruneText(request);
      const b = pruneText(request);
      expect(b).toEqual(a);
      if (a.details.kind === 'source' && a.details.keptLines.length > 10)
        expect(kindOf(splitLines(a.text))).toBe(a.details.kind);
    }
  });
});
