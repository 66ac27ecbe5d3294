import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../../src/engine/keep/tokens.ts';
import type { Pruner } from '../../../../src/engine/pruner.ts';
import type { Arguments, SessionEvent } from '../../../../src/transcripts/session-event.ts';
import { CaseFinder } from '../cases/case-finder.ts';
import type { OpenedCase } from '../cases/session-case.ts';
import { createPrunedSession } from './pruned-session.ts';

const OWN = Array.from({ length: 200 }, (_, at) => `  const value_${at} = await computeTheValueOf(${at}, 'depot');`);
/** Lines that look as if a host had numbered them. */
const LISTED = OWN.map((line, at) => `${at + 1}: ${line.trim()}`);

const numbered = (lines: readonly string[], first: number): string =>
  lines.map((line, at) => `${String(at + first).padStart(6)}→${line}`).join('\n');
const windowed = `[File: /r/a.ts (400 lines total)]\n(100 more lines above)\n${OWN.map((line, at) => `${at + 101}:${line}`).join('\n')}`;

/** Returns what is shown of a result that comes twice in a session, first as lines that were asked for. */
async function shownTwice(tool: string, args: Arguments, text: string): Promise<readonly string[]> {
  const shown: string[] = [];
  const embedded = createEmbeddedPruner();
  const pruner: Pruner = {
    async prune(...asked) {
      const answer = await embedded.prune(...asked);
      if (answer.ok) shown.push(answer.text);
      return answer;
    },
  };
  let opened: OpenedCase | undefined;
  const finder = new CaseFinder('s', 'claude-code', (found) => {
    opened = found;
  });
  const { signal } = new AbortController();
  const session = createPrunedSession('more', { pruner, count: estimateTokens, signal });
  const events: SessionEvent[] = [{ kind: 'asked', text: 'Look at the values', isSummary: false }];
  for (const call of ['1', '2']) {
    const asked = call === '1' ? { ...args, limit: 400 } : args;
    events.push({ kind: 'called', call, tool, args: asked }, { kind: 'gave', call, text, isFailed: false });
  }
  for (const event of events) {
    opened = undefined;
    finder.push(event);
    await session.push(event, opened);
  }
  return shown;
}

test.each<[string, string, Arguments, string, RegExp]>([
  [
    'of a file from its start',
    'Read',
    { file_path: 'a.ts' },
    numbered(OWN, 1),
    /^\(lines 1-200 as in the read of a\.ts/,
  ],
  ['of a list', 'Read', { file_path: 'a.md' }, numbered(LISTED, 1), /^\(lines 1-200 as in the read of a\.md above\)$/],
])('a read %s that comes again is named by the numbers that its lines have', async (_, tool, args, text, expected) => {
  const [again] = await shownTwice(tool, args, text);
  expect(again?.trim()).toMatch(expected);
});

test.each<[string, string, Arguments, string]>([
  ['part', 'Read', { file_path: 'a.ts' }, numbered(OWN, 50)],
  ['window', 'open', { command: 'open a.ts 101' }, windowed],
])('a %s of a file that was asked for is never shortened', async (_, tool, args, text) => {
  expect(await shownTwice(tool, args, text)).toEqual([]);
});
