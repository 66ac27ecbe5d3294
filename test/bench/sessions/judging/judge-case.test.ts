import { expect, test } from 'vitest';
import { loadO200k } from '../../../../src/base/tokens/o200k.ts';
import { createEmbeddedPruner, pruneText } from '../../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../../src/engine/keep/tokens.ts';
import type { PruneOutcome, PruneRequest } from '../../../../src/engine/pruner.ts';
import type { SessionCase } from '../cases/session-case.ts';
import { BASELINE_NAMES } from './baselines/baseline.ts';
import { caseOf } from './case-of.ts';
import { cellsOf } from './cells-of.ts';
import { type JudgeCaseOptions, judgeCase } from './judge-case.ts';
import type { Judgement } from './judgement.ts';

const signal = new AbortController().signal;
/** Counts tokens: one for each word. */
const words = (text: string, from: number, to: number): number =>
  text
    .slice(from, to)
    .split(/\s+/)
    .filter((word) => word !== '').length;

const SIX: SessionCase = caseOf({
  text: 'a\nb b\nc c c\nd\ne\nf',
  firstLine: 11,
  needs: { edit: [2, 3], use: [3, 6], fetch: [], cite: [] },
  neededAt: new Map([
    [2, 4],
    [3, 4],
    [6, 9],
  ]),
});

function answering(outcome: PruneOutcome, asked: PruneRequest[] = []) {
  return {
    prune: async (request: PruneRequest) => {
      asked.push(request);
      return outcome;
    },
  };
}

function judge(outcome: PruneOutcome, options: Partial<JudgeCaseOptions> = {}): Promise<Judgement> {
  return judgeCase(SIX, { pruner: answering(outcome), count: words, signal, ...options });
}

test('the pruner is asked as the product asks it, with a share only where one is judged', async () => {
  const asked: PruneRequest[] = [];
  const pruner = answering({ ok: true, engine: 'remote', text: 'a' }, asked);
  await judgeCase({ ...SIX, path: 'a.ts' }, { pruner, count: words, points: ['own', 0.2], overheadTokens: 45, signal });
  const same = { text: SIX.text, question: SIX.question, path: 'a.ts', firstLine: 11, markers: 'ranges' };
  expect(asked).toEqual([
    { ...same, targetRatio: undefined, overheadTokens: 45 },
    { ...same, targetRatio: 0.2, overheadTokens: 45 },
  ]);
});

test('a gap that holds needed lines is fetched back once, with the call', async () => {
  const read = async (text: string): Promise<number | undefined> =>
    (await judge({ ok: true, engine: 'remote', text })).outcomes[0]?.fetched;
  // Lines 2, 3 and 6 are needed. They have 2, 3 and 1 words.
  expect(await read('a\nd\ne\nf')).toBe(150 + 5);
  expect(await read('d\ne')).toBe(150 + 6 + (150 + 1));
  expect(await read('a\nb b\nc c c\nf')).toBe(0);
});

test('a missing line is read back with its definition only where its gap gives a name of that line', async () => {
  const text = 'a\n(filtered 4 lines: 12-15: b 12-13, c 14)\nf';
  const read = (needs: readonly number[]) =>
    judgeCase(
      { ...SIX, needs: { edit: needs, use: [], fetch: [], cite: [] } },
      { pruner: answering({ ok: true, engine: 'remote', text }), count: words, signal },
    );
  const fetched = async (line: number) => (await read([line])).outcomes[0]?.fetched;
  // Lines 2 to 5 have 2, 3, 1 and 1 words; "b" is lines 2 and 3, and "c" stands in line 3 alone.
  expect(await Promise.all([2, 3, 4].map(fetched))).toEqual([150 + 5, 150 + 7, 150 + 7]);
});

test('a reference shows its lines until the text that it refers to leaves the context', async () => {
  const kept = Uint8Array.from([1, 2, 2, 1, 1, 2]);
  const answer = (clearedAt?: number) => ({ kept, named: [], tokens: 3, kind: 'source', clearedAt }) as const;
  const lost = async (clearedAt?: number) =>
    (await judge({ ok: true, engine: 'remote', text: '' }, { answered: () => answer(clearedAt) })).lost;
  expect(await Promise.all([undefined, 10, 9, 4].map(lost))).toEqual([[], [], [6], [2, 3, 6]]);
});

