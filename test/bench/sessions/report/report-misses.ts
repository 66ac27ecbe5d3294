import type { Miss } from './misses.ts';
import { fullCount } from './short-count.ts';

/** Formats the worst cases as a numbered list, each with the lines that would have been removed. */
export function reportMisses(misses: readonly Miss[]): string {
  if (misses.length === 0) return 'No line that the agent used later would have been missing.';
  const title = misses.length === 1 ? 'The only miss' : `The ${misses.length} worst misses`;
  return [`${title}: lines that the agent used later`, ...misses.map(oneMiss)].join('\n\n');
}

/** Human-readable names of the sources of questions. */
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
