import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pruneText } from '../../../src/engine/embedded.ts';
import type { PruneDetails, Pruned } from '../../../src/engine/pruner.ts';
import { createSessionMemory } from '../../../src/session-memory/session-memory.ts';
import type { MarkerStyle } from '../../../src/text/gap-marker.ts';

/** A text that was shown before, with its lines by number. */
interface Shown {
  readonly name: string;
  readonly lines: ReadonlyMap<number, string>;
}

type Answer = Pruned & { readonly details: PruneDetails };

const KNOWN = /^\(lines (\d+)-(\d+) as (?:lines (\d+)-(\d+) (?:of \d+ )?)?in (.+) above\)$/;
const MARKERS_OF_OTHERS = [
  '(filtered 4 lines: 1003-1006)',
  '(filtered 3 lines)',
  '(lines 1003-1009 as in the read of src/a.ts above)',
  '(lines 1003-1009 as lines 13-19 in the read of src/a.ts above)',
  '…[+100 chars: 1-100]…',
];

/**
 * Checks that an answer has the kept lines unchanged, and a correct marker for each gap and each run of lines given
 * before.
 */
function checkAnswer(answer: Answer, lines: readonly string[], firstLine: number, session: readonly Shown[]): void {
  const { keptLines, knownLines = [] } = answer.details;
  const kept = new Set(keptLines);
  const out = answer.text.split('\n');
  let at = 0;
  for (let line = 1; line <= lines.length; at++) {
    if (kept.has(line)) {
      expect(out[at]).toBe(lines[line++ - 1]);
      continue;
    }
    const run = knownLines.find(({ first }) => first === line);
    if (run === undefined) {
      expect(out[at]).toMatch(/^\(filtered \d+ lines/);
      while (line <= lines.length && !kept.has(line) && !knownLines.some(({ first }) => first === line)) line++;
      continue;
    }
    const [, from, to, first = from, last = to, name] = KNOWN.exec(out[at] ?? '') ?? [];
    expect([Number(from), Number(to), name]).toEqual([firstLine + run.first - 1, firstLine + run.last - 1, run.name]);
    expect(Number(last) - Number(first)).toBe(run.last - run.first);
    for (; line <= run.last; line++) {
      const number = Number(first) + line - run.first;
      const newest = session.findLast((one) => one.name === name && one.lines.has(number));
      expect(newest?.lines.get(number), `line ${number} in ${name}`).toBe(lines[line - 1]);
    }
  }
  expect(out.slice(at).join('')).toBe('');
}

/** Returns the lines that an answer shows or refers to, by their numbers in the file. */
function shownLines({ details }: Answer, lines: readonly string[], firstLine: number): Map<number, string> {
  const { keptLines, knownLines = [] } = details;
  const isThere = (line: number): boolean =>
    keptLines.includes(line) || knownLines.some(({ first, last }) => first <= line && line <= last);
  return new Map(lines.flatMap((own, at) => (isThere(at + 1) ? [[firstLine + at, own] as const] : [])));
}

const line = fc.oneof(
  { weight: 12, arbitrary: fc.nat(40).map((n) => `  const value_${n} = await computeTheValueOf(${n}, 'depot');`) },
  { weight: 2, arbitrary: fc.constantFrom('}', '', '  });') },
  { weight: 1, arbitrary: fc.constantFrom(...MARKERS_OF_OTHERS) },
);
const file = fc.array(line, { minLength: 20, maxLength: 90 });
const spliced = fc.record({ at: fc.nat(60), out: fc.nat(3), put: fc.array(line, { maxLength: 3 }) });

const step = fc.record({
  kind: fc.constantFrom('read', 'read', 'part', 'command', 'run', 'change', 'changed file'),
  which: fc.constantFrom('src/a.ts', 'lib/a.ts'),
  splice: spliced,
  from: fc.nat(30),
  isNumbered: fc.boolean(),
  isPruned: fc.boolean(),
  markers: fc.constantFrom<MarkerStyle>('plain', 'ranges', 'ranges'),
});

test('every marker names lines that were given, to the letter, with the numbers that it says', () => {
  let named = 0;
  fc.assert(
    fc.property(file, file, fc.array(step, { minLength: 2, maxLength: 9 }), (one, two, steps) => {
      const memory = createSessionMemory({ isWhole: true });
      const session: Shown[] = [];
      const files = new Map([
        ['src/a.ts', one],
        ['lib/a.ts', two],
      ]);
      for (const { kind, which, splice, from, isNumbered, isPruned, markers } of steps) {
        const all = files.get(which) as readonly string[];
        if (kind === 'change' || kind === 'changed file') {
          files.set(which, all.toSpliced(splice.at, splice.out, ...splice.put));
          if (kind === 'changed file') continue;
          const args = { file_path: which, old_string: all.slice(splice.at, splice.at + splice.out).join('\n') };
          memory.push({
            kind: 'called',
            call: 'c',
            tool: 'Edit',
            args: { ...args, new_string: splice.put.join('\n') },
          });
          memory.push({ kind: 'gave', call: 'c', text: 'done', isFailed: false });
          continue;
        }
        const isCommand = kind === 'command' || kind === 'run';
        const firstLine = kind === 'part' ? from + 1 : 1;
        const lines = all.slice(firstLine - 1);
        if (lines.length === 0) continue;
        const text = `${lines.join('\n')}\n`;
        const path = isCommand ? undefined : which;
        const context = memory.context();
        const asked = { text, path, firstLine, markers, context, question: '', automatic: 'balanced' } as const;
        const answer = pruneText(asked);
        checkAnswer(answer, lines, firstLine, session);
        named += answer.details.knownLines?.length ?? 0;
        const name = isCommand ? `the output of \`npm run ${which}\`` : `the read of ${which}`;
        const tool = isCommand ? 'Bash' : isNumbered ? 'Read' : 'read_file';
        const args = isCommand ? { command: `npm run ${which}` } : { file_path: which, offset: firstLine };
        memory.push({ kind: 'called', call: 'c', tool, args });
        const numbered = lines.map((own, at) => `${String(firstLine + at).padStart(6)}→${own}`).join('\n');
        const given = isPruned ? answer.text : isNumbered && !isCommand ? numbered : text;
        memory.push({ kind: 'gave', call: 'c', text: given, isFailed: false });
        const shown = isPruned
          ? shownLines(answer, lines, firstLine)
          : new Map(lines.map((own, at) => [firstLine + at, own]));
        session.push({ name, lines: shown });
      }
    }),
    { numRuns: 400, seed: 20_250 },
  );
  expect(named).toBeGreaterThan(300);
});
