import { eachTerm } from './each-term.ts';
import type { TermSource, TermTable } from './term-table.ts';

/** Max texts that are remembered, over all sources. */
const TEXTS = 24;
/** Max UTF-16 units read per text. The important part of a long text is at its start. */
const CHARS = 4000;
/** Factor applied to a term's weight with each newer text of its source. */
const DECAY = 0.8;
const MIN_WEIGHT = 0.15;

interface Recent {
  readonly source: TermSource;
  readonly terms: readonly number[];
}

/** The terms of the session's last texts. */
export function createRecentTerms() {
  const recent: Recent[] = [];
  return {
    add(source: TermSource, text: string): void {
      recent.push({ source, terms: termsOf(text, CHARS) });
      if (recent.length > TEXTS) recent.shift();
    },
    /** Adds the terms to a table. Older texts weigh less. */
    addTo(table: TermTable): void {
      const weights = new Map<TermSource, number>();
      for (let i = recent.length - 1; i >= 0; i--) {
        const { source, terms } = recent[i] as Recent;
        const weight = weights.get(source) ?? 1;
        if (weight < MIN_WEIGHT) continue;
        for (const term of terms) table.add(term, source, weight);
        weights.set(source, weight * DECAY);
      }
    },
  };
}

/** Returns the distinct terms in the first `chars` units of a text. */
export function termsOf(text: string, chars: number): readonly number[] {
  const terms = new Set<number>();
  eachTerm(text, 0, Math.min(text.length, chars), (term) => terms.add(term));
  return [...terms];
}
