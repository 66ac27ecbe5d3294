import type { SkipReason } from '../../../../src/transcripts/recorded-session.ts';
import { fullCount } from './short-count.ts';

const WORDS: Readonly<Record<SkipReason, readonly [one: string, more: string]>> = {
  not_a_session: ['is no recorded session', 'are no recorded sessions'],
  unknown_version: ['is in a version that is not understood', 'are in a version that is not understood'],
  cut: ['breaks off in the middle; what came before was read', 'break off in the middle; what came before was read'],
  too_large: ['is too large to be held in memory', 'are too large to be held in memory'],
  unreadable: ['cannot be opened', 'cannot be opened'],
  empty: ['holds no call of a tool', 'hold no call of a tool'],
  repeated: ['repeats a session that was read already', 'repeat sessions that were read already'],
};

/** Lists why recordings were skipped, most frequent reason first. Undefined if none was. */
export function skippedWords(skipped: ReadonlyMap<SkipReason, number>): string | undefined {
  const counted = [...skipped].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  if (counted.length === 0) return undefined;
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  const lines = counted.map(([reason, count]) => `  ${fullCount(count)} ${WORDS[reason][count === 1 ? 0 : 1]}`);
  const what = total === 1 ? '1 recording' : `${fullCount(total)} recordings`;
  return [`Passed over, in whole or in part: ${what}`, ...lines].join('\n');
}
