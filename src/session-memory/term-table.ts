/** Sources of terms that describe a session. The first two belong to one request, the others to its session. */
export const SOURCES = ['question', 'path', 'prompt', 'first', 'said', 'args', 'edits', 'results'] as const;
export type Source = (typeof SOURCES)[number];
export type TermSource = Exclude<Source, 'question' | 'path'>;

const FIRST_SLOTS = 256;
/** Stored value of a weight of 1. */
const MAX = 255;

/** Terms by hash (see `eachTerm`), each with a weight per source. */
export interface TermTable {
  /** Returns the slot of a term, or -1. Valid until a term is added. */
  slotOf(term: number): number;
  /** Raises the term's weight to `weight`, in (0, 1]. */
  add(term: number, source: Source, weight: number): void;
  copy(): TermTable;
  /**
   * `weights[slot * SOURCES.length + source]`, where the source is its index in `SOURCES`. 255 is a weight of 1, 0 is
   * none.
   */
  readonly weights: Uint8Array;
  readonly slots: number;
}

export function createTermTable(): TermTable {
  return toTable(new Int32Array(FIRST_SLOTS), new Uint8Array(FIRST_SLOTS * SOURCES.length), 0);
}

function toTable(givenTerms: Int32Array, givenWeights: Uint8Array, given: number): TermTable {
  let terms = givenTerms;
  let weights = givenWeights;
  let size = given;
  /** Returns the slot of the term, or the free slot where it would go. */
  const find = (term: number): number => {
    const mask = terms.length - 1;
    let slot = (Math.imul(term, 0x9e3779b1) >>> 7) & mask;
    while (terms[slot] !== 0 && terms[slot] !== term) slot = (slot + 1) & mask;
    return slot;
  };
  const grow = (): void => {
    const old = terms;
    const oldWeights = weights;
    terms = new Int32Array(old.length * 2);
    weights = new Uint8Array(oldWeights.length * 2);
    for (let from = 0; from < old.length; from++) {
      if (old[from] === 0) continue;
      const to = find(old[from] as number);
      terms[to] = old[from] as number;
      const at = from * SOURCES.length;
      weights.set(oldWeights.subarray(at, at + SOURCES.length), to * SOURCES.length);
    }
  };
  return {
    get weights() {
      return weights;
    },
    get slots() {
      return terms.length;
    },
    slotOf(term) {
      const slot = find(term);
      return terms[slot] === 0 ? -1 : slot;
    },
    add(term, source, weight) {
      let slot = find(term);
      if (terms[slot] === 0) {
        if (size * 2 >= terms.length) {
          grow();
          slot = find(term);
        }
        terms[slot] = term;
        size++;
      }
      const at = slot * SOURCES.length + SOURCES.indexOf(source);
      weights[at] = Math.max(weights[at] as number, Math.round(weight * MAX));
    },
    copy: () => toTable(terms.slice(), weights.slice(), size),
  };
}