test('needed lines are counted by need, each line once among all', async () => {
  const { needed, outcomes, lost, lines, tokens } = await judge({ ok: true, engine: 'remote', text: 'b b\nc c c' });
  expect({ lines, tokens, needed }).toEqual({
    lines: 6,
    tokens: 9,
    needed: { edit: 2, use: 2, fetch: 0, cite: 0, any: 3 },
  });
  expect(outcomes).toEqual([
    {
      point: 'own',
      method: 'engine',
      tokens: 5,
      kept: { edit: 2, use: 1, fetch: 0, cite: 0, any: 2 },
      fetched: 153,
      lost: { gaps: 1, tokens: 3, at: 9 },
    },
  ]);
  expect(lost).toEqual([6]);
});

test('baselines get as many tokens as the engine took with its markers', async () => {
  // The marker `(filtered 3 lines: 11-13)` has four words.
  const text = '(filtered 3 lines: 11-13)\nd\n(filtered 2 lines: 15-16)';
  const judged = await judge({ ok: true, engine: 'remote', text }, { baselines: BASELINE_NAMES });
  expect(judged.outcomes.map(({ method, tokens }) => [method, tokens])).toEqual([
    ['engine', 9],
    ...BASELINE_NAMES.map((name) => [name, 9]),
  ]);
  const short = await judge({ ok: true, engine: 'remote', text: 'd' }, { baselines: ['head', 'tail'] });
  expect(short.outcomes.map(({ kept }) => kept.any)).toEqual([0, 0, 1]);
});

test('a text that the pruner leaves whole is kept whole, with nothing added', async () => {
  const { outcomes, lost } = await judge({ ok: true, engine: 'embedded', text: SIX.text }, { overheadTokens: 45 });
  expect(outcomes[0]).toEqual({
    point: 'own',
    method: 'engine',
    tokens: 9,
    kept: { edit: 2, use: 2, fetch: 0, cite: 0, any: 3 },
    fetched: 0,
    lost: undefined,
  });
  expect(lost).toEqual([]);
});

test('what the product adds to a text that is not whole counts as shown', async () => {
  const { outcomes } = await judge({ ok: true, engine: 'remote', text: 'a' }, { overheadTokens: 45 });
  expect(outcomes[0]?.tokens).toBe(46);
});

test('a pruner that fails is told, not counted', async () => {
  await expect(judge({ ok: false, code: 'http_error', message: 'HTTP 500' })).rejects.toThrow(
    'the pruner failed: HTTP 500',
  );
});

const LONG: SessionCase = caseOf({
  text: Array.from({ length: 120 }, (_, at) =>
    at === 60 ? 'export function retryRequest(port: number) {' : `  const value${at} = compute(${at * 7});`,
  ).join('\n'),
  question: 'Where is the request retried?',
  path: 'a.ts',
  firstLine: 301,
  needs: { edit: [61], use: [], fetch: [], cite: [] },
});

test('tokens of the embedded engine are those of its text, line by line, markers included', async () => {
  const o200k = await loadO200k();
  const exact = (text: string, from: number, to: number): number => o200k(`${text.slice(from, to)}\n`);
  for (const counter of [estimateTokens, exact]) {
    const options = { pruner: createEmbeddedPruner(), count: counter, points: ['own', 0.1, 0.5] as const, signal };
    const { outcomes, kind, tokens } = await judgeCase(LONG, options);
    expect(kind).toBe('source');
    for (const { point, tokens: shown, kept } of outcomes) {
      const { text, question, path, firstLine } = LONG;
      const targetRatio = point === 'own' ? undefined : (point as number);
      const pruned = pruneText({ text, question, path, firstLine, targetRatio, markers: 'ranges' });
      const lines = pruned.text.split('\n');
      expect(shown).toBe(lines.reduce((sum, line) => sum + counter(line, 0, line.length), 0));
      expect(shown).toBeLessThan(tokens * 0.6);
      expect(kept.edit).toBe(1);
    }
  }
});

test('cells are listed as they are judged', async () => {
  const asked = { points: ['own', 0.2], baselines: ['head', 'BM25'], hosts: ['Codex'] } as const;
  const judged = await judgeCase(LONG, { pruner: createEmbeddedPruner(), count: estimateTokens, signal, ...asked });
  expect(cellsOf(asked)).toEqual(judged.outcomes.map(({ point, method }) => ({ point, method })));
  expect(judged.outcomes.at(-1)).toEqual({
    ...{ point: 'shipped', method: 'Codex', tokens: judged.tokens },
    kept: { edit: 1, use: 0, fetch: 0, cite: 0, any: 1 },
    fetched: 0,
  });
});
