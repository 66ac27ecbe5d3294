import { expect, test } from 'vitest';
import type { RecordedSession } from '../../../launcher/sessions/recorded-session.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import { HOOK_NOTICE } from '../../../src/text/hook-notice.ts';
import type { SessionEvent } from '../../../src/transcripts/session-event.ts';
import { evaluateSessions } from './evaluate-sessions.ts';
import { cellsOf } from './judging/cells-of.ts';
import type { Judgement } from './judging/judgement.ts';
import { createSessionSums } from './sums/session-sums.ts';
import { toFigures } from './sums/to-figures.ts';

const FILE = Array.from({ length: 120 }, (_, at) =>
  at === 70
    ? 'export function retryDelay(attempt: number): number { return 2 ** attempt * BASE_DELAY; }'
    : `export const setting_${at} = 'the value of what is set at place number ${at}';`,
).join('\n');

/** A session that reads a file for a question, and then edits one of its lines. */
async function* events(question: string, line: string): AsyncIterable<SessionEvent> {
  yield { kind: 'asked', text: 'Mend the retries', isSummary: false };
  yield { kind: 'said', text: question };
  yield { kind: 'called', call: '1', tool: 'Read', args: { file_path: 'a.ts' } };
  yield { kind: 'gave', call: '1', text: FILE, isFailed: false };
  yield { kind: 'called', call: '2', tool: 'Edit', args: { file_path: 'a.ts', old_string: line, new_string: '' } };
  yield { kind: 'gave', call: '2', text: 'done', isFailed: false };
}

async function* sessions(...lines: readonly string[]): AsyncIterable<RecordedSession> {
  for (const [at, line] of lines.entries()) {
    const question = 'I look for the function that computes the retry delay.';
    yield { id: `s${at}`, format: 'claude-code', place: `s${at}.jsonl`, events: events(question, line) };
  }
}

const NEEDED = FILE.split('\n')[70] as string;
const OTHER = FILE.split('\n')[104] as string;

function evaluator(signal = new AbortController().signal) {
  const sums = createSessionSums(cellsOf({}));
  const judge = { pruner: createEmbeddedPruner(), count: estimateTokens, signal };
  return { sums, judge, count: estimateTokens };
}

test('sessions in which the needed line was kept, and was not', async () => {
  const it = evaluator();
  const seen: string[] = [];
  await evaluateSessions(sessions(NEEDED, OTHER), { ...it, onSession: ({ place }) => seen.push(place) });
  expect(seen).toEqual(['s0.jsonl', 's1.jsonl']);
  const { sessions: count, results, given, after, lost, all } = toFigures(it.sums);
  expect({ count, results, lost, cases: all.cases }).toEqual({ count: 2, results: 4, lost: 1, cases: 2 });
  expect(after).toBeLessThan(given * 0.75);
});

/** A session that reads a file twice, and then edits one of its lines. */
async function* readTwice(): AsyncIterable<SessionEvent> {
  yield { kind: 'asked', text: 'Look at the settings', isSummary: false };
  for (const call of ['1', '2']) {
    yield { kind: 'called', call, tool: 'Read', args: { file_path: 'a.ts' } };
    yield { kind: 'gave', call, text: FILE, isFailed: false };
  }
  yield { kind: 'called', call: '3', tool: 'Edit', args: { file_path: 'a.ts', old_string: NEEDED, new_string: '' } };
  yield { kind: 'gave', call: '3', text: 'done', isFailed: false };
}

test('what the context holds from an earlier result counts as kept, and costs a marker', async () => {
  const points = ['own', 'more'] as const;
  const sums = createSessionSums(cellsOf({ points }));
  const judge = { ...evaluator().judge, points };
  const session = { id: 's', format: 'claude-code', place: 's.jsonl', events: readTwice() } as const;
  const judged: Judgement[] = [];
  await evaluateSessions(
    (async function* () {
      yield session;
    })(),
    { ...evaluator(), sums, judge, onJudged: (one) => void judged.push(one) },
  );
  const outcomes = judged.map(({ outcomes: of }) => of.find(({ point }) => point === 'more'));
  // At the beginning of a session little is known, so the first read stays whole.
  expect(outcomes[0]?.tokens).toBe(judged[0]?.tokens);
  expect(outcomes[1]?.tokens).toBeLessThan(HOOK_NOTICE.tokens + 40);
  expect(outcomes[1]?.kept.edit).toBe(judged[1]?.needed.edit);
  expect(judged[1]?.needed.edit).toBe(1);
});

test('only the cases that are asked for are judged, and what tools gave is counted all the same', async () => {
  const it = evaluator();
  await evaluateSessions(sessions(NEEDED), { ...it, isAskedFor: ({ action }) => action === 'command' });
  const { results, given, after, all } = toFigures(it.sums);
  expect({ results, after, cases: all.cases }).toEqual({ results: 2, after: given, cases: 0 });
});

test('it ends with the reason of its signal, and with a pruner that fails', async () => {
  const stop = new AbortController();
  const it = evaluator(stop.signal);
  stop.abort(new Error('enough'));
  await expect(evaluateSessions(sessions(NEEDED), it)).rejects.toThrow('enough');
  const failing = { prune: async () => ({ ok: false, code: 'timeout', message: 'too slow' }) as const };
  const judge = { ...evaluator().judge, pruner: failing };
  await expect(evaluateSessions(sessions(NEEDED), { ...evaluator(), judge })).rejects.toThrow('too slow');
});
