import { describe, expect, it } from 'vitest';
import { fillShortGaps } from '../../../../src/engine/keep/fill-short-gaps.ts';
import { render } from '../../../../src/engine/render/render.ts';
import { splitLines } from '../../../../src/text/lines.ts';
import vectors from '../../../fixtures/swe-pruner-rendering.json' with { type: 'json' };

interface Vector {
  readonly name: string;
  readonly code: string;
  readonly line_scores: Readonly<Record<string, number>>;
  readonly threshold: number;
  readonly always_keep_first_frags: boolean;
  readonly expected_pruned_code: string;
  readonly expected_kept_frags: readonly number[];
}

/**
 * Differences from upstream. Every shown line is reported as kept (upstream omits the short gaps that it shows). Line
 * breaks and the final newline are unchanged. A text whose line count differs between editors is not cut at all.
 */
const OURS: Readonly<Record<string, { text?: string; kept?: readonly number[] }>> = {
  'all, trailing newline dropped': { text: 'a\nb\n' },
  'trailing blanks become marker': { text: 'a\nb\n(filtered 2 lines)\n' },
  'short mid gap restored, not in kept': { kept: [1, 2, 3, 4, 5] },
  'gap of exactly 18 chars restored': { kept: [1, 2, 3, 4] },
  'short leading gap restored': { kept: [1, 2, 3] },
  'blank lines restored': {
    text: 'import os\n\n\nx=1\ny=2\n\n\ndef f():\n    return 1\n',
    kept: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  },
  'crlf normalised': { text: 'a\r\nb\r\nc' },
};

function rendered(vector: Vector): { text: string; keptLines: readonly number[] } {
  const lines = splitLines(vector.code);
  const keep = new Uint8Array(lines.count);
  for (let i = 0; i < lines.count; i++) {
    const score = vector.line_scores[String(i + 1)];
    if (score !== undefined && score >= vector.threshold) keep[i] = 1;
  }
  if (vector.always_keep_first_frags && lines.count > 0) keep[0] = 1;
  fillShortGaps(lines, keep);
  return render(lines, keep, 'plain');
}

describe("upstream's rendering vectors", () => {
  const cases = (vectors as { cases: readonly Vector[] }).cases;

  it('are all there', () => {
    expect(cases).toHaveLength(21);
    for (const name of Object.keys(OURS)) expect(cases.map((c) => c.name)).toContain(name);
  });

  for (const vector of cases) {
    if (vector.name === 'form feed is a line break') {
      it(`${vector.name}: ours passes such text through whole, as editors disagree on its lines`, () => {
        expect(splitLines(vector.code).ambiguous).toBe(true);
      });
      continue;
    }
    const ours = OURS[vector.name];
    it(`${vector.name}${ours ? ' (ours differs)' : ''}`, () => {
      const { text, keptLines } = rendered(vector);
      expect(text).toBe(ours?.text ?? vector.expected_pruned_code);
      expect(keptLines).toEqual(ours?.kept ?? vector.expected_kept_frags);
    });
  }
});

it('a single line between kept ones cost a hundred tokens: it is shown only if it is short', () => {
  const filled = (middle: string, markerTokens?: number): number | undefined => {
    const keep = Uint8Array.of(1, 0, 1);
    fillShortGaps(splitLines(`one\n${middle}\nthree`), keep, 1, markerTokens);
    return keep[1];
  };
  expect([filled('x'.repeat(120), 10), filled('x'.repeat(121), 10), filled('x'.repeat(121))]).toEqual([1, 0, 1]);
});

describe('markers', () => {
  const lines = splitLines(
    'one is long enough here\r\ntwo is long enough here\r\nthree\r\nfour is long enough here\r\n',
  );

  it('name the lines left out, counted from the first line of the text in its own file', () => {
    expect(render(lines, Uint8Array.of(0, 0, 1, 0), 'ranges', { firstLine: 101 }).text).toBe(
      '(filtered 2 lines: 101-102)\r\nthree\r\n(filtered 1 lines: 104-104)\r\n',
    );
  });

  it('end like the text ends', () => {
    const open = splitLines('a\nb\nc');
    expect(render(open, Uint8Array.of(1, 0, 0), 'plain').text).toBe('a\n(filtered 2 lines)');
  });
});
