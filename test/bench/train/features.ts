import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { inAnswerOrder } from '../../../launcher/sessions/in-answer-order.ts';
import { kindOf } from '../../../src/engine/detect/kind.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import { FEATURES, lineFeatures } from '../../../src/engine/score/learned/line-features.ts';
import { outline } from '../../../src/engine/structure/outline.ts';
import type { SessionContext } from '../../../src/session-memory/session-context.ts';
import { createSessionMemory } from '../../../src/session-memory/session-memory.ts';
import { atOnce } from '../../../src/text/cooperative-task.ts';
import { type Lines, splitLines } from '../../../src/text/lines.ts';
import { CaseFinder } from '../sessions/cases/case-finder.ts';
import type { SessionCase } from '../sessions/cases/session-case.ts';
import { findSessions } from '../sessions/sources/find-sessions.ts';

/**
 * `node test/bench/train/features.ts OUT REPO…`: writes training data for `fit.py`: the features of all lines of
 * results in recorded sessions. `OUT.f32` has the rows. `OUT.json` says which rows belong to which result, and which
 * lines were needed. Every result is written once for each amount of knowledge in `VARIANTS`.
 */
const VARIANTS = ['asked', 'asked, own calls', 'asked, no session', 'automatic', 'automatic, own calls'] as const;
const MAX_LINES = 6000;

interface Known {
  /** Everything in the session. */
  readonly whole: SessionContext;
  /** Only calls and results, as a server knows them. */
  readonly calls: SessionContext;
}

const [out = '', ...repos] = process.argv.slice(2);
if (repos.length === 0) throw new Error('which repositories? node test/bench/train/features.ts OUT REPO…');
const file = openSync(`${out}.f32`, 'w');
const cases: object[] = [];
const sessions: object[] = [];
let written = 0;

for (const repo of repos) {
  for await (const { id, format, events } of findSessions({ paths: [repo], signal: new AbortController().signal })) {
    const finder = new CaseFinder(id, format);
    const whole = createSessionMemory();
    const calls = createSessionMemory();
    const known = new Map<number, Known>();
    let results = 0;
    let tokens = 0;
    const settle = (settled: readonly SessionCase[]): void => {
      for (const one of settled) {
        const then = known.get(one.result);
        known.delete(one.result);
        if (then !== undefined) writeCase(one, repo, then);
      }
    };
    for await (const event of inAnswerOrder(events)) {
      if (event.kind === 'gave') {
        results++;
        tokens += estimateTokens(event.text, 0, event.text.length);
        if (!event.isFailed) known.set(results, { whole: whole.context(), calls: calls.context() });
      }
      whole.push(event);
      if (event.kind === 'called' || event.kind === 'gave') calls.push(event);
      settle(finder.push(event));
    }
    settle(finder.end());
    sessions.push({ repo, id, format, results, tokens });
  }
  process.stderr.write(`${repo}: ${cases.length} cases, ${written} rows so far\n`);
}
closeSync(file);
writeFileSync(`${out}.json`, JSON.stringify({ features: FEATURES, variants: VARIANTS, cases, sessions }));

function writeCase(of: SessionCase, repo: string, { whole, calls }: Known): void {
  const { session, format, result, action, text, path, question, firstLine, needs } = of;
  const lines = splitLines(text);
  if (lines.count > MAX_LINES) return;
  const kind = kindOf(lines, path);
  const document = { kind, path, lines, shape: atOnce(outline(lines)), firstLine };
  const seen = [
    [question, whole],
    [question, calls],
    [question, undefined],
    ['', whole],
    ['', calls],
  ] as const;
  const first = written;
  for (const [asked, context] of seen) {
    const features = atOnce(lineFeatures({ ...document, context }, asked));
    const rows = new Float32Array(lines.count * FEATURES.length);
    for (let i = 0; i < lines.count; i++) {
      const row = rows.subarray(i * FEATURES.length, (i + 1) * FEATURES.length);
      row.set(features.common);
      features.write(i, row);
    }
    writeSync(file, new Uint8Array(rows.buffer));
    written += lines.count;
  }
  const tokens = tokensOf(lines);
  cases.push({ repo, session, format, result, action, kind, first, lines: lines.count, tokens, needs });
}

function tokensOf({ text, starts, ends, count }: Lines): number[] {
  return Array.from({ length: count }, (_, i) => estimateTokens(text, starts[i] as number, ends[i] as number));
}
