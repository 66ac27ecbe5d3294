import type { Miss } from './misses.ts';
import { fullCount } from './short-count.ts';

/** The worst cases for a look at them, numbered, each with the lines that would have been missing. */
export function reportMisses(misses: readonly Miss[]): string {
  if (misses.length === 0) return 'No line that the agent then used would have been missing.';
  const title = misses.length === 1 ? 'The only miss' : `The ${misses.length} worst misses`;
  return [`${title}: lines that the agent then used`, ...misses.map(oneMiss)].join('\n\n');
}

/** Where each question comes from, for a reader. */
const SOURCES: Readonly<Record<Miss['questionSource'], string>> = {
  words: 'what the agent said',
  thought: 'what it thought',
  description: 'the call’s description',
  prompt: 'the user’s prompt',
};

function oneMiss(
  { session, format, result, tool, target, question, questionSource, needed, missing, lines }: Miss,
  at: number,
): string {
  const width = Math.max(0, ...lines.map(({ number }) => String(number).length));
  const more = missing - lines.length;
  return [
    `${at + 1}. ${tool} ${target}`,
    `   ${format} session ${session}, result ${fullCount(result)}`,
    `   question (${SOURCES[questionSource]}): ${question}`,
    `   missing: ${fullCount(missing)} of ${fullCount(needed)} needed ${needed === 1 ? 'line' : 'lines'}`,
    ...lines.map(({ number, text }) => `     ${String(number).padStart(width)}  ${text}`.trimEnd()),
    ...(more > 0 ? [`     and ${fullCount(more)} more`] : []),
  ].join('\n');
}
