import type { Matches } from './matches.ts';
import type { Question } from './question/question.ts';
import type { Document } from './scorer.ts';
import { WEIGHTS } from './weights.ts';

/**
 * Scores each definition with a matching name by how much of the name and the question it covers, relative to the
 * best.
 */
export function nameScores(
  document: Document,
  asked: Question,
  matches: Matches,
  rarity: Float64Array,
): Map<number, number> {
  const out = new Map<number, number>();
  const { text } = document.lines;
  let previous = -1;
  for (let i = 0; i < matches.count; i++) {
    const line = matches.lines[i] as number;
    if (line === previous) continue;
    previous = line;
    const name = document.shape.names.get(line);
    if (!name) continue;
    const s = nameScore(text.slice(name.from, Math.min(name.to, name.from + 120)), asked, rarity);
    if (s > 0) out.set(line, s);
  }
  let max = 0;
  for (const s of out.values()) max = Math.max(max, s);
  for (const [line, s] of out) out.set(line, s / max);
  return out;
}

function nameScore(name: string, asked: Question, rarity: Float64Array): number {
  let matched = 0;
  let words = 0;
  let sum = 0;
  for (const word of name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9\u0080-\uffff]+/)) {
    if (word === '') continue;
    words++;
    const m = asked.match(word.toLowerCase());
    if (!m) continue;
    matched += m.strength;
    sum += (rarity[m.term] as number) * m.strength;
  }
  if (words === 0) return 0;
  const whole = asked.matchName(name.replaceAll(/[^A-Za-z0-9\u0080-\uffff]/g, '').toLowerCase());
  if (whole) sum += rarity[whole.term] as number;
  return sum * (WEIGHTS.nameWhole + ((1 - WEIGHTS.nameWhole) * matched) / words);
}
