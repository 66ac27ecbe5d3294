import { eachTerm } from './each-term.ts';
import type { SessionSource, TermTable } from './term-table.ts';

/** Texts that are remembered, over all sources. */
const TEXTS = 24;
/** UTF-16 units of a text that are read: what matters of a long one stands at its beginning. */
const CHARS = 4000;
/** What is left of a term's weight with each newer text of its source. */
const DECAY = 0.8;
const LEAST_WEIGHT = 0.15;

interface Recent {
  readonly source: SessionSource;
  readonly terms: readonly number[];
}

/** The terms of a session's last texts. */
export interface RecentTerms {
  add(source: SessionSource, text: string): void;
  /** Adds them to a table, those of older texts with less weight. */
  addTo(table: TermTable): void;
}

export function createRecentTerms(): RecentTerms {
  const recent: Recent[] = [];
  return {
    add(source, text) {
      recent.push({ source, terms: termsOf(text, CHARS) });
      if (recent.length > TEXTS) recent.shift();
    },
    addTo(table) {
      const weights = new Map<SessionSource, number>();
      for (let i = recent.length - 1; i >= 0; i--) {
        const { source, terms } = recent[i] as Recent;
        const weight = weights.get(source) ?? 1;
        if (weight < LEAST_WEIGHT) continue;
        for (const term of terms) table.add(term, source, weight);
        weights.set(source, weight * DECAY);
      }
    },
  };
}

/** The terms of the first `chars` units of a text, each once. */
export function termsOf(text: string, chars: number): readonly number[] {
  const terms = new Set<number>();
  eachTerm(text, 0, Math.min(text.length, chars), (term) => terms.add(term));
  return [...terms];
}
