import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { isCutOf } from '../../../../../src/text/cut-mark.ts';
import { splitLines } from '../../../../../src/text/lines.ts';
import { noticeLine } from '../../../../../src/text/unmatched.ts';

const word = fc.oneof(
  fc.constantFrom(
    'timeout',
    '{"a":1,',
    '}',
    ';',
    ',',
    ' ',
    '\\"',
    '\\\\',
    '😀',
    '…[+5 chars: 1-5]…',
    '…[+',
    '"',
    '[',
    '(',
    ')',
  ),
  fc.string({ maxLength: 12 }).map((own) => own.replaceAll(/[\r\n]/g, '')),
);
const longLine = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 40 }), fc.nat(80))
  .map(([words, times]) => Array.from({ length: times + 1 }, (_, at) => words.join('') + at).join(''));
const lines = fc.array(fc.oneof(longLine, fc.constantFrom('short line', '', 'timeout here')), {
  minLength: 1,
  maxLength: 12,
});
const limits = fc.constantFrom({}, { targetRatio: 0.05 }, { targetRatio: 0.3 }, { maxTokens: 50 }, { maxTokens: 300 });

test('every mark and marker says exactly what it stands for, and no character is split', () => {
  let cut = 0;
  const breaks = fc.constantFrom('\n', '\r\n', '\r');
  const paths = fc.constantFrom(undefined, 'a.js', 'a.json', 'a.log', 'a.md', 'a.csv');
  fc.assert(
    fc.property(lines, breaks, fc.boolean(), limits, paths, (own, lineBreak, isEnded, limit, path) => {
      const text = own.join(lineBreak) + (isEnded ? lineBreak : '');
      const answer = pruneText({ text, path, question: 'where is the timeout?', markers: 'ranges', ...limit });
      const { details } = answer;
      if (!details.changed) {
        expect(answer.text).toBe(text);
        return;
      }
      const { starts, ends, count } = splitLines(text);
      const kept = new Set(details.keptLines);
      const cuts = new Map(details.cutLines?.map(({ line, shown }) => [line, shown]));
      cut += cuts.size;
      let expected = '';
      for (let line = 1; line <= count; line++) {
        const from = line;
        while (!kept.has(line) && line < count && !kept.has(line + 1)) line++;
        const end = ends[line - 1] as number;
        const whole = text.slice(starts[line - 1], end);
        const parts = cuts.get(line);
        if (!kept.has(line)) expected += `(filtered ${line - from + 1} lines: ${from}-${line})`;
        else if (parts === undefined) expected += whole;
        else {
          let shown = '';
          let last = 0;
          for (const [first, to] of [...parts, [whole.length + 1, whole.length]] as const) {
            if (first > last + 1) shown += `…[+${first - 1 - last} chars: ${last + 1}-${first - 1}]…`;
            shown += whole.slice(first - 1, to);
            for (const at of [first - 1, to])
              expect(/^[\ud800-\udbff][\udc00-\udfff]/.test(whole.slice(at - 1))).toBe(false);
            last = to;
          }
          expect(isCutOf(whole, shown)).toBe(true);
          expected += shown;
        }
        expected += text.slice(end, starts[line]);
      }
      expect(answer.text).toBe(expected + (details.notice === undefined ? '' : noticeLine(text, details.notice)));
    }),
    { numRuns: 400, seed: 20_251 },
  );
  expect(cut).toBeGreaterThan(100);
});
