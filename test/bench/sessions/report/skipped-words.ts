import type { SkipReason } from '../../../../src/transcripts/recorded-session.ts';
import { fullCount } from './short-count.ts';

const WORDS: Readonly<Record<SkipReason, readonly [one: string, more: string]>> = {
  not_a_session: ['is not a recorded session', 'are not recorded sessions'],
  unknown_version: ['has an unknown version', 'have an unknown version'],
  cut: ['is cut off; all before that was read', 'are cut off; all before that was read'],
  too_large: ['is too large for memory', 'are too large for memory'],
  unreadable: ['cannot be opened', 'cannot be opened'],
  empty: ['contains no tool call', 'contain no tool call'],
  repeated: ['repeats another session', 'repeat other sessions'],
};

/** Lists why recordings were skipped, most frequent reason first. Undefined if none was. */
export function skippedWords(skipped: ReadonlyMap<SkipReason, number>): string | undefined {
  const counted = [...skipped].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  if (counted.length === 0) return undefined;
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  const lines = counted.map(([reason, count]) => `  ${fullCount(count)} ${WORDS[reason][count === 1 ? 0 : 1]}`);
  const what = total === 1 ? '1 recording' : `${fullCount(total)} recordings`;
  return [`Skipped, in whole or in part: ${what}`, ...lines].join('\n');
}
